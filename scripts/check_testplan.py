#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Testplan check: every test that docs/reference/testplan.md names exists in the tree.

Usage: check_testplan.py [ROOT]. Each list item below the heading "Testplan" is a feature, a colon, and the names of
suites (`VcFifoTest`), tests (`VcFifoTest.ResetShowsNothing`) or files (`tests/…`) between backquotes.
Tests are those of the sources below tests/ and those that are made from rtl_models/blocks.cmake.
Exit status 1 and one line per fault if one does not exist or a row names none.
"""
import pathlib
import re
import sys

PLAN = "docs/reference/testplan.md"
# TEST, TEST_F, TEST_P, RC_GTEST_PROP and the like, with suite and name, over lines if need be.
DEFINITION = re.compile(
    r"^\s*(?:TYPED_TEST|RC_GTEST_(?:FIXTURE_)?PROP|TEST(?:_F|_P)?)\(\s*([A-Z]\w*),\s*(\w+)",
    re.MULTILINE)
# A row of rtl_models/blocks.cmake: block, class, and the rest.
ROW = re.compile(r"^tin_block\((\w+) (\w+)((?:[^()])*)\)", re.MULTILINE)


def tests_in(root):
    """Suite name -> names of its tests, from the sources below tests/, templates included."""
    suites = {}
    for path in sorted((root / "tests").rglob("*")):
        if path.is_file() and ({".cpp", ".h"} & set(path.suffixes)):
            for suite, name in DEFINITION.findall(path.read_text(encoding="utf-8")):
                suites.setdefault(suite, set()).add(name)
    for _, model, options in block_rows(root):
        for shape in re.findall(r'"([A-Z]\w*)', options) or ["OnlyShape"]:
            suites.setdefault(f"{model}Lockstep", set()).add(shape)
        suites.setdefault("GoldenChecker", set()).add(model)
        suites.setdefault("PinModule", set()).add(f"{model}BehavesAsThePlainModel")
    return suites


def block_rows(root):
    path = root / "rtl_models" / "blocks.cmake"
    return ROW.findall(path.read_text(encoding="utf-8")) if path.exists() else []


def plan_rows(text):
    """(line number, names) of each list item below the heading Testplan; items may have several lines."""
    inside, rows = False, []
    for number, line in enumerate(text.splitlines(), 1):
        if re.match(r"#+ ", line):
            inside = inside and line.startswith("###") or line == "## Testplan"
        elif inside and line.startswith("* "):
            rows.append((number, line))
        elif inside and line.startswith("  ") and rows:
            rows[-1] = (rows[-1][0], rows[-1][1] + line)
    return [(number, item.rpartition(": ")[2]) for number, item in rows]


def exists(name, suites, root):
    if "/" in name:
        return (root / name).exists()
    suite, _, test = name.partition(".")
    return suite in suites and (not test or test in suites[suite])


def faults(root):
    """Error lines, and the suites that the plan does not mention."""
    suites = tests_in(root)
    errors, named, rows = [], set(), 0
    for number, cell in plan_rows((root / PLAN).read_text(encoding="utf-8")):
        rows += 1
        names = re.findall(r"`([^`]+)`", cell)
        if not names:
            errors.append(f"{PLAN}:{number}: names no test")
        for name in names:
            named.add(name.partition(".")[0])
            if not exists(name, suites, root):
                errors.append(f"{PLAN}:{number}: there is no test '{name}'")
    if rows == 0:
        errors.append(f"{PLAN}: no list below '## Testplan'")
    return errors, sorted(set(suites) - named)


def main():
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parents[1]
    errors, unnamed = faults(root)
    for line in errors:
        print(line)
    if unnamed:
        print("not in the plan:", ", ".join(unnamed))
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
