# SPDX-License-Identifier: Apache-2.0
"""Reads files of `valgrind --tool=callgrind --dump-instr=yes`: events by address, and the functions
that are inlined there.

The format is that of valgrind's manual, "Callgrind Format Specification". Only self cost is kept: the
line behind `calls=` has the cost of what was called, which the callee has as its own.
"""
import collections
import re
import subprocess

NAME = re.compile(r"\((\d+)\)(?: (.*))?")
NAMES = {"ob", "cob", "fl", "fi", "fe", "cfi", "cfl", "fn", "cfn"}


class FormatError(Exception):
    """The file is no such one; the text says where."""


class _Reader:
    def __init__(self):
        self.names = collections.defaultdict(dict)  # kind -> number -> name
        self.at = {"ob": "", "fn": ""}
        self.position = [0, 0]
        self.events = []
        self.costs = {}

    def name(self, key, value):
        """A name is written once, with a number that stands for it from then on."""
        kind = {"cob": "ob", "cfn": "fn"}.get(key, key)
        if kind not in ("ob", "fn"):
            return
        found = NAME.fullmatch(value)
        number, text = found.groups() if found else (value, value)
        if text is not None:
            self.names[kind][number] = text
        if key == kind:
            self.at[kind] = self.names[kind][number]

    def cost(self, fields, counts):
        """`fields`: instruction address and line, each absolute, relative, or * for the last one."""
        for i, field in enumerate(fields[:2]):
            if field == "*":
                continue
            number = int(field, 16 if i == 0 else 10)
            self.position[i] = self.position[i] + number if field[0] in "+-" else number
        if not counts:
            return
        place = self.at["ob"], self.at["fn"], self.position[0]
        known = self.costs.setdefault(place, [0] * len(self.events))
        for i, field in enumerate(fields[2:]):
            known[i] += int(field)


def read(lines):
    """(names of the events, {(object file, function, address): [count of each event]})."""
    reader = _Reader()
    is_called = False
    for number, line in enumerate(lines, 1):
        line = line.rstrip("\n")
        key, is_pair, value = line.partition("=")
        if line.startswith("positions:"):
            if line.split()[1:] != ["instr", "line"]:
                raise FormatError(f"line {number}: {line}; expected positions: instr line (--dump-instr=yes)")
        elif line.startswith("events:"):
            reader.events = line.split()[1:]
        elif is_pair and key in NAMES:
            reader.name(key, value)
        elif key == "calls":
            is_called = True
        elif line[:1] in tuple("0123456789+-*"):
            reader.cost(line.split(), not is_called)
            is_called = False
    if not reader.events:
        raise FormatError("no line events:; expected a file of callgrind")
    return reader.events, reader.costs


def difference(long, short):
    """Costs of the longer run without those of the shorter one, by place."""
    rest = {}
    for place in long.keys() | short.keys():
        none = [0] * len(long.get(place) or short[place])
        counts = [x - y for x, y in zip(long.get(place, none), short.get(place, none))]
        if any(counts):
            rest[place] = counts
    return rest


def inlined(program, addresses):
    """address -> the functions that it belongs to, the innermost first. Needs line tables (-g1)."""
    text = subprocess.run(["addr2line", "-a", "-i", "-f", "-C", "-e", program], check=True, text=True,
                          input="".join(f"{address:#x}\n" for address in addresses),
                          capture_output=True).stdout
    chains, chain = {}, []
    for i, line in enumerate(text.splitlines()):
        if re.fullmatch(r"0x[0-9a-f]{8,}", line):
            chain = chains[int(line, 16)] = []
            begin = i
        elif (i - begin) % 2 == 1:
            chain.append(line)
    return chains
