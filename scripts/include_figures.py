#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Figures of the source tree: files and lines by folder, cycles of includes, includes that climb a floor.

Usage: include_figures.py [ROOT] [--edges]

A folder includes another where one of its sources does; tests/ and bench/ are left out, since nothing may
include them. A cycle is a set of folders that include each other, directly or through others. An include
climbs where it leads to a floor above (FLOORS in source_tree.py). --edges also prints, within each cycle,
which file makes one folder include another.
"""
import argparse
import collections
import pathlib

from source_tree import SOURCES, TOPS, climbing, cycles, folder_graph, included

COUNTED = SOURCES | {".sv", ".cmake", ".py", ".js", ".md"}


def lines_by_folder(root):
    sizes = collections.defaultdict(lambda: [0, 0])
    for top in TOPS + ("tests", "bench", "docs", "scripts", "cmake"):
        for path in (root / top).rglob("*"):
            if path.is_file() and path.suffix in COUNTED:
                size = sizes["/".join(path.relative_to(root).parts[:2][:-1] or [top])]
                size[0] += 1
                size[1] += path.read_text(encoding="utf-8", errors="replace").count("\n")
    return sizes


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("root", nargs="?", type=pathlib.Path, default=pathlib.Path(__file__).parents[1])
    parser.add_argument("--edges", action="store_true", help="the includes inside each cycle")
    args = parser.parse_args()
    pairs = list(included(args.root))
    graph = folder_graph(pairs)
    found = cycles(graph)
    total = [0, 0]
    for folder, (files, lines) in sorted(lines_by_folder(args.root).items()):
        print(f"{folder:24} {files:6} files {lines:8} lines")
        total = [total[0] + files, total[1] + lines]
    print(f"{'all':24} {total[0]:6} files {total[1]:8} lines")
    print(f"folders {len(graph)}, cycles {len(found)}, folders in the largest {len(found[0]) if found else 1}")
    for cycle in found:
        print("  cycle:", " ".join(cycle))
        for folder in cycle if args.edges else ():
            for target, example in sorted(graph[folder].items()):
                if target in cycle:
                    print(f"    {folder} -> {target}: {example}")
    climbs = climbing(pairs)
    print(f"includes that climb {len(climbs)}")
    for source, target in climbs if args.edges else ():
        print(f"  {source} -> {target}")


if __name__ == "__main__":
    main()
