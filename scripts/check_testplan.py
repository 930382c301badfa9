#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Testplan check: every test that docs/verification.md names exists in the tree.

Usage: check_testplan.py [ROOT]. In each table below the heading "Testplan", the last column names
suites (`VcFifoTest`), tests (`VcFifoTest.ResetShowsNothing`) or files (`tests/…`) between backquotes.
Each block of rtl_models/ has a row in the status of README.md. Exit status 1 and one line per fault if one does not exist or a row names none.
"""
import pathlib
import re
import sys

PLAN = "docs/verification.md"
# TEST, TEST_F, TEST_P, RC_GTEST_PROP and the like, with suite and name, over lines if need be.
DEFINITION = re.compile(
    r"^\s*(?:TYPED_TEST|RC_GTEST_(?:FIXTURE_)?PROP|TEST(?:_F|_P)?)\(\s*([A-Z]\w*),\s*(\w+)",
    re.MULTILINE)


def tests_in(root):
    """Suite name -> names of its tests, from the sources below tests/, templates included."""
    suites = {}
    for path in sorted((root / "tests").rglob("*")):
        if path.is_file() and ({".cpp", ".h"} & set(path.suffixes)):
            for suite, name in DEFINITION.findall(path.read_text(encoding="utf-8")):
                suites.setdefault(suite, set()).add(name)
    return suites


def plan_rows(text):
    """(line number, last cell) of each table row below the heading Testplan."""
    inside = False
    for number, line in enumerate(text.splitlines(), 1):
        if re.match(r"#+ ", line):
            inside = inside and line.startswith("###") or line == "## Testplan"
        is_row = inside and line.startswith("|") and not re.match(r"\|[-| ]+\|$", line)
        if is_row and not line.startswith("| feature "):
            yield number, line.rstrip().rstrip("|").split("|")[-1]


def exists(name, suites, root):
    if "/" in name:
        return (root / name).exists()
    suite, _, test = name.partition(".")
    return suite in suites and (not test or test in suites[suite])


def blocks_without_row(root):
    """Names of blocks with SystemVerilog that the tables of README.md do not have."""
    path = root / "README.md"
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    blocks = sorted(source.stem for source in (root / "rtl_models").glob("*/*.sv")
                    if source.stem == source.parent.name)
    return [block for block in blocks if f"| [{block}](rtl_models/{block}/README.md) |" not in text]


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
        errors.append(f"{PLAN}: no table below '## Testplan'")
    errors += [f"README.md: has no row for block '{block}'" for block in blocks_without_row(root)]
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
