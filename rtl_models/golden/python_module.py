#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes tinsim_golden.py, the models of the blocks for Python: one class per block, one attribute per port.

Usage: python_module.py OUT BASE LIBDIR FOLDER SHAPE...  BASE is the part that does not depend on the blocks
(golden_base.py); the library is in LIBDIR below the prefix; the ports are those of FOLDER/SHAPE.json
(common/port_list.h).
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


PORT = '    {name} = Port("{name}", "{text}")'


def class_name(block):
    return "".join(word.capitalize() for word in block.split("_"))


def size_text(port):
    bits = f"{port['width']} bits" if port["width"] > 1 else "1 bit"
    return "".join(f"[{size}]" for size in port["array"]) + (" of " if port["array"] else "") + bits


def main():
    out, base, libdir, folder, *shapes = sys.argv[1:]
    lists = [json.loads(pathlib.Path(folder, f"{shape}.json").read_text(encoding="utf-8")) for shape in shapes]
    text = pathlib.Path(base).read_text(encoding="utf-8").replace("@LIBDIR@", libdir)
    for block in dict.fromkeys(one["block"] for one in lists):
        of_block = [one for one in lists if one["block"] == block]
        described = "; ".join(", ".join(f"{key}={value}" for key, value in one["parameters"].items()) or "one"
                              for one in of_block)
        ports = "\n".join(PORT.format(name=port["name"], text=f"{port['direction']}put, {size_text(port)}")
                          for port in of_block[0]["ports"])
        text += CLASS.format(name=class_name(block), block=block, shapes=described, ports=ports)
    pathlib.Path(out).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
