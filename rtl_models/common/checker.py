#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the SystemVerilog that is made from a block's port list (common/port_list.h).

Usage: checker.py FOLDER SHAPE...  It reads FOLDER/SHAPE.json of each shape and writes for each block
  BLOCK_checker.sv  golden checker: compares every output with the C++ model in every cycle
  BLOCK_if.sv       interface with the ports, for benches that call the model themselves
  BLOCK_bind.sv     bind of the checker to the block; for a part, which has no clock:
                    BLOCK_bench.sv, a module with a clock that holds the part and the checker
  BLOCK.vlt         for a block with a back door: its registers, public to the bench
All have the parameters of the block: a dimension of a port that differs between the shapes is the
parameter that has its value in each of them, or a sum of two parameters, of which one may count twice.
Files that have not changed are not written again.
"""
import itertools
import json
import pathlib
import sys

CHECKER = """\
// Golden checker of {block}, made from the port list of its model.
module {block}_checker
  import tinsim_golden_pkg::*;
#(
{parameters}  // Cycles with a mismatch until $fatal; 0: the run goes on, and fails when it ends.
  parameter int unsigned MaxMismatches = 1,
  // Name in messages; the instance path without it.
  parameter string Name = ""
) (
  input logic clk_i,
  input logic rst_ni,
{ports}
);

{words}

  tinsim_golden_checker #(
    .Block("{block}"), .ParameterNames("{names}"),
    .ParameterCount(ParameterCount), .ParameterValues(ParameterValues),
    .PortCount(PortCount), .PortBits(PortBits), .InWords(InWords), .OutWords(OutWords),
    .MaxMismatches(MaxMismatches), .Name(Name)
  ) i_golden (
    .clk_i, .rst_ni, .in_i(in_words), .out_i(out_words)
  );

endmodule
"""

WORDS = """\
  // Ports as tinsim_golden_pkg has them, inputs first; in a concatenation the first one is last.
  localparam int unsigned ParameterCount = {count};
  localparam bit [ParameterCount-1:0][31:0] ParameterValues = {{{values}}};
  localparam int unsigned PortCount = {num_ports};
  localparam bit [PortCount-1:0][31:0] PortBits = {{
    {bits}
  }};
  localparam int unsigned InWords = (
    {in_sizes}) / 32;
  localparam int unsigned OutWords = (
    {out_sizes}) / 32;
  logic [InWords-1:0][31:0] in_words;
  logic [OutWords-1:0][31:0] out_words;
  assign in_words = {{
    {in_names}
  }};
  assign out_words = {{
    {out_names}
  }};"""

INTERFACE = """\
// Ports of {block}, made from the port list of its model.
interface {block}_if
  import tinsim_golden_pkg::*;
{header}(
  input logic clk_i,
  input logic rst_ni
);

{ports}

{words}

  // The model of the block in this shape; null if there is none (tinsim_dpi_create).
  function automatic chandle create();
    int unsigned values[ParameterCount];
    int unsigned bits[PortCount];
    for (int unsigned n = 0; n < ParameterCount; n++) values[n] = ParameterValues[n];
    for (int unsigned n = 0; n < PortCount; n++) bits[n] = PortBits[n];
    return tinsim_dpi_create("{block}", "{names}", values, bits);
  endfunction
endinterface
"""

BIND = """\
// The golden checker of {block} in each of its instances, in the shape of the instance.
bind {block} {block}_checker {connected}i_checker (.*);
"""

BENCH = """\
// {block}, a part, with its golden checker, which looks at every rising edge.
module {block}_bench {header}(
  input logic clk_i,
  input logic rst_ni,
{inputs}
);

{outputs}

  {block} {connected}i_part (.*);
  {block}_checker {connected}i_checker (.*);

