#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Functional coverage of runs, added up: a table of the blocks, and the holes by name.

Usage: coverage_report.py [--merge FILE] [--before FOLDER] [--markdown] FILE|FOLDER...

Reads files that lockstep programs write (--coverage, or TINSIM_COVERAGE for those of the project); a
folder stands for its *.csv. Hits of the same bin add up. --merge writes the sum in the same format,
--before adds a column with the holes of other files, of another stimulus. Exit status 1 if there are
holes or if excluded bins were hit, 2 for wrong use.
"""
import argparse
import csv
import pathlib
import sys

COLUMNS = ["block", "kind", "item", "bin", "hits", "excluded"]


class InputError(Exception):
    """A file that is no coverage; the text names it."""


def files_of(paths):
    for path in map(pathlib.Path, paths):
        yield from sorted(path.glob("*.csv")) if path.is_dir() else [path]


def read(paths):
    """(block, item, bin) -> [kind, hits, reason why it is excluded], in the order of the files."""
    bins = {}
    for path in files_of(paths):
        try:
            with open(path, encoding="utf-8", newline="") as file:
                rows = csv.DictReader(file)
                if rows.fieldnames != COLUMNS:
                    raise InputError(f"{path}: expected the columns {','.join(COLUMNS)}")
                for row in rows:
                    entry = bins.setdefault((row["block"], row["item"], row["bin"]), [row["kind"], 0, row["excluded"]])
                    entry[1] += int(row["hits"])
                    if entry[2] != row["excluded"]:  # of another shape, which can hit it
                        entry[2] = ""
        except (OSError, ValueError, TypeError) as error:
            raise InputError(f"{path}: {error}; expected a coverage file") from error
    return bins


def merged_text(bins):
    lines = [",".join(COLUMNS)]
    lines += [f'{block},{kind},{item},{label},{hits},"{reason}"'
              for (block, item, label), (kind, hits, reason) in bins.items()]
    return "\n".join(lines) + "\n"


def figures(bins):
    """Block -> numbers of points, crosses, bins that count, excluded bins; its holes; excluded bins that were hit."""
    found = {}
    for (block, item, label), (kind, hits, reason) in bins.items():
        entry = found.setdefault(block, {"point": set(), "cross": set(), "bins": 0, "excluded": 0, "holes": [],
                                         "wrong": []})
        entry[kind].add(item)
        entry["excluded" if reason else "bins"] += 1
        if not reason and hits == 0:
            entry["holes"].append(f"{item}.{label}")
        if reason and hits:
            entry["wrong"].append(f"{item}.{label}")
    return found


def table(found, before):
    head = ["block", "points", "crosses", "bins", "excluded"] + (["holes before"] if before else []) + ["holes"]
    rows = []
    for block in sorted(found):
        entry = found[block]
        rows.append([block, len(entry["point"]), len(entry["cross"]), entry["bins"], entry["excluded"]]
                    + ([len(before[block]["holes"]) if block in before else "-"] if before else [])
                    + [len(entry["holes"])])
    total = ["all"] + [sum(n for n in column if isinstance(n, int)) for column in list(zip(*rows))[1:]]
    return head, rows + [total]


def text_of(head, rows, markdown):
    if markdown:
        lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
        return "\n".join(lines + ["| " + " | ".join(map(str, row)) + " |" for row in rows]) + "\n"
    widths = [max(len(str(row[n])) for row in [head] + rows) for n in range(len(head))]
    return "".join("  ".join(str(cell).ljust(width) if n == 0 else str(cell).rjust(width)
                             for n, (cell, width) in enumerate(zip(row, widths))) + "\n" for row in [head] + rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--merge", metavar="FILE")
    parser.add_argument("--before", metavar="FOLDER", action="append", default=[])
    parser.add_argument("--markdown", action="store_true")
    parser.add_argument("paths", nargs="+", metavar="FILE|FOLDER")
    options = parser.parse_args()
    bins = read(options.paths)
    if not bins:
        raise InputError(f"{' '.join(options.paths)}: no coverage; expected files *.csv of lockstep programs")
    if options.merge:
        pathlib.Path(options.merge).write_text(merged_text(bins), encoding="utf-8")
    found = figures(bins)
    print(text_of(*table(found, figures(read(options.before))), options.markdown), end="")
    for block in sorted(found):
        for kind, text in (("holes", "hole"), ("wrong", "hit though excluded")):
            for name in found[block][kind]:
                print(f"{block}: {text}: {name}")
    return 1 if any(entry["holes"] or entry["wrong"] for entry in found.values()) else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except InputError as error:
        print(f"coverage_report.py: {error}", file=sys.stderr)
        sys.exit(2)
