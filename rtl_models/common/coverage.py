#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the functional coverage of a block in C++ and SystemVerilog, from its list coverage.toml.

Usage: coverage.py FOLDER BLOCK CLASS PORTS LIST SOURCE [PARAMETER...]  PORTS is a port list
(common/port_list.h), LIST the coverage.toml, SOURCE the block's SystemVerilog, whose header declares
the ports. Writes into FOLDER
  BLOCK_coverage.h        class CLASSCoverage, a collector (common/coverage.h)
  BLOCK_coverage.sv       module BLOCK_coverage: covergroups, sampled on clk_i
  BLOCK_coverage_bind.sv  its bind; not for a part, which has no clock
docs/reference/coverage.md describes the list. Files that have not changed are not written again.
"""
import fnmatch
import itertools
import json
import pathlib
import re
import sys
import tomllib

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import coverage_expressions as expressions  # noqa: E402
from coverage_expressions import ListError  # noqa: E402

CPP = """\
// SPDX-License-Identifier: Apache-2.0
// Functional coverage of {block}; written by coverage.py from its coverage.toml.
#pragma once

#include "rtl_models/{block}/{block}.h"
#include "rtl_models/common/coverage.h"

namespace tinsim {{

{template}class {name}Coverage : public Coverage {{
 public:
  using In = typename {name}{arguments}::In;
  using Out = typename {name}{arguments}::Out;

  {name}Coverage()
      : Coverage("{block}",
                 {{{items}}}) {{}}
  void reset([[maybe_unused]] const In& in) {{
{reset}  }}
  void sample([[maybe_unused]] const In& in, [[maybe_unused]] const Out& out) {{
{sample}  }}

 private:
{registers}}};

}}  // namespace tinsim
"""

SV = """\
// SPDX-License-Identifier: Apache-2.0
// Functional coverage of {block}; written by coverage.py from its coverage.toml.

/* verilator lint_off WIDTH */
/* verilator lint_off UNUSED */
/* verilator lint_off UNSIGNED */
/// Samples the ports of {block} on each rising edge of clk_i outside of reset. Values are computed with
/// 64 bits. Verilator 5.006 knows no covergroups and sees the values only.
module {block}_coverage
{header}
{enums}{registers}{functions}
`ifndef VERILATOR
{groups}`endif

  always @(posedge clk_i or negedge rst_ni) begin : p_sample
    if (!rst_ni) begin
{reset}    end else begin
`ifndef VERILATOR
{samples}`endif
{next}    end
  end

