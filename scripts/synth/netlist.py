# SPDX-License-Identifier: Apache-2.0
"""What Yosys says about a mapped netlist: gates, flip-flops, memory bits, depth."""
import json
import re

# Flip-flops in NAND2 equivalents, by the names of flops.v: plain, with enable, with reset or set.
FLOPS = {"DFF": 5.0, "DFFE": 7.0, "DFFR": 6.0, "DFFS": 6.0, "DFFRE": 8.0, "DFFSE": 8.0}


def gate_areas(genlib):
    """Area of each gate of a genlib, by name."""
    return {name: float(area) for name, area in re.findall(r"^GATE (\w+)\s+([\d.]+)", genlib, re.M)}


def totals(stat, top, areas, logic=None):
    """Gates and flip-flops below `top`, from the JSON of `stat`: every instance counts. `logic`: area and delay of
    each module's logic where it is not among the cells (native.py)."""
    modules = {name.lstrip("\\"): module["num_cells_by_type"]
               for name, module in stat["modules"].items()}

    def add(module):
        gates, flops = (logic[module][0] if logic else 0.0), 0
        for cell, number in modules[module].items():
            cell = cell.lstrip("\\")
            if cell in modules:
                inner = add(cell)
                gates, flops = gates + number * inner[0], flops + number * inner[1]
            elif cell in FLOPS:
                gates, flops = gates + number * FLOPS[cell], flops + number
            elif not logic and cell in areas:
                gates += number * areas[cell]
            elif not (logic and cell.startswith("$_")) and cell not in ("$mem_v2", "$scopeinfo"):
                raise ValueError(f"{module} is not mapped: it has {number} cells {cell}")
        return gates, flops

    return add(top)


def instances(stat, top):
    """How often each module exists below `top`."""
    modules = {name.lstrip("\\"): module["num_cells_by_type"]
               for name, module in stat["modules"].items()}
    counts = {}

    def visit(module, number):
        counts[module] = counts.get(module, 0) + number
        for cell, times in modules[module].items():
            if cell.lstrip("\\") in modules:
                visit(cell.lstrip("\\"), number * times)

    visit(top, 1)
    return counts


def memory_bits(netlist, counts):
    """Bits of the memories, from the JSON of a netlist whose memories are still cells."""
    bits = 0
    for name, module in netlist["modules"].items():
        for cell in module["cells"].values():
            if cell["type"] == "$mem_v2":
                size, width = (int(cell["parameters"][key], 2) for key in ("SIZE", "WIDTH"))
                bits += counts.get(name, 0) * size * width
    return bits


def depth(log):
    """The deepest path of any module, in NAND2 delays, from what ABC printed; 0 without logic."""
    return max((float(delay) for delay in re.findall(r"^ABC: .*delay =\s*([\d.]+)", log, re.M)),
               default=0.0)


def read(folder, top, areas, logic=None):
    """Figures of the run whose files lie in `folder`; `logic` as in totals()."""
    stat = json.loads((folder / "stat.json").read_text())
    gates, flops = totals(stat, top, areas, logic)
    netlist = json.loads((folder / "memories.json").read_text())
    return {"gates": round(gates), "flops": flops,
            "memory_bits": memory_bits(netlist, instances(stat, top)),
            "depth": max(delay for _, delay in logic.values()) if logic else depth((folder / "log").read_text())}
