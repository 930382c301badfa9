#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the SystemVerilog that is made from a block's port list (common/port_list.h).

Usage: checker.py FOLDER SHAPE...  For each SHAPE it reads FOLDER/SHAPE.json and writes
  SHAPE_checker.sv  golden checker: compares every output with the C++ model in every cycle
  SHAPE_bind.sv     its bind to the block; for a part, which has no clock: SHAPE_bench.sv, a module
                    with a clock that holds the part and the checker
  BLOCK.vlt         for a block with a back door: its registers, public to the bench
The C functions are those of TIN_DPI(SHAPE, ...), common/dpi.h. The first port of the list is in the
most significant bits of what they take and return. A step gives the outputs of the cycle that the
clock edge ends, from the inputs of that cycle. Files that have not changed are not written again.
"""
import json
import pathlib
import sys

CHECKER = """\
// Golden checker of {block}, made from the port list of {model}.
module {shape}_checker (
  input logic clk_i,
  input logic rst_ni,
{ports}
);

  typedef struct packed {{
{outputs}
  }} out_t;

  localparam int unsigned InW = {in_width};
  localparam int unsigned OutW = $bits(out_t);

  import "DPI-C" function chandle c_dpi_{shape}_new();
  import "DPI-C" function int c_dpi_{shape}_reset(input chandle h, input bit [InW-1:0] in);
  import "DPI-C" function int c_dpi_{shape}_step(input chandle h, input bit [InW-1:0] in,
                                                 output bit [OutW-1:0] out);
  import "DPI-C" function string c_dpi_{shape}_error(input chandle h);
  import "DPI-C" function void c_dpi_{shape}_free(input chandle h);

  bit [InW-1:0] golden_in;
  out_t actual, expected;
  assign golden_in = {{
    {in_names}
  }};
  assign actual = {{
    {out_names}
  }};

  chandle golden;
  longint unsigned cycle;
  initial golden = c_dpi_{shape}_new();

  always @(posedge clk_i or negedge rst_ni) begin : p_golden
    if (!rst_ni) begin
      cycle <= 0;
      if (c_dpi_{shape}_reset(golden, golden_in) != 0) begin
        $fatal(1, "golden model in reset: %s", c_dpi_{shape}_error(golden));
      end
    end else begin
      cycle <= cycle + 1;
      if (c_dpi_{shape}_step(golden, golden_in, expected) != 0) begin
        $fatal(1, "cycle %0d: golden model: %s", cycle, c_dpi_{shape}_error(golden));
      end
      if (actual != expected) begin
{comparisons}
        $fatal(1, "cycle %0d: outputs differ from the golden model", cycle);
      end
    end
  end

  final begin
    c_dpi_{shape}_free(golden);
    $display("%m: %0d cycles matched", cycle);
    if (cycle == 0) begin
      $fatal(1, "the checker compared nothing");
    end
  end

endmodule
"""

COMPARISON = """\
        if (actual.{name} != expected.{name}) begin
          $display("%m: cycle %0d: {name}: expected %h, actual %h",
                   cycle, expected.{name}, actual.{name});
        end"""

BIND = """\
// The golden checker of {block} in each of its instances.
bind {block} {shape}_checker i_checker (.*);
"""

BENCH = """\
// {block}, a part, with its golden checker, which looks at every rising edge.
module {shape}_bench (
  input logic clk_i,
  input logic rst_ni,
{inputs}
);

{outputs}

  {block} i_part (.*);
  {shape}_checker i_checker (.*);

endmodule
"""

CONFIG = """\
// Registers of {block} that a bench may set by the back door.
`verilator_config
{registers}
"""


def declared(kind, ports):
    """Declarations of ports in SystemVerilog, names below each other."""
    types = []
    for port in ports:
        sizes = port["array"] + ([port["width"]] if port["width"] > 1 else [])
        types.append(f"{kind} " + "".join(f"[{size - 1}:0]" for size in sizes))
    column = max(len(text.strip()) for text in types) + 1
    return [f"{text.strip():{column}}{port['name']}" for text, port in zip(types, ports)]


def bits(port):
    total = port["width"]
    for size in port["array"]:
        total *= size
    return total


def of_direction(block, direction):
    return [port for port in block["ports"] if port["direction"] == direction]


def checker(shape, block):
    ports = block["ports"]
    inputs, outputs = of_direction(block, "in"), of_direction(block, "out")
    return CHECKER.format(
        shape=shape, block=block["block"], model=block["model"],
        ports=",\n".join(f"  input {line}" for line in declared("logic", ports)),
        outputs="\n".join(f"    {line};" for line in declared("bit", outputs)),
        in_width=sum(bits(p) for p in inputs),
        in_names=",\n    ".join(p["name"] for p in inputs),
        out_names=",\n    ".join(p["name"] for p in outputs),
        comparisons="\n".join(COMPARISON.format(name=p["name"]) for p in outputs))


def bench(shape, block):
    lines = {direction: declared("logic", of_direction(block, direction))
             for direction in ("in", "out")}
    return BENCH.format(shape=shape, block=block["block"],
                        inputs=",\n".join(f"  input {line}" for line in lines["in"]),
                        outputs="\n".join(f"  {line};" for line in lines["out"]))


def config(block):
    return CONFIG.format(block=block["block"], registers="\n".join(
        f'public_flat_rw -module "{block["block"]}" -var "{register["name"]}"'
        for register in block["registers"]))


def files(shape, block):
    """File name -> text of all that is made from one port list."""
    made = {f"{shape}_checker.sv": checker(shape, block)}
    if block["kind"] == "part":
        made[f"{shape}_bench.sv"] = bench(shape, block)
    else:
        made[f"{shape}_bind.sv"] = BIND.format(shape=shape, block=block["block"])
    if block["registers"]:
        made[f"{block['block']}.vlt"] = config(block)
    return {name: "// SPDX-License-Identifier: Apache-2.0\n" + text for name, text in made.items()}


def main():
    folder = pathlib.Path(sys.argv[1])
    for shape in sys.argv[2:]:
        block = json.loads((folder / f"{shape}.json").read_text(encoding="utf-8"))
        for name, text in files(shape, block).items():
            path = folder / name
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
