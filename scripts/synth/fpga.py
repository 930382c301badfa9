#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Maps the ExaNet blocks to the FPGA family of their paper, and writes what they need beside its Table 1.

Usage: fpga.py [--limit SECONDS] --markdown FILE SHAPES.json FOLDER

The family is that of Zynq UltraScale+ (synth_xilinx -family xcup of Yosys): tables of six inputs and flip-flops.
Memories stay cells, whose bits are counted: the paper's router has none of the block memories of its FIFOs either.
There is no placement, so the figures are those before it. SHAPES.json and FOLDER are as for synth.py.
"""
import argparse
import json
import pathlib
import re
import sys

import netlist
import synth
import table

# Without the steps that map memories; a memory ends a path as a flip-flop does.
MAP = """hierarchy -top {top}
synth_xilinx -family xcup -top {top} -flatten -noiopad -noclkbuf -run begin:map_memory
opt_clean
select t:$mem_v2
write_json -selected memories.json
select -clear
synth_xilinx -family xcup -top {top} -flatten -noiopad -noclkbuf -run fine:check
tee -q -o stat.json stat -json
"""
LUT = re.compile(r"(LUT\d|SRL\w+|MUXF\d)$")
FLOP = re.compile(r"FD[A-Z]E(_1)?$")
OTHER = re.compile(r"(\$mem_v2|\$scopeinfo|CARRY\d|INV|VCC|GND|BUFG)$")

# Rows of Table 1: name there, its LUTs and registers, the blocks that are this part here.
PAPER = (
    ("APErouter 3x2", 9599, 7649, ("exanet_router_full",)),
    ("APElink TCL, two of them", 5253, 4854, 2 * ("exanet_apelink_framer", "exanet_credit_manager")),
)


def commands(shape):
    sources = " ".join(pathlib.Path(source).name for source in shape["sources"])
    parameters = " ".join(f"-G {name}={value}" for name, value in shape["parameters"].items())
    return (f"read_slang --threads 1 --ignore-assertions --unroll-limit 100000 --top {shape['block']} {parameters} "
            f"{sources}\n" + MAP.format(top=shape["block"]))


def figures(stat, memories, top):
    """LUTs, flip-flops and bits of memories. Wide multiplexers and carries are beside the LUTs, as in the paper."""
    cells = stat["modules"]["\\" + top]["num_cells_by_type"]
    unknown = {name for name in cells if not (LUT.match(name) or FLOP.match(name) or OTHER.match(name))}
    if unknown:
        raise ValueError(f"{top} is not mapped: it has cells {sorted(unknown)}")
    return {"luts": sum(n for name, n in cells.items() if name.startswith(("LUT", "SRL"))),
            "registers": sum(n for name, n in cells.items() if FLOP.match(name)),
            "memory_bits": netlist.memory_bits(memories, {top: 1})}


def map_shape(shape, tool, limit):
    """The figures of a shape, which stay in its folder until its commands or sources change."""
    folder = tool / "fpga" / shape["shape"]
    folder.mkdir(parents=True, exist_ok=True)
    key, result = synth.digest(shape, commands(shape)), folder / "figures.json"
    known = json.loads(result.read_text()) if result.exists() else {}
    if known.get("digest") == key:
        return known
    seconds, failed = synth.yosys(shape, tool, folder, limit, commands(shape))
    if failed:
        raise SystemExit(f"{shape['shape']}: {failed} after {seconds} s; {folder}/log")
    made = figures(*(json.loads((folder / name).read_text()) for name in ("stat.json", "memories.json")), shape["block"])
    print(f"{shape['shape']:24} {seconds:5} s  {made}", flush=True)
    result.write_text(json.dumps({"digest": key, **made}) + "\n")
    return made


def lines(mapped):
    """The table; `mapped` has the figures of each shape."""
    made = ["| part | LUTs, paper | LUTs, here | registers, paper | registers, here | memory bits, here | blocks |",
            "|---|---|---|---|---|---|---|"]
    for name, luts, registers, blocks in PAPER:
        ours = {key: sum(mapped[block][key] for block in blocks) for key in ("luts", "registers", "memory_bits")}
        made.append(f"| {name} | {luts:,} | {ours['luts']:,} | {registers:,} | {ours['registers']:,} "
                    f"| {ours['memory_bits']:,} | {', '.join(f'`{block}`' for block in dict.fromkeys(blocks))} |")
    return made


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--limit", type=int, default=1800, help="CPU seconds for each shape")
    parser.add_argument("--markdown", type=pathlib.Path, required=True)
    parser.add_argument("shapes", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    arguments = parser.parse_args()
    shapes = {shape["shape"]: shape for shape in json.loads(arguments.shapes.read_text())}
    wanted = dict.fromkeys(block for *_, blocks in PAPER for block in blocks)
    mapped = {name: map_shape(shapes[name], arguments.folder.resolve(), arguments.limit) for name in wanted}
    table.replace(arguments.markdown, {"resources": lines(mapped)})


if __name__ == "__main__":
    sys.exit(main())
