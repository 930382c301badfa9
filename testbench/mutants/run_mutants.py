#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the mutants by rule, writes what was found, and holds it to the page that explains the rest.

run_mutants.py --programs <folder> --page docs/reference/mutants.md [--out <folder>] [--jobs <n>]
               [--timeout <seconds>] [<block>...]
  --programs  where rule_mutants_<block> and <block>/mutants.json are
  --out       gets mutants.csv, each mutant, and mutants.md, the tables of the page
Exit code 1 if the unchanged block (mutant 0) differs from the model, if a mutant that was not found is not
explained on the page, if an explained one was found, or if the page has another row for a block.
Only the cycles of a row may be others.
"""

import argparse
import csv
import json
import re
import statistics
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

RULES = ("operator", "constant", "condition", "reset", "priority")


def run(program, number, timeout):
    """(how it ended, cycles, field that differed) of one mutant."""
    try:
        done = subprocess.run([str(program), str(number)], capture_output=True, text=True,
                              timeout=timeout, errors="replace")
    except subprocess.TimeoutExpired:
        return "timeout", 0, ""
    words = (done.stdout.strip().splitlines() or [""])[-1].split()
    if done.returncode == 0 and len(words) == 4 and words[0] == "found":
        return "found", int(words[2]), words[3]
    if done.returncode == 0 and len(words) == 2 and words[0] == "equal":
        return "equal", int(words[1]), ""
    if "did not converge" in done.stdout + done.stderr:
        return "found", 0, "does not settle"
    sys.exit(f"{program} {number}: ended with {done.returncode}\n{done.stdout[-500:]}{done.stderr[-500:]}")


def name(mutant):
    """How the page names a mutant: with the text of its line, since edits elsewhere move its number."""
    return re.sub(r"\s+", " ", f"`{mutant['file']}` `{mutant['text']}` `{mutant['what']}`")


def run_all(folder, blocks, jobs, timeout):
    """The description of each block, and in each of its mutants how it ended."""
    described = []
    tasks = []
    with ThreadPoolExecutor(jobs) as pool:
        for block in blocks:
            block_folder = folder / block
            description = json.loads((block_folder / "mutants.json").read_text(encoding="utf-8"))
            described.append(description)
            none = {"number": 0}
            description["none"] = none
            for mutant in [none, *description["mutants"]]:
                task = pool.submit(run, folder / f"rule_mutants_{block}", mutant["number"], timeout)
                tasks.append((mutant, task))
        for mutant, task in tasks:
            mutant["end"], mutant["cycles"], mutant["field"] = task.result()
    return described


def share(mutants):
    return f"{sum(m['end'] == 'found' for m in mutants)} of {len(mutants)}" if mutants else "-"


def row(title, points, mutants):
    cells = [title, str(points)]
    cells += [share([m for m in mutants if m["rule"] == rule]) for rule in RULES]
    cells.append(share(mutants))
    cycles = [m["cycles"] for m in mutants if m["end"] == "found"]
    cells += [f"{statistics.median_low(cycles)}", f"{max(cycles)}"] if cycles else ["-", "-"]
    return f"| {' | '.join(cells)} |"


def table(described):
    lines = [f"| block | points | {' | '.join(RULES)} | found | median cycle | last cycle |",
             f"|{' --- |' * (len(RULES) + 5)}"]
    for d in described:
        lines.append(row(d["block"], sum(d["points"].values()), d["mutants"]))
    lines.append(row("all", sum(sum(d["points"].values()) for d in described),
                     [m for d in described for m in d["mutants"]]))
    return lines


def complaints(described, lines, page, whole):
    """What does not agree with the page. `whole`: all blocks ran, so the page may have no others."""
    explained = set(re.findall(r"\* (`[^`]+` `[^`]+` `[^`]+`)", re.sub(r"\s+", " ", page)))
    seen = set()
    # A line that a source has twice gives two mutants of one name; the reason may be that of one.
    not_found = {name(m) for d in described for m in d["mutants"] if m["end"] != "found"}
    for d in described:
        if d["none"]["end"] != "equal":
            yield f"{d['block']}: the rewritten block itself differs from the model"
        for m in d["mutants"]:
            seen.add(name(m))
            if m["end"] != "found" and name(m) not in explained:
                yield f"not found and not explained: {name(m)}"
            if m["end"] == "found" and name(m) in explained - not_found:
                yield f"found, though the page explains why not: {name(m)}"
    if whole:
        yield from (f"explained, but no mutant: {text}" for text in sorted(explained - seen))
    rows = lines[2:] if whole else lines[2:-1]
    for text in rows:
        # A stimulus that changes may find the same in other cycles.
        if text.rsplit("|", 3)[0] not in page:
            yield f"not a row of the page: {text}"


def write(out, described, lines):
    out.mkdir(parents=True, exist_ok=True)
    with open(out / "mutants.csv", "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["block", "number", "rule", "file", "line", "what", "end", "cycles", "field"])
        for d in described:
            for m in d["mutants"]:
                writer.writerow([d["block"], m["number"], m["rule"], m["file"], m["line"], m["what"],
                                 m["end"], m["cycles"], m["field"]])
    lost = sorted({f"* {name(m)}" for d in described for m in d["mutants"] if m["end"] != "found"})
    (out / "mutants.md").write_text("\n".join([*lines, "", *lost, ""]), encoding="utf-8")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", type=Path, required=True)
    parser.add_argument("--page", type=Path, required=True)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=float, default=600)
    parser.add_argument("blocks", nargs="*")
    args = parser.parse_args()

    started = time.monotonic()
    blocks = args.blocks or sorted(p.parent.name for p in args.programs.glob("*/mutants.json"))
    if not blocks:
        sys.exit(f"{args.programs}: no mutants by rule; build the target rule_mutants")
    described = run_all(args.programs, blocks, args.jobs, args.timeout)
    lines = table(described)
    if args.out:
        write(args.out, described, lines)
    print("\n".join(lines))
    wrong = list(complaints(described, lines, args.page.read_text(encoding="utf-8"), not args.blocks))
    print(f"{sum(len(d['mutants']) for d in described)} mutants of {len(described)} blocks in "
          f"{time.monotonic() - started:.0f} s", *wrong, sep="\n")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
