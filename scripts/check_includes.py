#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Include check: floors, cycles, names of files, and where SystemC may be (docs/explanation/architecture.md, Folders).

Usage: check_includes.py [ROOT]. Exit status 1, and one line per fault:
- an include of a folder on a higher floor (FLOORS in source_tree.py), or folders that include each other;
- a file at the top of a floor that has folders, or a folder that has no place in FLOORS;
- a file name that exists in two folders;
- SystemC or TLM headers in blocks, parts, the chip core and data, which run in a plain loop.
"""
import collections
import pathlib
import re
import sys

from source_tree import SOURCES, TOPS, climbing, cycles, floor_of, folder_graph, included

SYSTEMC_IN = ("rtl_models", "tlm", "platform", "testbench", "tests", "bench")
SYSTEMC = re.compile(r'^\s*#\s*include\s*[<"]((?:systemc|tlm|sysc|tlm_core|tlm_utils)(?:\.h)?(?:/.*)?)[>"]',
                     re.MULTILINE)
MAY_HAVE_SYSTEMC = re.compile(
    r"tlm/(?:sockets|tin)/[^/]+$|platform/(?:ranks|services|build|run|open|cli)/|testbench/|tests/|bench/"
    r"|rtl_models/common/pin_module\.h$")
# Floors whose sources all lie in folders.
ONLY_FOLDERS = ("rtl_models", "tlm", "platform")


def systemc_faults(root):
    for top in SYSTEMC_IN:
        for path in sorted((root / top).rglob("*")):
            name = path.relative_to(root).as_posix()
            if not path.is_file() or path.suffix not in SOURCES | {".in"} or MAY_HAVE_SYSTEMC.match(name):
                continue
            # Our own tlm/ folder is included as "tlm/gnet/..."; the library as <tlm> or <tlm...>.
            found = SYSTEMC.findall(path.read_text(encoding="utf-8"))
            if any(not header.startswith("tlm/") for header in found):
                yield f"{name}: includes SystemC"


def include_faults(root):
    pairs = list(included(root))
    for source, target in climbing(pairs):
        yield f"{source}: includes {target}, which lies on a higher floor"
    graph = folder_graph(pairs)
    for cycle in cycles(graph):
        yield f"{', '.join(cycle)}: include each other"


def place_faults(root):
    folders_of = collections.defaultdict(set)
    for top in TOPS:
        for path in sorted((root / top).rglob("*")):
            name = path.relative_to(root)
            if not path.is_file() or path.suffix not in SOURCES | {".sv"}:
                continue
            if len(name.parts) == 2 and top in ONLY_FOLDERS:
                yield f"{name}: lies at the top of its floor; expected a folder"
            if floor_of(name.parent) is None:
                yield f"{name}: its folder has no place in FLOORS (scripts/source_tree.py)"
            folders_of[name.name].add(str(name.parent))
    for name, folders in sorted(folders_of.items()):
        if len(folders) > 1:
            yield f"{name}: exists in {', '.join(sorted(folders))}"


def faults(root):
    return [*systemc_faults(root), *include_faults(root), *place_faults(root)]


def main():
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parents[1]
    found = faults(root)
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
