#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the sources of a block with mutants by rule, and what these are.

make_schemata.py --block <folder> --out <folder> --modules <folder> --count <n> [--seed <n>] <file>...
  <file>     packages, then the modules of the block; each is written to --out by its name
  --modules  the folder in which scripts/setup_parser.sh installed the parser
Also writes tin_mutant_pkg.sv, and mutants.json: {"block", "points": {rule: n}, "mutants": [{"number",
"rule", "file", "line", "text", "what"}]}: text is that line.
"""

import argparse
import json
import sys
from pathlib import Path

from sample import sample
from schemata import PACKAGE, RULES, find_mutants, rewrite
from syntax import Parser


def write(file, text):
    """Leaves a file alone that is as it should be: what is built from it need not be built again."""
    if not file.exists() or file.read_text(encoding="utf-8") != text:
        file.write_text(text, encoding="utf-8")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--block", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--modules", type=Path, required=True)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("files", nargs="+", type=Path)
    args = parser.parse_args()

    with Parser(args.modules) as sv:
        roots = {file.name: sv.parse(file) for file in args.files}
    packages = [(name, root) for name, root in roots.items() if name.endswith("_pkg.sv")]
    own = [(name, root) for name, root in roots.items() if not name.endswith("_pkg.sv")]
    sources = {name: root.source for name, root in roots.items()}
    points = find_mutants(own, packages)
    if not points:
        sys.exit(f"{args.block}: no point for a mutant")
    chosen = sample(points, sources, args.block, args.count, args.seed)

    args.out.mkdir(parents=True, exist_ok=True)
    write(args.out / "tin_mutant_pkg.sv", PACKAGE)
    for name, source in sources.items():
        write(args.out / name, rewrite(source, [m for m in chosen if m.file == name]))
    description = {
        "block": args.block.name,
        "points": {rule: sum(m.rule == rule for m in points) for rule in RULES},
        "mutants": [{"number": m.number, "rule": m.rule, "file": m.file, "line": m.line,
                     "text": sources[m.file].splitlines()[m.line - 1].strip(),
                     "what": m.what} for m in chosen]}
    write(args.out / "mutants.json", json.dumps(description, indent=1) + "\n")


if __name__ == "__main__":
    main()
