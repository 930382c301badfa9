#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Large files take time and memory in proportion to their size, whatever is in them, and say what is
wrong in few words.

Usage: input_limits_test.py TINSIM SOURCE_DIR
"""
import json
import subprocess
import sys

from hostile_case import CELLS, NETWORK, TINSIM, HostileCase, main

MB = 1_000_000
# CPU seconds for the largest file, of 16 MB; memory that the program takes for an empty one.
MOST_SECONDS, PROGRAM = 10, 100 * MB
MOST_ERRORS = 200_000


# The peak of a process counts the memory that its parent had when it was started: here, a small one.
LAUNCHER = """
import os, subprocess, sys
process = subprocess.Popen(sys.argv[2:], stdout=subprocess.DEVNULL)
_, status, usage = os.wait4(process.pid, 0)
with open(sys.argv[1], "w") as file:
    print(os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime, usage.ru_maxrss, file=file)
"""


def cost(arguments, folder):
    """Exit status, error text, CPU seconds and peak memory of a run of the program."""
    done = subprocess.run([sys.executable, "-S", "-c", LAUNCHER, "cost", TINSIM, *arguments],
                          cwd=folder, stderr=subprocess.PIPE, check=True)
    status, seconds, kilobytes = (folder / "cost").read_text().split()
    return int(status), done.stderr.decode(), float(seconds), int(kilobytes) * 1024


class Limits(HostileCase):
    def limited(self, size, *arguments, status=2):
        ended, text, seconds, memory = cost(arguments, self.folder)
        what = (arguments, size, seconds, memory / MB, text[:300])
        self.assertEqual(ended, status, what)
        self.assertLess(seconds, MOST_SECONDS, what)
        self.assertLess(memory, PROGRAM + 20 * size, what)
        self.assertLess(len(text), MOST_ERRORS, what)
        return text

    def config(self, text):
        self.write("n.yaml", text)
        return self.limited(len(text), "check", "n.yaml")

    def test_yaml(self):
        for text in (
                NETWORK + "traffic: [" + "{}, " * 1_500_000 + "{}]\n",
                NETWORK + "traffic: [" + "{}," * 20_000 + "{}]\n",
                NETWORK + "traffic:\n" + "  - {}\n" * 500_000,
                NETWORK + "tin: {impl_chips: [" + "0, " * 3_000_000 + "0]}\n",
                NETWORK + "tin: {impl_chips: [" + "0," * 40_000 + "0]}\n",
                NETWORK + "tin: {impl_chips:\n" + "  - 0\n" * 1_000_000 + "}\n",
                "".join(f"key{i}: 1\n" for i in range(400_000)),
                "{" * 8_000_000, "[" * 8_000_000, "- " * 4_000_000, '"" ' * 3_000_000,
                "? " * 4_000_000, "&a " * 3_000_000, "a: " * 3_000_000, "!a " * 3_000_000,
                "[" + "*a " * 3_000_000 + "]", "a\n" * 6_000_000, "\n" * 15_000_000,
                "%A b\n" * 2_000_000, "--- a\n" * 2_000_000, "|\n" * 5_000_000,
                "x" * 15_000_000, "'" + "''" * 7_000_000 + "'", "# a\n" * 4_000_000 + "a: 1\n"):
            self.config(text)

    def test_errors_are_few(self):
        text = self.config(NETWORK + "traffic:\n" + "  - {load: x, bad: 1, class: [a]}\n" * 4_000)
        self.assertIn("n.yaml:5:12: traffic.0.load: 'x' is not a number; expected a number", text)
        self.assertRegex(text, r"\nand \d+ more errors; expected none\n$")
        self.assertLessEqual(text.count("\n"), 110)
        text = self.config(NETWORK + "traffic: [{load: 0.2}]\nlink:\n  noise:\n"
                           + "    - {links: nowhere, ber: 7}\n" * 4_000)
        self.assertRegex(text, r"\nand \d+ more errors; expected none\n$")
        rows = "".join(f"  - {{traffic.0.load: x, bad{i}: 1}}\n" for i in range(4_000))
        self.write("s.yaml", "base: c.yaml\nlist:\n" + rows)
        self.limited(len(rows), "sweep", "s.yaml", "--list")
        axes = "".join(f"  a{i}: x\n" for i in range(20_000))
        self.write("s.yaml", "base: c.yaml\ngrid:\n" + axes)
        self.limited(len(axes), "sweep", "s.yaml", "--list")

    def test_aliases(self):
        doubled = "".join(f"  a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 8)}]\n"
                          for i in range(1, 20))
        for text in ("base: c.yaml\nset:\n  a0: &a0 [x, x]\n" + doubled,
                     "base: c.yaml\ngrid: {a: &a [*a]}\n"):
            self.write("s.yaml", text)
            self.assertIn("is too large for a value; expected",
                          self.limited(len(text), "sweep", "s.yaml", "--list"))

    def graph(self, name, text):
        self.write(name, text)
        self.write("n.yaml", f"topology: {{kind: graph, file: {name}}}\n")
        return self.limited(len(text), "check", "n.yaml")

    def test_graphml(self):
        begin, end = '<graphml xmlns="x"><graph>', "</graph></graphml>"
        attributes = " ".join(f'a{i}=""' for i in range(100_000))
        for text in (
                begin + f'<node id="a" {attributes}/>' + end,
                begin + f"<!-- \" --><node id='a>' {attributes}/>" + end,
                begin + "".join(f'<node id="a" x{i}:b=""/>' for i in range(200_000)) + end,
                "<graphml " + " ".join(f'xmlns:a{i}="x{i}"' for i in range(100_000)) + ">",
                "".join(f'<b xmlns:a{i}="x"/>' for i in range(300_000)),
                begin + "".join(f'<node id="{i}"/>' for i in range(500_000)) + end,
                begin + '<edge source="a" target="b"/>' * 400_000 + end,
                "<graphml>" + "".join(f'<key id="{i}"/>' for i in range(600_000)) + end,
                begin + '<node id="a">' + "".join(f'<data key="{i}"/>' for i in range(600_000)),
                begin + "<a>" * 3_000_000, begin + "<a/>" * 3_000_000 + end,
                begin + "".join(f"<a{i}/>" for i in range(1_500_000)) + end,
                begin + "<!---->" * 2_000_000 + end, "<" * 15_000_000, "=" * 15_000_000,
                begin + "&#65;" * 3_000_000 + end, begin + '"' * 15_000_000):
            self.graph("g.graphml", text)
        self.assertIn("n.yaml:1:31: topology.file: ", self.graph("g.graphml", "<" * 1000))
        text = self.graph("g.graphml", "<graphml>\n" + f'<node id="a" {attributes}/>')
        self.assertIn("g.graphml:2: graph: an element has more than 100 attributes; expected", text)
        text = self.graph("g.graphml", '<?xml version="1.0" encoding="utf-16"?><graphml/>')
        self.assertIn("the encoding is UTF-16; expected UTF-8", text)

    def test_graph_csv(self):
        for text in ("," * 15_000_000, "a,b\n" + "," * 15_000_000, "a,b\n" + "x,y\n" * 3_000_000,
                     "a,b\n" + "".join(f"{i % 1000},{i // 1000}\n" for i in range(1_000_000)),
                     "a,b\n" + "".join(f"x{i},y{i}\n" for i in range(1_000_000)),
                     "\n" * 15_000_000, "#\n" * 7_000_000):
            self.graph("g.csv", text)

    def test_results(self):
        self.limited(0, "run", "c.yaml", "--quiet", "--out", "run", status=0)
        for name, text in (
                ("summary.json", "{" + ",".join(f'"k{i}":0' for i in range(1_000_000)) + "}"),
                ("summary.json", '{"a":{' + ",".join(f'"k{i}":0' for i in range(1_000_000)) + "}}"),
                ("summary.json", "[" * 15_000_000), ("summary.json", '"' + "a" * 15_000_000),
                ("summary.json", '{"a":' * 3_000_000),
                ("ports.csv", "," * 15_000_000), ("ports.csv", "a" * 15_000_000),
                ("latency.csv", "scope,high_ns,cumulative_fraction\n"
                 + "".join(f"s{i},1,1\n" for i in range(500_000)))):
            kept = (self.folder / "run" / name).read_bytes()
            self.write("run/" + name, text)
            self.assertIn(name, self.limited(len(text), "report", "run"))
            self.write("run/" + name, kept)
        self.write("swept/sweep.json", json.dumps({"points": [{f"k{i}": 0 for i in range(99_999)}]}))
        self.assertIn("an object has too many keys", self.limited(MB, "report", "swept"))

    def test_a_large_configuration_is_read(self):
        links = ", ".join(['"0.0-0.1"'] * 4_000)
        self.write("n.yaml", CELLS + f"# {'comment, ' * 200_000}\n" + f"x: [{links}]\n")
        self.assertIn("unknown key 'x'", self.limited(len(links), "check", "n.yaml"))


if __name__ == "__main__":
    main()
