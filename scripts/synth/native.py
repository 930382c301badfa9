# SPDX-License-Identifier: Apache-2.0
"""Maps the logic of large shapes by the berkeley-abc of the system, which is faster than ABC within Yosys and may use
all memory.

Yosys writes the logic as BLIF, with flip-flops, memories and other modules as .subckt lines. These bound every
path: here each is taken out, what it drives becomes an input of its model and what it reads an output.
"""
import re

import limited

# Pins that a cell drives; those of a module are known from its .outputs.
DRIVEN = re.compile(r"Q$|RD_DATA(\[\d+\])?$")


def models(lines):
    """The models of BLIF by name: inputs, outputs, instances as (type, {pin: net}), other lines. Lines before, between
    and after models do not count."""
    found, model = {}, None
    for line in lines:
        words = line.split()
        if words and words[0] == ".model":
            model = found[words[1]] = {"inputs": [], "outputs": [], "instances": [], "logic": []}
        elif not words or not model or words[0] in (".attr", ".param") or line.startswith("#"):
            continue
        elif words[0] == ".end":
            model = None
        elif words[0] in (".inputs", ".outputs"):
            model[words[0][1:]] += words[1:]
        elif words[0] == ".subckt":
            model["instances"].append((words[1], dict(pin.split("=", 1) for pin in words[2:])))
        else:
            model["logic"].append(line)
    return found


def without_instances(name, model, outputs_of):
    """The lines of a model whose instances are taken out; `outputs_of`: pins that modules drive, by module."""
    driven, read = set(model["inputs"]), set(model["outputs"])
    for kind, pins in model["instances"]:
        for pin, net in pins.items():
            drives = pin in outputs_of[kind] if kind in outputs_of else DRIVEN.match(pin)
            (driven if drives else read).add(net)
    # A net from one instance to another has no logic of this model.
    return [f".model {name}", f".inputs {' '.join(sorted(driven))}", f".outputs {' '.join(sorted(read - driven))}",
            *model["logic"], ".end"]


def figures(printed):
    """(area, delay) of what ABC printed last; both 0 without logic."""
    found = re.findall(r"area =\s*([\d.]+)\s+delay =\s*([\d.]+)", printed)
    return (float(found[-1][0]), float(found[-1][1])) if found else (0.0, 0.0)


def mapped(folder, genlib, script, limit):
    """Maps the BLIF in folder/log: CPU seconds, what went wrong or nothing, and area and delay of each model, in those
    of a NAND2."""
    with open(folder / "log") as log:
        found = models(line.rstrip("\n") for line in log)
    outputs_of = {name: set(model["outputs"]) for name, model in found.items()}
    result, used = {}, 0
    for name, model in found.items():
        (folder / "cut.blif").write_text("\n".join(without_instances(name, model, outputs_of)) + "\n")
        steps = "; ".join(["read_genlib " + str(genlib), "read_blif cut.blif", *script.read_text().split("\n")])
        seconds, status, failed = limited.run(["berkeley-abc", "-c", steps], folder, "abc.log", limit)
        used += seconds
        printed = (folder / "abc.log").read_text()
        if failed or status or re.search(r"\b(failed|[Cc]annot)\b", printed):
            return used, failed or f"ABC: {printed.strip().splitlines()[-1]}", {}
        result[name] = figures(printed)
    return used, None, result
