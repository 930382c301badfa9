#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes tinsim_golden.py, the models of the blocks for Python: one class per block, one attribute per port.

Usage: python_module.py OUT BASE FOLDER SHAPE...  BASE is the part that does not depend on the blocks
(golden_base.py); the ports are those of FOLDER/SHAPE.json (common/port_list.h).
"""
import json
import pathlib
import sys

CLASS = '''

class {name}(Block):
    """{block}: rtl_models/{block}/README.md. Shapes: {shapes}."""

    BLOCK = "{block}"
{ports}
'''


def class_name(block):
    return "".join(word.capitalize() for word in block.split("_"))


def size_text(port):
    return "".join(f"[{size}]" for size in port["array"]) + (" of " if port["array"] else "") + f"{port['width']} bit{'s' if port['width'] > 1 else ''}"


def main():
    out, base, folder = map(pathlib.Path, sys.argv[1:4])
    lists = [json.loads((folder / f"{shape}.json").read_text(encoding="utf-8")) for shape in sys.argv[4:]]
    text = base.read_text(encoding="utf-8")
    for block in dict.fromkeys(one["block"] for one in lists):
        shapes = [one for one in lists if one["block"] == block]
        described = "; ".join(", ".join(f"{key}={value}" for key, value in one["parameters"].items()) or "one"
                              for one in shapes)
        ports = "\n".join(f"    {port['name']} = Port(\"{port['name']}\", \"{port['direction']}put, {size_text(port)}\")"
                          for port in shapes[0]["ports"])
        text += CLASS.format(name=class_name(block), block=block, shapes=described, ports=ports)
    if not out.exists() or out.read_text(encoding="utf-8") != text:
        out.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
