#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Puts a module of the user behind the ports of a block of tinsim, for tinsim_add_dut().

Writes OUT/<name>_dut.sv, a module with the block's ports around the user's, and OUT/<name>_ports.h, which names the
ports for reports. A fault is one line on standard error, with file and port, and exit status 1.
"""
import argparse
import json
import pathlib
import subprocess
import sys

from dut_ports import Expression, Fault, bits_text, block_ports, near, user_ports

WRAPPER = """\
// {top} behind the ports of {block}; written by tinsim_add_dut({name}).
/* verilator lint_off DECLFILENAME */
/* verilator lint_off PINCONNECTEMPTY */
/* verilator lint_off UNUSED */
module {name}_dut (
{ports}
);
{wires}
  {top}{parameters} i_dut (
{pins}
  );
endmodule
"""

HEADER = """\
// Names of the ports of {top} for reports; written by tinsim_add_dut({name}).
#pragma once

#include "testbench/dut/dut_options.h"

inline const std::vector<tinsim::Dut::Port> kDutPorts = {{{ports}}};
inline const std::vector<unsigned> kDutLatency = {{{latency}}};
"""

CLOCK = ("clk_i", "rst_ni")


class Wrapper:
    def __init__(self, options):
        self.options = options
        port_list = json.loads(pathlib.Path(options.port_list).read_text(encoding="utf-8"))
        self.block, self.kind = port_list["block"], port_list["kind"]
        self.ours = block_ports(port_list)
        self.theirs = user_ports(self.elaborate(), options.top)
        self.latency = self.latencies()
        self.optional = ()  # ports of the block that the user's need not have
        if self.kind == "part" and any(self.latency.values()):
            if not all(self.latency.values()):
                raise Fault(f"LATENCY: {self.block} is combinational; expected 0 or at least 1 for all of its outputs")
            self.optional = CLOCK
            self.ours = {**block_ports({"kind": "stage", "ports": []}), **self.ours}
        self.entries = self.read_entries()
        self.driven = {name: [None] * port.width for name, port in self.ours.items()}  # by which port, of outputs
        self.taken = {name: [False] * port.width for name, port in self.ours.items()}  # by a port or by FIX, of inputs
        self.names = {}
        for entry in options.fix:
            self.fix(entry)

    def elaborate(self):
        """Verilator's XML of the user's module."""
        options = self.options
        xml = pathlib.Path(options.out) / f"{options.name}.xml"
        command = [options.verilator, "--xml-only", "--xml-output", xml, "--top", options.top, "-Wno-lint",
                   "-Wno-style", "-Wno-fatal", "-Mdir", options.out, *(f"-G{parameter}" for parameter in options.parameter),
                   *options.verilator_option, *options.source]
        done = subprocess.run([*map(str, command)], capture_output=True, text=True, check=False)
        if done.returncode:
            sys.stderr.write("".join(line + "\n" for line in done.stderr.splitlines() if "Exiting due" not in line))
            raise Fault(f"Verilator does not read {', '.join(options.source)} with the top {options.top}; the error is "
                        "above")
        return xml

    def latencies(self):
        outputs = [name for name, port in self.ours.items() if port.direction == "out"]
        latency = dict.fromkeys(outputs, 0)
        for entry in self.options.latency:
            name, _, cycles = entry.rpartition("=")
            if not cycles.isdigit() or int(cycles) > 15:
                raise Fault(f"LATENCY {entry}: expected 0 to 15 cycles, or <output of {self.block}>=<cycles>")
            if name and name not in latency:
                raise Fault(f"LATENCY {entry}: {self.block} has no output {name}; {near(name, outputs)}")
            latency.update(dict.fromkeys([name] if name else outputs, int(cycles)))
        return latency

    def fix(self, entry):
        """Checks <input>[index]...=<number>; CMake has seen that it has this form."""
        text, _, value = entry.partition("=")
        name, block = text.partition("[")[0], self.block
        inputs = {name: port for name, port in self.ours.items()
                  if port.direction == "in" and name not in CLOCK}
        if name in CLOCK:
            raise Fault(f"FIX {entry}: clock and reset cannot be held; expected one of {', '.join(sorted(inputs))}")
        if name not in inputs:
            raise Fault(f"FIX {entry}: {block} has no input {name}; {near(name, inputs)}")
        port, piece = inputs[name], Expression(text, block, inputs, f"FIX {entry}").parse()[0]
        element = port.sizes[-1]
        width = min(piece.width, element)
        highest = min(1 << width, 1 << 64) - 1
        if int(value, 0) > highest:
            what = text if piece.width <= element else f"an element of {text}"
            raise Fault(f"FIX {entry}: {what} of {block} has {bits_text(width)}; expected at most {highest}")
        bits = slice(piece.low, piece.low + piece.width)
        if any(self.taken[name][bits]):
            raise Fault(f"FIX {entry}: it is held twice; expected one value for each bit of {name}")
        self.taken[name][bits] = [True] * piece.width

    def read_entries(self):
        entries = {}
        for entry in self.options.port:
            name, equals, text = entry.partition("=")
            name = name.strip()
            if not equals:
                raise Fault(f"PORTS {entry}: expected <port of {self.options.top}>=<port of {self.block}>")
            if name not in self.theirs:
                raise Fault(f"PORTS {entry}: {self.options.top} ({self.options.source[-1]}) has no port {name}; "
                            f"{near(name, self.theirs)}")
            if name in entries:
                raise Fault(f"PORTS {entry}: {name} is connected twice")
            entries[name] = text.strip()
        for name in self.theirs:
            if name in self.ours:
                entries.setdefault(name, name)
        for name, port in self.theirs.items():
            if name not in entries:
                other = f"{name}=0" if port.direction == "input" else f"'{name}='"
                raise Fault(f"{port.place}: {port.direction} {name} of {self.options.top} is connected to nothing; "
                            f"expected {name}=<port of {self.block}> or {other} in PORTS")
        return entries

    def mismatch(self, port, text, width):
        raise Fault(f"{port.place}: {port.name} of {self.options.top} has {bits_text(port.width)}, {text} of "
                    f"{self.block} has {width}")

    def flat(self, port):
        """The port as one vector: declaration, its wire, and what the pin is connected to."""
        if not port.sizes:
            return [f"  logic [{port.width - 1}:0] w_{port.name};"], f"w_{port.name}"
        ranges = "".join(f"[{low}:{high}]" if up else f"[{high}:{low}]" for low, high, up in port.sizes)
        lines = [f"  logic [{port.width - 1}:0] w_{port.name};",
                 f"  logic [{port.element - 1}:0] a_{port.name} {ranges};"]
        for number, index in enumerate(port.elements()):
            array, vector = f"a_{port.name}{index}", f"w_{port.name}[{number * port.element} +: {port.element}]"
            pair = (array, vector) if port.direction == "input" else (vector, array)
            lines.append(f"  assign {pair[0]} = {pair[1]};")
        return lines, f"a_{port.name}"

    def pieces(self, port, text):
        pieces = Expression(text, self.block, self.ours, f"PORTS {port.name}={text}").parse()
        if len(pieces) == 1 and pieces[0].width is None:
            if int(pieces[0].text) >> port.width:
                raise Fault(f"{port.place}: PORTS {port.name}={text}: does not fit {bits_text(port.width)}")
            pieces[0].text, pieces[0].width = f"{port.width}'d{pieces[0].text}", port.width
        if any(piece.width is None for piece in pieces):
            raise Fault(f"PORTS {port.name}={text}: a constant inside braces has a width, such as 4'b0")
        width = sum(piece.width for piece in pieces)
        if width != port.width:
            self.mismatch(port, text, width)
        return pieces

    def connect(self, port, text):
        """Lines of the wrapper, and the pin."""
        if port.direction == "output" and not text:
            return [], f".{port.name}()"
        pieces = self.pieces(port, text)
        lines, pin = self.flat(port)
        for piece in pieces:
            if piece.port:
                self.names.setdefault(piece.port.name, []).append(port.name)
        if port.direction == "input":
            for piece in pieces:
                if piece.port and piece.port.direction == "out":
                    raise Fault(f"{port.place}: input {port.name} of {self.options.top} would be driven by {piece.text}, "
                                f"an output of {self.block}")
                if piece.port:
                    self.taken[piece.port.name][piece.low:piece.low + piece.width] = [True] * piece.width
            if text in CLOCK:
                return [], f".{port.name}({text})"
            terms = ", ".join(("~" if piece.inverted else "") + piece.text for piece in pieces)
            return lines + [f"  assign w_{port.name} = {{{terms}}};"], f".{port.name}({pin})"
        low = port.width
        for piece in pieces:
            low -= piece.width
            if piece.port:
                lines.append(self.drive(port, piece, low))
        return lines, f".{port.name}({pin})"

    def drive(self, port, piece, low):
        if piece.port.direction == "in":
            raise Fault(f"{port.place}: output {port.name} of {self.options.top} would drive {piece.text}, an input "
                        f"of {self.block}")
        for bit in range(piece.low, piece.low + piece.width):
            other = self.driven[piece.port.name][bit]
            if other:
                raise Fault(f"{port.place}: {piece.text} of {self.block} is driven by {other} and by {port.name}")
            self.driven[piece.port.name][bit] = port.name
        return f"  assign {piece.text} = {'~' if piece.inverted else ''}w_{port.name}[{low} +: {piece.width}];"

    def check_complete(self):
        top, source = self.options.top, self.options.source[-1]
        for name, port in self.ours.items():
            if port.direction == "out":
                missing = [bit for bit, by in enumerate(self.driven[name]) if by is None]
                if missing:
                    bits = "" if len(missing) == port.width else f", bits {missing[0]} to {missing[-1]}"
                    raise Fault(f"{source}: no port of {top} drives {name}{bits} of {self.block}; expected "
                                f"<port of {top}>={name} in PORTS")
            elif name not in self.optional and not all(self.taken[name]):
                first = self.taken[name].index(False)
                last = [*self.taken[name], True].index(True, first) - 1
                text = port.slice_text(first, last)
                bits, text = text or f"{name}, bits {first} to {last}", text or name
                held = "" if name in CLOCK else f", or FIX {text}=<value>, which holds it at a value on both sides"
                raise Fault(f"{source}: no port of {top} takes {bits} of {self.block}; expected "
                            f"<port of {top}>={text} in PORTS{held}")

    def write(self):
        lines, pins = [], []
        for name, text in self.entries.items():
            more, pin = self.connect(self.theirs[name], text)
            lines += more
            pins.append(f"    {pin}")
        self.check_complete()
        parameters = ", ".join(".{}({})".format(*parameter.split("=", 1)) for parameter in self.options.parameter)
        common = {"name": self.options.name, "top": self.options.top, "block": self.block}
        self.save("_dut.sv", WRAPPER.format(
            **common, ports=",\n".join(f"  {port.declaration()}" for port in self.ours.values()),
            wires="\n".join(lines), pins=",\n".join(pins), parameters=f" #({parameters})" if parameters else ""))
        names = ", ".join(f'{{"{ours}", "{", ".join(dict.fromkeys(theirs))}"}}' for ours, theirs in self.names.items())
        self.save("_ports.h", HEADER.format(
            **common, ports=names, latency=", ".join(str(cycles) for cycles in self.latency.values())))

    def save(self, suffix, text):
        path = pathlib.Path(self.options.out) / (self.options.name + suffix)
        path.write_text("// SPDX-License-Identifier: Apache-2.0\n" + text, encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("--name", "--top", "--port-list", "--out", "--verilator"):
        parser.add_argument(name, required=True)
    for name in ("--port", "--parameter", "--latency", "--fix", "--source", "--verilator-option"):
        parser.add_argument(name, action="append", default=[])
    options = parser.parse_args()
    try:
        Wrapper(options).write()
    except Fault as fault:
        print(f"tinsim_add_dut({options.name}): {fault}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