endmodule
"""


def upper(text):
    return "".join(part.capitalize() for part in text.split("_"))


def member(point, label):
    """Enumeration constant of a bin; no package of the blocks has names that begin so."""
    return "Bin" + upper(point) + upper(label)


# Points and crosses are members of a covergroup, as these are (IEEE 1800-2017, clause 19).
COVERGROUP_MEMBERS = {"sample", "start", "stop", "get_coverage", "get_inst_coverage", "set_inst_name", "option",
                      "type_option"}


class Point:
    """A coverpoint: bins (name, condition), and the index whose elements it is sampled for, or ''."""

    def __init__(self, name, entry):
        if isinstance(entry, str):
            entry = {"bins": {"yes": entry, "no": "1"}}
        unknown = set(entry) - {"each", "of", "bins"}
        if unknown or "bins" not in entry:
            raise ListError(f"point.{name}: {', '.join(unknown)}; expected bins and, if any, each and of")
        self.name, self.each, self.of = name, entry.get("each", ""), entry.get("of", "")
        self.bins = []
        for label, value in entry["bins"].items():
            if self.of and isinstance(value, int):
                value = f"value == {value}"
            elif self.of and ".." in value:
                low, high = value.split("..")
                least = "" if low.strip() == "0" else f"value >= ({low}) && "
                value = f"{least}value <= ({high})"
            elif self.of and value != "1" and not re.search(r"\bvalue\b", value):
                value = f"value == {value}"
            self.bins.append((label, value))


class List:
    def __init__(self, path, ports, parameters):
        self.path = path
        entries = tomllib.loads(path.read_text())
        unknown = set(entries) - {"index", "let", "register", "point", "cross", "exclude"}
        if unknown:
            raise ListError(f"{', '.join(unknown)}: unknown; expected index, let, register, point, cross or exclude")
        self.index = entries.get("index", {})
        self.points = [Point(*item) for item in entries.get("point", {}).items()]
        by_name = {point.name: point for point in self.points}
        self.crosses = []
        for name, members in entries.get("cross", {}).items():
            missing = [member for member in members if member not in by_name]
            if missing or len(members) < 2:
                raise ListError(f"cross.{name}: {members}; expected two or more points of this list")
            self.crosses.append((name, [by_name[member] for member in members]))
        self.scope = expressions.Scope(ports, parameters, self.index, entries.get("let", {}))
        for key, entry in entries.get("register", {}).items():
            self.scope.add_register(key, entry["next"], str(entry.get("reset", "0")))
        for name in [p.name for p in self.points] + [c[0] for c in self.crosses]:
            self.check_name(name)
            if name in COVERGROUP_MEMBERS:
                raise ListError(f"{name}: a covergroup has a member of this name; expected another")
        for point in self.points:
            for label, _ in point.bins:
                self.check_name(label)
        self.excluded = entries.get("exclude", {})
        self.used = set()

    @staticmethod
    def check_name(name):
        if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or name in expressions.RESERVED:
            raise ListError(f"{name}: expected lower case letters, digits and '_', and no word of SystemVerilog")

    def exclusion(self, path):
        """Why the bin "item.bin" or "item.bin.bin" is excluded, and the condition on the parameters under
        which it is ("" for always); None if it is not."""
        for pattern, entry in self.excluded.items():
            if fnmatch.fnmatchcase(path, pattern):
                self.used.add(pattern)
                return (entry, "") if isinstance(entry, str) else (entry["why"], entry["when"])
        return None

    def group(self, name, points):
        each = {point.each for point in points if point.each}
        if len(each) > 1:
            raise ListError(f"cross.{name}: points of {', '.join(sorted(each))}; expected one index at most")
        return each.pop() if each else ""

    def groups(self):
        """Index -> (its points, its crosses); scalar points and crosses have the index ''."""
        found = {}
        for point in self.points:
            found.setdefault(point.each, ([], []))[0].append(point)
        for name, points in self.crosses:
            found.setdefault(self.group(name, points), ([], []))[1].append((name, points))
        return dict(sorted(found.items()))


def quoted(text):
    return json.dumps(text)


class CppWriter:
    def __init__(self, coverage_list):
        self.list = coverage_list
        self.emit = expressions.Cpp(coverage_list.scope)

    def bin(self, item, label):
        reason = '""'
        found = self.list.exclusion(f"{item}.{label}")
        if found:
            reason = quoted(found[0]) if not found[1] else f'({self.emit(found[1])}) ? {quoted(found[0])} : ""'
        return f"{{{quoted(label)}, {reason}}}"

    def items(self):
        items = []
        for point in self.list.points:
            bins = [self.bin(point.name, label) for label, _ in point.bins]
            items.append(f"{{{quoted(point.name)}, \"\", {{{', '.join(bins)}}}}}")
        for name, points in self.list.crosses:
            bins = [self.bin(name, ".".join(labels))
                    for labels in itertools.product(*[[b for b, _ in point.bins] for point in points])]
            of = " x ".join(point.name for point in points)
            items.append(f"{{{quoted(name)}, {quoted(of)}, {{{', '.join(bins)}}}}}")
        return ",\n                  ".join(items)

    def sample(self):
        numbers = {item: n for n, item in enumerate([p.name for p in self.list.points] +
                                                    [c[0] for c in self.list.crosses])}
        text = ""
        for each, (points, crosses) in self.list.groups().items():
            inside = ""
            for point in points:
                value = "kNone"
                if point.of:
                    inside += f"    const std::uint64_t {point.name}_value = {self.emit(point.of)};\n"
                    self.emit.value = f"{point.name}_value"
                for n, (_, condition) in reversed(list(enumerate(point.bins))):
                    value = f"({self.emit(condition)}) ? {n}u\n        : {value}"
                inside += f"    const unsigned {point.name} = {value};\n    hit({numbers[point.name]}, {point.name});\n"
                self.emit.value = ""
            for name, points_of in crosses:
                place = points_of[0].name
                for point in points_of[1:]:
                    place = f"({place}) * {len(point.bins)} + {point.name}"
                known = " && ".join(f"{point.name} != kNone" for point in points_of)
                inside += f"    if ({known}) hit({numbers[name]}, {place});\n"
            if each:
                inside = f"    for (std::uint64_t {each} = 0; {each} < ({self.size(each)}); ++{each}) {{\n{inside}    }}\n"
            text += inside
        registers = self.list.scope.registers
        for name, register in registers.items():
            text += f"    auto {name}_next = {name}_;\n" + self.loops(
                register, f"{name}_next{self.subscript(register)} = {self.emit(register.next)};\n")
        return text + "".join(f"    {name}_ = {name}_next;\n" for name in registers)

    def reset(self):
        return "".join(self.loops(register, f"{name}_{self.subscript(register)} = {self.emit(register.reset)};\n")
                       for name, register in self.list.scope.registers.items())

    def registers(self):
        text = ""
        for name, register in self.list.scope.registers.items():
            kind = "std::uint64_t"
            for index in reversed(register.indices):
                kind = f"std::array<{kind}, ({self.size(index)})>"
            text += f"  {kind} {name}_{{}};\n"
        return text

    def size(self, index):
        return self.emit(str(self.list.index[index]))

    @staticmethod
    def subscript(register):
        return "".join(f"[{index}]" for index in register.indices)

    def loops(self, register, statement):
        head = "".join(f"for (std::uint64_t {i} = 0; {i} < ({self.size(i)}); ++{i}) " for i in register.indices)
        return f"    {head}{statement}"


class SvWriter:
    def __init__(self, coverage_list):
        self.list = coverage_list
        self.emit = expressions.Sv(coverage_list.scope)

    def size(self, index):
        return self.emit(str(self.list.index[index]))

    def enums(self):
        text = ""
        for point in self.list.points:
            names = [member(point.name, b) for b, _ in point.bins] + [member(point.name, "out_of_bins")]
            text += f"  typedef enum int {{{', '.join(names)}}} {point.name}_e;\n"
        return text

    def functions(self):
        text = ""
        for point in self.list.points:
            argument = f"longint unsigned {point.each}" if point.each else ""
            body = ""
            if point.of:
                body = f"    longint unsigned value;\n    value = {self.emit(point.of)};\n"
                self.emit.value = "value"
            body += "".join(f"    if ({self.emit(c)}) return {member(point.name, b)};\n" for b, c in point.bins
                           if c != "1")
            self.emit.value = ""
            last = point.bins[-1][0] if point.bins[-1][1] == "1" else "out_of_bins"
            text += (f"\n  function automatic {point.name}_e {point.name}_of({argument});\n{body}"
                     f"    return {member(point.name, last)};\n  endfunction\n")
        next_text = self.next()
        return "".join(self.emit.functions) + text, next_text

    def registers(self):
        return "".join(f"  longint unsigned {name}_q{''.join(f' [{self.size(i)}]' for i in register.indices)};\n"
                       for name, register in self.list.scope.registers.items())

    def loops(self, register, statement):
        head = "".join(f"for (longint unsigned {i} = 0; {i} < {self.size(i)}; {i}++) " for i in register.indices)
        return f"      {head}{statement}"

    def reset(self):
        return "".join(self.loops(r, f"{n}_q{CppWriter.subscript(r)} <= {self.emit(r.reset)};\n")
                       for n, r in self.list.scope.registers.items())

    def next(self):
        return "".join(self.loops(r, f"{n}_q{CppWriter.subscript(r)} <= {self.emit(r.next)};\n")
                       for n, r in self.list.scope.registers.items())

    def bins(self, point, illegal):
        text = ""
        for label, _ in point.bins:
            found = self.list.exclusion(f"{point.name}.{label}") if illegal else None
            text += f"      {'illegal_bins' if found else 'bins'} {label} = {{{member(point.name, label)}}}"
            text += self.condition(found) + "\n"
        return text

    def cross_bins(self, name, points):
        text = ""
        for labels in itertools.product(*[[b for b, _ in point.bins] for point in points]):
            found = self.list.exclusion(".".join((name,) + labels))
            if found:
                terms = " && ".join(f"binsof({p.name}.{b})" for p, b in zip(points, labels))
                text += f"      illegal_bins {'_and_'.join(labels)} = {terms}{self.condition(found)}\n"
        return text

    def condition(self, found):
        """The end of a bin's line: when it is excluded, and why."""
        if not found:
            return ";"
        return f"{f' iff ({self.emit(found[1])})' if found[1] else ''};  // {found[0]}"

    def groups(self):
        groups, samples = "", ""
        for each, (points, crosses) in self.list.groups().items():
            every = list(points)
            for _, points_of in crosses:
                every += [point for point in points_of if point not in every]
            name = f"{each or 'cycle'}_group"
            arguments = ", ".join(f"{point.name}_e {point.name}_v" for point in every)
            groups += f"  covergroup {name} with function sample({arguments});\n    option.per_instance = 1;\n"
            for point in every:
                groups += f"    {point.name}: coverpoint {point.name}_v {{\n"
                groups += "" if point in points else "      option.weight = 0;\n"
                groups += self.bins(point, point in points) + "    }\n"
            for cross, points_of in crosses:
                groups += f"    {cross}: cross {', '.join(p.name for p in points_of)} {{\n"
                groups += self.cross_bins(cross, points_of) + "    }\n"
            groups += f"  endgroup\n  {name} {each or 'cycle'}_cover = new();\n\n"
            values = ", ".join(f"{point.name}_of({point.each})" for point in every)
            loop = f"for (longint unsigned {each} = 0; {each} < {self.size(each)}; {each}++) " if each else ""
            samples += f"      {loop}{each or 'cycle'}_cover.sample({values});\n"
        return groups, samples


