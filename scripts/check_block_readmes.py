#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""README check: the port table of each block has the ports of its model, with their widths.

Usage: check_block_readmes.py RTL_MODELS PORT_LIST... A port table begins with "| port | width |". A row
names ports between backquotes and gives the width of each: `12`, or dimensions `[V][12]`, the
outermost first, where a name stands for a parameter. The ports of a model are in its
port lists (rtl_models/common/port_list.h). Exit status 1 and one line per fault.
"""
import json
import pathlib
import re
import sys


def rows(text):
    """(ports, widths) of each row of the port tables."""
    inside = False
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("|"):
            inside = False
        elif cells[0] == "port":
            inside = True
        elif inside and not cells[0].startswith("--"):
            yield re.findall(r"`(\w+)`", cells[0]), cells[1]


def agrees(written, port):
    """Whether a width of a README is that of a port; names of parameters agree with any number."""
    dimensions = port["array"] + ([port["width"]] if port["width"] > 1 or not port["array"] else [])
    tokens = re.findall(r"\[(\w+)\]", written) or [written]
    return len(tokens) == len(dimensions) and all(
        not token.isdigit() or int(token) == size for token, size in zip(tokens, dimensions))


def faults(text, ports):
    ports = {port["name"]: port for port in ports}
    found, named = [], set()
    for names, width in rows(text):
        widths = width.split()
        named.update(names)
        if len(widths) != len(names):
            found.append(f"{', '.join(names)}: {len(widths)} widths")
            continue
        for name, written in zip(names, widths):
            if name not in ports:
                found.append(f"{name}: not in the model")
            elif not agrees(written, ports[name]):
                found.append(f"{name}: width {written}, which is not that of the model")
    return found + [f"{name}: not in the port table" for name in ports if name not in named]


def main():
    folder, *lists = map(pathlib.Path, sys.argv[1:])
    errors = [] if lists else ["no port lists given"]
    for path in lists:
        block = json.loads(path.read_text(encoding="utf-8"))
        readme = folder / block["block"] / "README.md"
        errors += [f"{readme} ({path.stem}): {fault}"
                   for fault in faults(readme.read_text(encoding="utf-8"), block["ports"])]
    for line in errors:
        print(line)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
