#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Figures of source trees: files, lines, includes and documentation, one column for each tree.

Usage: tree_figures.py [--edges] [ROOT...]

A folder includes another where one of its sources does; tests/ and bench/ include whatever they test and are left
out. A cycle is a set of folders that include each other, directly or through others. An include climbs where it leads
to a floor above (FLOORS in source_tree.py); where a folder has no place there, its top folder counts. --edges prints
the includes inside each cycle and those that climb.
"""
import argparse
import collections
import pathlib

from source_tree import SOURCES, TOPS, climbing, cycles, folder_graph, included

FOLDERS = TOPS + ("tests", "bench", "configs", "docs", "scripts", "cmake")
COUNTED = SOURCES | {".sv", ".cmake", ".py", ".js", ".md", ".yaml", ".in"}
CODE = COUNTED - {".md", ".yaml"}
LONG_FILE = 250


def texts(root):
    """(path below root, text) of each file that counts."""
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.is_file() and (path.suffix in COUNTED or path.name == "CMakeLists.txt"):
                yield path.relative_to(root), path.read_text(encoding="utf-8", errors="replace")
    for path in sorted(root.glob("*.md")):
        yield path.relative_to(root), path.read_text(encoding="utf-8")


def figures(root):
    """Name -> figure, in the order of the table."""
    files, lines, names = collections.Counter(), collections.Counter(), collections.defaultdict(set)
    words, longest, long_files, loose = collections.Counter(), 0, 0, 0
    for path, text in texts(root):
        top = path.parts[0] if len(path.parts) > 1 else "."
        size = text.count("\n")
        files[top] += 1
        lines[top] += size
        long_files += path.suffix in CODE and size > LONG_FILE
        loose += path.suffix in SOURCES and len(path.parts) == 2 and top in ("rtl_models", "tlm", "platform")
        if path.suffix in SOURCES and top in TOPS:
            names[path.name].add(path.parent)
        if path.suffix == ".md":
            words["docs" if top == "docs" else "other pages"] += len(text.split())
            longest = max([longest, *map(len, text.splitlines())])
    pairs = list(included(root))
    graph = folder_graph(pairs)
    found = cycles(graph)
    table = {f"{folder}: files, lines": f"{files[folder]}, {lines[folder]}" for folder in FOLDERS if files[folder]}
    table.update({
        "all: files, lines": f"{sum(files.values())}, {sum(lines.values())}",
        f"code files over {LONG_FILE} lines": long_files,
        "folders with sources": len(graph),
        "cycles of folders": len(found),
        "folders in the largest cycle": len(found[0]) if found else 1,
        "includes that climb": len(climbing(pairs)),
        "sources at the top of rtl_models, tlm, platform": loose,
        "file names in two folders": sum(len(folders) > 1 for folders in names.values()),
        "words in docs": words["docs"],
        "words in other pages": words["other pages"],
        "longest line of a page": longest,
    })
    return table


def print_edges(root):
    pairs = list(included(root))
    graph = folder_graph(pairs)
    for cycle in cycles(graph):
        print("cycle:", " ".join(cycle))
        for folder in cycle:
            for target, example in sorted(graph[folder].items()):
                if target in cycle:
                    print(f"  {folder} -> {target}: {example}")
    for source, target in climbing(pairs):
        print(f"climbs: {source} -> {target}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("roots", nargs="*", metavar="ROOT", type=pathlib.Path,
                        default=[pathlib.Path(__file__).parents[1]])
    parser.add_argument("--edges", action="store_true", help="list the includes in cycles and those that climb")
    args = parser.parse_args()
    columns = [figures(root) for root in args.roots]
    print("| figure |", " | ".join(str(root) for root in args.roots), "|")
    print("|---|", " | ".join("---" for _ in columns), "|")
    for name in dict.fromkeys(name for column in columns for name in column):
        print(f"| {name} |", " | ".join(str(column.get(name, "-")) for column in columns), "|")
    for root in args.roots if args.edges else ():
        print_edges(root)


if __name__ == "__main__":
    main()
