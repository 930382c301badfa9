#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Include check: SystemC stays at the boundary, so that blocks, parts and the chip core run in a plain loop.

Usage: check_includes.py [ROOT]. Exit status 1 and one line per file that includes SystemC or TLM headers
and may not (docs/architecture.md, Folders).
"""
import pathlib
import re
import sys

ROOT_FOLDERS = ("rtl_models", "tlm", "platform", "testbench", "tests", "bench")
SOURCES = {".h", ".cpp", ".inl", ".in"}
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]((?:systemc|tlm|sysc|tlm_core|tlm_utils)(?:\.h)?(?:/.*)?)[>"]',
                     re.MULTILINE)
ALLOWED = re.compile(
    r"tlm/|platform/|testbench/|tests/|bench/"
    r"|rtl_models/common/pin_module\.h$|rtl_models/[a-z_]+/[a-z_]+_pins\.h$")
# Libraries inside allowed folders that do without.
PLAIN = re.compile(r"tlm/tin/cell_switch/|tlm/ethernet/|tlm/host/"
    r"|tlm/pcie/(?:byte_view|dma|dma_memory|mmio|pcie_link|pcie_link_host|pcie_params|read_latency|tlp|tlp_sender)\."
    r"|platform/(?:config|topology|routing|traffic|stats|trace)/|platform/(?:cycles|link_plan)\.")


def includes_systemc(text):
    # Our own tlm/ folder is included as "tlm/gnet/..." and so on; the library only as <tlm> or <tlm...>.
    return any(not name.startswith("tlm/") for name in INCLUDE.findall(text))


def faults(root):
    found = []
    for folder in ROOT_FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            name = path.relative_to(root).as_posix()
            if not path.is_file() or path.suffix not in SOURCES:
                continue
            if ALLOWED.match(name) and not PLAIN.match(name):
                continue
            if includes_systemc(path.read_text(encoding="utf-8")):
                found.append(f"{name}: includes SystemC")
    return found


def main():
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parents[1]
    found = faults(root)
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