endmodule
"""

CONFIG = """\
// Registers of {block} that a bench may set by the back door.
`verilator_config
{registers}
"""


def dimension(sizes, shapes):
    """A dimension in SystemVerilog: `sizes` are its values in the shapes."""
    if len(set(sizes)) == 1:
        return str(sizes[0])
    names = list(shapes[0]["parameters"])
    sums = {name: ((1, name),) for name in names}
    for first, second in itertools.permutations(names, 2):
        sums[f"{first}+{second}"] = ((1, first), (1, second))
        sums[f"{first}+2*{second}"] = ((1, first), (2, second))
    for text, terms in sums.items():
        if all(size == sum(factor * shape["parameters"][name] for factor, name in terms)
               for size, shape in zip(sizes, shapes)):
            return text
    sys.exit(f"{shapes[0]['block']}: a dimension of {sizes} is neither one of its parameters nor a sum of two; "
             "expected one that is")


def declared(kind, ports, shapes):
    """Declarations of ports in SystemVerilog, names below each other."""
    texts = []
    for port in ports:
        same = [next(p for p in shape["ports"] if p["name"] == port["name"]) for shape in shapes]
        sizes = [dimension(values, shapes) for values in zip(*(p["array"] + [p["width"]] for p in same))]
        if sizes[-1] == "1":
            sizes.pop()
        texts.append(f"{kind} " + "".join(f"[{int(s) - 1 if s.isdigit() else s + '-1'}:0]" for s in sizes))
    column = max(len(text.strip()) for text in texts) + 1
    return [f"{text.strip():{column}}{port['name']}" for text, port in zip(texts, ports)]


def of_direction(block, direction):
    return [port for port in block["ports"] if port["direction"] == direction]


def parameter_lines(block):
    return [f"  parameter int unsigned {name} = {value}" for name, value in block["parameters"].items()]


def header(block):
    lines = parameter_lines(block)
    return "#(\n" + ",\n".join(lines) + "\n) " if lines else ""


def connected(block):
    names = block["parameters"]
    return "#(" + ", ".join(f".{name}({name})" for name in names) + ") " if names else ""


def words(block):
    inputs, outputs = of_direction(block, "in"), of_direction(block, "out")
    padded = [[f"golden_padded($bits({port['name']}))" for port in ports] for ports in (inputs, outputs)]
    packed = [[f"{size}'({port['name']})" for size, port in zip(sizes, ports)]
              for sizes, ports in zip(padded, (inputs, outputs))]
    return WORDS.format(
        count=max(1, len(block["parameters"])), num_ports=len(inputs + outputs),
        values=", ".join(f"32'd0 | {name}" for name in reversed(block["parameters"])) or "32'd0",
        bits=",\n    ".join(f"32'($bits({port['name']}))" for port in reversed(inputs + outputs)),
        in_sizes=" +\n    ".join(padded[0]), out_sizes=" +\n    ".join(padded[1]),
        in_names=",\n    ".join(reversed(packed[0])), out_names=",\n    ".join(reversed(packed[1])))


def checker(shapes):
    block = shapes[0]
    return CHECKER.format(
        block=block["block"], names=",".join(block["parameters"]), words=words(block),
        parameters="".join(line + ",\n" for line in parameter_lines(block)),
        ports=",\n".join(f"  input {line}" for line in declared("logic", block["ports"], shapes)))


def interface(shapes):
    block = shapes[0]
    return INTERFACE.format(
        block=block["block"], names=",".join(block["parameters"]), words=words(block), header=header(block),
        ports="\n".join(f"  {line};" for line in declared("logic", block["ports"], shapes)))


def bench(shapes):
    block = shapes[0]
    lines = {direction: declared("logic", of_direction(block, direction), shapes)
             for direction in ("in", "out")}
    return BENCH.format(block=block["block"], header=header(block), connected=connected(block),
                        inputs=",\n".join(f"  input {line}" for line in lines["in"]),
                        outputs="\n".join(f"  {line};" for line in lines["out"]))


def config(block):
    return CONFIG.format(block=block["block"], registers="\n".join(
        f'public_flat_rw -module "{block["block"]}" -var "{register["name"]}"'
        for register in block["registers"]))


def files(shapes):
    """File name -> text of all that is made from the port lists of a block."""
    block = shapes[0]
    name = block["block"]
    made = {f"{name}_checker.sv": checker(shapes), f"{name}_if.sv": interface(shapes)}
    if block["kind"] == "part":
        made[f"{name}_bench.sv"] = bench(shapes)
    else:
        made[f"{name}_bind.sv"] = BIND.format(block=name, connected=connected(block))
    if block["registers"]:
        made[f"{name}.vlt"] = config(block)
    return {name: "// SPDX-License-Identifier: Apache-2.0\n" + text for name, text in made.items()}


def main():
    folder = pathlib.Path(sys.argv[1])
    blocks = {}
    for shape in sys.argv[2:]:
        block = json.loads((folder / f"{shape}.json").read_text(encoding="utf-8"))
        blocks.setdefault(block["block"], []).append(block)
    for shapes in blocks.values():
        for name, text in files(shapes).items():
            path = folder / name
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