def header_of(source, block, is_part):
    """Imports, parameters and ports of the block's module, all ports inputs."""
    text = pathlib.Path(source).read_text()
    match = re.search(rf"^module {block}\b(.*?)^\);", text, re.S | re.M)
    if not match:
        raise ListError(f"{source}: no header of module {block}; expected 'module {block} … );'")
    header = re.sub(r"^\s*///.*\n", "", match.group(1), flags=re.M).strip("\n")
    header = re.sub(r"\boutput\b", "input ", header)
    if is_part:
        header = re.sub(r"(^|\) )\($", r"\1(\n  input  logic clk_i,\n  input  logic rst_ni,", header, 1, re.M)
    return header + "\n);\n"


def write(path, text):
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def main(folder, block, name, ports, list_path, source, *parameters):
    folder, shape = pathlib.Path(folder), json.loads(pathlib.Path(ports).read_text())
    coverage = List(pathlib.Path(list_path), shape["ports"], parameters)
    cpp, sv = CppWriter(coverage), SvWriter(coverage)
    cpp_sample = cpp.sample()
    write(folder / f"{block}_coverage.h", CPP.format(
        block=block, name=name, items=cpp.items(), reset=cpp.reset(), sample=cpp_sample, registers=cpp.registers(),
        template=f"template <{', '.join(f'unsigned {p}' for p in parameters)}>\n" if parameters else "",
        arguments=f"<{', '.join(parameters)}>" if parameters else ""))
    functions, next_values = sv.functions()
    groups, samples = sv.groups()
    write(folder / f"{block}_coverage.sv", SV.format(
        block=block, header=header_of(source, block, shape["kind"] == "part"), enums=sv.enums(),
        registers=sv.registers(), functions=functions, groups=groups, samples=samples, reset=sv.reset(),
        next=next_values))
    if shape["kind"] != "part":
        values = ", ".join(f".{p}({p})" for p in parameters)
        write(folder / f"{block}_coverage_bind.sv",
              f"// Functional coverage of {block}.\nbind {block} {block}_coverage"
              f"{f' #({values})' if values else ''} u_coverage (.*);\n")
    unused = set(coverage.excluded) - coverage.used
    if unused:
        raise ListError(f"exclude: {', '.join(sorted(unused))}: no such bin")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except ListError as error:
        sys.exit(f"{sys.argv[5]}: {error}")
