# SPDX-License-Identifier: Apache-2.0
"""The syntax tree of a SystemVerilog file, as parse_sv.mjs prints it."""

import json
import subprocess
import sys
from pathlib import Path


class Node:
    """A node of the tree. The type of an operator or a keyword is a blank and its text."""

    def __init__(self, source, plain, parent=None):
        kind, self.start, self.end, self.field, children = plain
        self.type = kind
        self.source = source
        self.parent = parent
        self.children = [Node(source, child, self) for child in children]

    @property
    def text(self):
        return self.source[self.start:self.end]

    @property
    def line(self):
        return self.source.count("\n", 0, self.start) + 1

    def walk(self):
        """This node and all below it, in the order of the text."""
        yield self
        for child in self.children:
            yield from child.walk()

    def all(self, *types):
        return [node for node in self.walk() if node.type in types]

    def of(self, *types):
        """The direct children of these types."""
        return [child for child in self.children if child.type in types]

    def named(self, field):
        """The direct child in this field, or None."""
        return next((child for child in self.children if child.field == field), None)

    def ancestors(self):
        node = self.parent
        while node is not None:
            yield node
            node = node.parent


class Parser:
    """The parser as a process, which takes long to start. `modules`: the folder in which
    scripts/setup_parser.sh installed it."""

    def __init__(self, modules):
        script = Path(__file__).with_name("parse_sv.mjs")
        self.process = subprocess.Popen(["node", str(script), str(modules)], text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()

    def parse(self, file):
        """The root of a file. Ends the program at a syntax error."""
        self.process.stdin.write(f"{file}\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline() or '"parse_sv.mjs has ended"')
        if isinstance(answer, str):
            sys.exit(answer)
        return Node(Path(file).read_text(encoding="utf-8"), answer)
