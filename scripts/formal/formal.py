#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Proves the properties of the blocks, refutes each with a planted bug, and writes the table.

Usage: formal.py [--only REGEX] [--limit SECONDS] [--jobs N] [--markdown FILE] SHAPES.json TOOL FOLDER

SHAPES.json is written by CMake and names the sources of the blocks, whose port lists are beside it. TOOL
is what setup_synth.sh has installed. FOLDER takes a folder of files for each block and shape, and formal.json. A property whose
sources have not changed since its last result is not proved again. The table has all properties: those that --only
leaves out with the result that they have in FOLDER, or with that of the page where FOLDER has none.
"""
import argparse
import concurrent.futures
import itertools
import json
import pathlib
import re
import sys

import frontend
import jobs
import page
import prover

FLOW = "\n".join([frontend.READ, frontend.WRITE, prover.READ, *prover.PROVE, prover.SEARCH])


def place(folder, prop):
    return folder / jobs.unit(prop) / f"{prop.name}.json"


def known(folder, prop, of_unit):
    """The row that an earlier run left, if nothing has changed since; else what it lacks."""
    key = jobs.digest(prop, of_unit, FLOW)
    path = place(folder, prop)
    row = json.loads(path.read_text()) if path.exists() else {}
    if row.get("digest") == key:
        # Claims in words may change without a new proof.
        return {**row, "claim": prop.claim, "bug": prop.bug}
    return {"block": prop.block, "name": prop.name, "shape": jobs.shape_text(prop.shape),
            "claim": prop.claim, "bug": prop.bug, "lemmas": list(prop.lemmas), "digest": key,
            "result": "not run"}


def wrong(row):
    """Why a row is no success, or nothing."""
    if row["result"] == "refuted":
        return f"does not hold: refuted in cycle {row['cycles']}"
    if row["result"] == "open" and not row["cycles"]:
        return "neither proved nor refuted"
    if row["result"] not in ("proved", "open"):
        return row["result"]
    if row["bug_result"] != "refuted":
        return f"the planted bug was not found in {row['bug_cycles']} cycles"
    return None


def summary(row):
    if "bug_result" not in row:
        return row["result"]
    return (f"{row['result']:8} {row['cycles']:4} {row['seconds']:7.1f} s  bug "
            f"{row['bug_cycles']:4} {row['bug_seconds']:7.1f} s  {wrong(row) or ''}")


def refute(prop, of_unit, tool, folder, limit):
    """The planted bug, in a folder of its own: verdict and seconds."""
    bug = folder / "bugs" / prop.name
    frontend.prepare([prop], of_unit, jobs.mutated(prop), tool, bug)
    return prover.search(bug / f"{prop.name}.aig", limit)


def prove_unit(of_unit, chosen, tool, folder, limit):
    """Writes the rows of the chosen properties of one block and shape that are not known."""
    stale = [p for p in chosen if known(folder, p, of_unit)["result"] == "not run"]
    if not stale:
        return
    below = folder / jobs.unit(stale[0])
    files = [(pathlib.Path(source).name, pathlib.Path(source).read_text())
             for source in stale[0].sources]
    failed = None
    try:
        frontend.prepare(stale, of_unit, files, tool, below)
    except ValueError as error:
        failed = str(error)
    for prop in stale:
        row = known(folder, prop, of_unit)
        try:
            if failed:
                raise ValueError(failed)
            (row["result"], row["cycles"]), row["seconds"] = prover.prove(
                below / f"{prop.name}.aig", limit, prop.bounded)
            (row["bug_result"], row["bug_cycles"]), row["bug_seconds"] = refute(
                prop, of_unit, tool, below, limit)
            place(folder, prop).write_text(json.dumps(row, indent=1) + "\n")
        except ValueError as error:
            row["result"] = str(error)
        print(f"{row['block']:18} {row['shape']:22} {row['name']:20} {summary(row)}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--only", default="", help="properties whose block_shape/name matches")
    parser.add_argument("--limit", type=int, default=300, help="seconds per run of ABC")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--markdown", type=pathlib.Path)
    parser.add_argument("shapes", type=pathlib.Path)
    parser.add_argument("tool", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    arguments = parser.parse_args()
    tool, folder = arguments.tool.resolve(), arguments.folder.resolve()
    properties = jobs.all_properties(jobs.HERE.parents[1], json.loads(arguments.shapes.read_text()),
                                     arguments.shapes.parent)
    units = [list(group) for _, group in itertools.groupby(sorted(properties, key=jobs.unit), key=jobs.unit)]
    chosen = [[p for p in of_unit if re.search(arguments.only, f"{jobs.unit(p)}/{p.name}")] for of_unit in units]
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        list(pool.map(lambda of_unit, some: prove_unit(of_unit, some, tool, folder, arguments.limit), units, chosen))
    rows = [(known(folder, p, of_unit), p in some)
            for of_unit, some in zip(units, chosen, strict=True) for p in of_unit]
    (folder / "formal.json").write_text(json.dumps([row for row, _ in rows], indent=1) + "\n")
    if arguments.markdown:
        kept = {page.key(known(folder, p, [p])) for p in properties if not place(folder, p).exists()}
        kept -= {page.key(row) for row, is_chosen in rows if is_chosen}
        page.update(arguments.markdown, [row for row, _ in rows], kept)
    sys.exit(any(wrong(row) for row, is_chosen in rows if is_chosen))


if __name__ == "__main__":
    main()
