#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Maps every block to gates at each of its shapes, and writes the table of what they need.

Usage: synth.py [--only REGEX] [--limit SECONDS] [--jobs N] [--markdown FILE [--formulas FILE]] SHAPES.json FOLDER

SHAPES.json is written by CMake from rtl_models/blocks.cmake. FOLDER holds what setup_synth.sh has
installed; it takes a folder of files for each shape, and synth.json. A shape that needs more than THOROUGH_S
in Yosys is mapped by native.py instead: with gates.abc, or if that takes THOROUGH_S, too, with quick.abc.
A shape whose sources have not changed since its last result is not mapped again, nor is one that an equal
or longer limit has ended.
The table has all shapes: those that --only leaves out with the result that they have in FOLDER, or with that of the
page where FOLDER has none.
"""
import argparse
import concurrent.futures
import hashlib
import json
import pathlib
import re
import sys

import formulas
import limited
import native
import netlist
import table

HERE = pathlib.Path(__file__).resolve().parent
GATES = HERE / "gates.genlib"
THOROUGH, QUICK = HERE / "gates.abc", HERE / "quick.abc"
INPUTS = [GATES, THOROUGH, HERE / "flops.v"]
THOROUGH_S = 300  # CPU seconds

# From words to gates. Memories stay cells; read-only ones become logic. A flip-flop that loads a
# pin asynchronously is none of the kinds that dfflegalize may use, and ends the run.
MAP = """hierarchy -top {top}
opt
wreduce
peepopt
opt_clean
alumacc
opt
memory -nomap
memory_map -rom-only
opt -fast -full
select t:$mem_v2
write_json -selected memories.json
select -clear
techmap
opt -fast
dfflegalize {flops}
opt -fast -nodffe -nosdff
techmap -map flops.v
"""
ABC = """abc -genlib gates.genlib -script gates.abc
opt_clean
tee -q -o stat.json stat -json
"""
# To the log: files of Yosys in WebAssembly take a time that grows with the square of their size.
WRITE = """tee -q -o stat.json stat -json
write_blif -
"""
KINDS = ["_DFF_P_", "_DFFE_PP_", "_DFF_PN0_", "_DFF_PN1_", "_DFFE_PN0P_", "_DFFE_PN1P_"]


def script(shape, last=ABC):
    """Commands of Yosys for one shape. A large one keeps its blocks apart: each is mapped once."""
    sources = " ".join(pathlib.Path(source).name for source in shape["sources"])
    parameters = " ".join(f"-G {name}={value}" for name, value in shape["parameters"].items())
    apart = "--best-effort-hierarchy" if shape["hierarchy"] else ""
    flops = " ".join(f"-cell ${kind} x" for kind in KINDS)
    return (f"read_slang --threads 1 --ignore-assertions --unroll-limit 100000 {apart} --top {shape['block']} "
            f"{parameters} {sources}\n" + MAP.format(top=shape["block"], flops=flops) + last)


def digest(shape, commands=None):
    """Changes with everything that the result depends on."""
    content = hashlib.sha256((commands or script(shape)).encode())
    for path in [*INPUTS, QUICK, HERE / "package-lock.json", *shape["sources"]]:
        content.update(pathlib.Path(path).read_bytes())
    return content.hexdigest()


def yosys(shape, tool, folder, limit, commands=None):
    """Runs Yosys in `folder`, by default script(); returns CPU seconds and what went wrong, or nothing."""
    (folder / "run.ys").write_text(commands or script(shape))
    node = tool / "node_modules/.bin/node"
    command = [str(node) if node.exists() else "node", "--experimental-wasm-exnref",
               str(HERE / "yosys.mjs"), str(tool), str(folder / "run.ys"),
               *map(str, INPUTS), *shape["sources"]]
    seconds, status, failed = limited.run(command, folder, "log", limit)
    if failed:
        return seconds, failed
    if status:
        text = re.sub(r"\x1b\[[\d;]*m", "", (folder / "log").read_text())
        errors = re.findall(r"^(?:ERROR: |\S+: error: |yosys: )(.*)", text, re.M)
        return seconds, (errors or ["failed"])[0]
    return seconds, None


def known(shape, tool):
    """The row that an earlier run left, if the shape has not changed since."""
    result, key = tool / "shapes" / shape["shape"] / "row.json", digest(shape)
    row = json.loads(result.read_text()) if result.exists() else {}
    if row.get("digest") == key:
        return row
    return {**named(shape, key), "seconds": 0, "failed": "not run"}


def named(shape, key):
    return {**{name: shape[name] for name in ("shape", "block", "parameters")}, "digest": key}


def row_of(shape, tool, kept):
    """The row of a shape that is not mapped in this run: of FOLDER, or of the rows of the page."""
    if not (tool / "shapes" / shape["shape"] / "row.json").exists():
        for row in kept:
            if (row["block"], row["parameters"]) == (shape["block"], shape["parameters"]):
                return {**named(shape, ""), **row}
    return known(shape, tool)


def outside(shape, tool, folder, limit):
    """Maps with an ABC outside Yosys: CPU seconds, what went wrong, the script, and the logic of each module."""
    seconds, failed = yosys(shape, tool, folder, limit, script(shape, WRITE))
    if failed:
        return seconds, failed, QUICK, None
    more, failed, logic = native.mapped(folder, GATES, THOROUGH, THOROUGH_S)
    if failed != limited.over_limit(THOROUGH_S):
        return seconds + more, failed, THOROUGH, logic
    more, failed, logic = native.mapped(folder, GATES, QUICK, limit)
    return seconds + more, failed, QUICK, logic


def synthesize(shape, tool, limit):
    """Writes the row of one shape: its figures, or what went wrong."""
    row = known(shape, tool)
    if "failed" not in row or row.get("over", 0) >= limit:
        return
    folder = tool / "shapes" / shape["shape"]
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("stat.json", "memories.json"):
        (folder / name).unlink(missing_ok=True)
    used, logic = THOROUGH, None
    seconds, failed = yosys(shape, tool, folder, min(limit, THOROUGH_S))
    if failed == limited.over_limit(THOROUGH_S) and limit > THOROUGH_S:
        seconds, failed, used, logic = outside(shape, tool, folder, limit)
    row = {**named(shape, row["digest"]), "seconds": seconds, "abc": used.stem}
    if failed:
        row["failed"] = failed
        if failed == limited.over_limit(limit):
            row["over"] = limit
    else:
        try:
            areas = netlist.gate_areas(GATES.read_text())
            row.update(netlist.read(folder, shape["block"], areas, logic))
        except ValueError as error:
            row["failed"] = failed = str(error)
    (folder / "row.json").write_text(json.dumps(row, indent=1) + "\n")
    print(f"{row['shape']:24} {seconds:5} s  {failed or ''}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--only", default="", help="blocks whose shape's name matches")
    parser.add_argument("--limit", type=int, default=1800, help="CPU seconds for each shape")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--markdown", type=pathlib.Path)
    parser.add_argument("--formulas", type=pathlib.Path, help="C++ source, from the page of --markdown")
    parser.add_argument("shapes", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    arguments = parser.parse_args()
    tool = arguments.folder.resolve()
    shapes = json.loads(arguments.shapes.read_text())
    chosen = [shape for shape in shapes if re.search(arguments.only, shape["shape"])]
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        list(pool.map(lambda shape: synthesize(shape, tool, arguments.limit), chosen))
    kept = table.rows_of(arguments.markdown) if arguments.markdown else []
    rows = [known(shape, tool) if shape in chosen else row_of(shape, tool, kept) for shape in shapes]
    (tool / "synth.json").write_text(json.dumps(rows, indent=1) + "\n")
    if arguments.markdown:
        table.update(arguments.markdown, rows)
    if arguments.formulas:
        formulas.write(arguments.markdown, arguments.formulas)
    names = {shape["shape"] for shape in chosen}
    sys.exit(any("failed" in row and row["shape"] in names for row in rows))


if __name__ == "__main__":
    main()
