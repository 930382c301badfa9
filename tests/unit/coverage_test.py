# SPDX-License-Identifier: Apache-2.0
"""Functional coverage: the generated covergroups have the bins of the C++ collectors; reports add up; wrong lists are
refused.

Usage: coverage_test.py LISTS FOLDER  LISTS prints the bins of the collectors, FOLDER has the SystemVerilog.
"""
import contextlib
import csv
import io
import itertools
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "scripts"), str(ROOT / "rtl_models/common")]
import coverage  # noqa: E402
import coverage_report  # noqa: E402

LISTS, FOLDER = sys.argv.pop(1), pathlib.Path(sys.argv.pop(1))
HEAD = "block,kind,item,bin,hits,excluded\n"


def collectors():
    """Block -> {(item, bin): reason} of the C++ collectors."""
    found = {}
    text = subprocess.run([LISTS], stdout=subprocess.PIPE, text=True, check=True).stdout
    for row in csv.DictReader(line for n, line in enumerate(text.splitlines()) if n == 0 or line + "\n" != HEAD):
        found.setdefault(row["block"], {})[row["item"], row["bin"]] = row["excluded"]
    return found


def covergroups(text):
    """The same from SystemVerilog, read as text: bins of coverpoints that count, products of crosses."""
    found = {}
    for group in re.findall(r"^  covergroup .*?^  endgroup", text, re.S | re.M):
        points = {}
        for name, body in re.findall(r"^    (\w+): coverpoint \w+ \{\n(.*?)^    \}", group, re.S | re.M):
            bins = re.findall(r"^      (illegal_bins|bins) (\w+) = \{\w+\}.*?;(?:  // (.*))?$", body, re.M)
            points[name] = [label for _, label, _ in bins]
            if "option.weight = 0;" not in body:
                found.update({(name, label): why if kind == "illegal_bins" else "" for kind, label, why in bins})
        for name, of, body in re.findall(r"^    (\w+): cross ([\w, ]+) \{\n(.*?)^    \}", group, re.S | re.M):
            found.update({(name, ".".join(labels)): ""
                          for labels in itertools.product(*[points[point] for point in of.split(", ")])})
            for terms, why in re.findall(r"illegal_bins \w+ = (.*?)(?: iff .*)?;  // (.*)$", body, re.M):
                labels = re.findall(r"binsof\(\w+\.(\w+)\)", terms)
                found[name, ".".join(labels)] = why
    return found


class Covergroups(unittest.TestCase):
    def test_they_have_the_bins_of_the_collectors(self):
        lists = collectors()
        self.assertGreater(len(lists), 30)
        for block, bins in lists.items():
            with self.subTest(block):
                self.assertEqual(covergroups((FOLDER / f"{block}_coverage.sv").read_text(encoding="utf-8")), bins)

    def test_a_bin_that_is_missing_is_found(self):
        text = (FOLDER / "vc_fifo_coverage.sv").read_text(encoding="utf-8")
        planted = text.replace("      bins wraps_to_zero = {BinWritePointerWrapsToZero};\n", "", 1)
        self.assertNotEqual(planted, text)
        self.assertNotEqual(covergroups(planted), collectors()["vc_fifo"])


class Reports(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())

    def report(self, *arguments):
        sys.argv[1:] = list(map(str, arguments))
        with contextlib.redirect_stdout(io.StringIO()) as out:
            return coverage_report.main(), out.getvalue()

    def file(self, name, *rows):
        (self.folder / name).write_text(HEAD + "".join(f"{row}\n" for row in rows), encoding="utf-8")
        return self.folder / name

    def test_hits_of_files_add_up(self):
        one = self.file("one.csv", 'a,point,p,x,3,""', 'a,point,p,y,0,""', 'a,cross,c,x.y,0,"rule"')
        two = self.file("two.csv", 'a,point,p,x,4,""', 'a,point,p,y,5,""', 'a,cross,c,x.y,0,"rule"')
        self.assertEqual(self.report(one)[0], 1)
        self.assertIn("a: hole: p.y\n", self.report(one)[1])
        both = self.folder / "both"
        self.assertEqual(self.report("--merge", both, one, two)[0], 0)
        self.assertEqual(both.read_text(encoding="utf-8"),
                         HEAD + 'a,point,p,x,7,""\na,point,p,y,5,""\na,cross,c,x.y,0,"rule"\n')
        again = self.folder / "again"
        self.report("--merge", again, both, one)
        self.report("--merge", both, one, one, two)
        self.assertEqual(both.read_text(encoding="utf-8"), again.read_text(encoding="utf-8"))

    def test_an_excluded_bin_that_was_hit_is_reported(self):
        status, text = self.report(self.file("one.csv", 'a,cross,c,x.y,2,"rule"'))
        self.assertEqual((status, text.splitlines()[-1]), (1, "a: hit though excluded: c.x.y"))

    def test_another_file_is_refused(self):
        (self.folder / "x.csv").write_text("block,bin\n", encoding="utf-8")
        with self.assertRaisesRegex(coverage_report.InputError, "x.csv: expected the columns block,kind"):
            self.report(self.folder / "x.csv")


class WrongLists(unittest.TestCase):
    PORTS = [{"name": "valid_i", "width": 1, "array": [], "direction": "in"},
             {"name": "level_o", "width": 5, "array": [4], "direction": "out"}]

    def refused(self, text, expected):
        with tempfile.TemporaryDirectory() as folder, self.assertRaisesRegex(coverage.ListError, expected):
            path = pathlib.Path(folder) / "coverage.toml"
            path.write_text(text, encoding="utf-8")
            parsed = coverage.List(path, self.PORTS, ["NumVcs"])
            coverage.CppWriter(parsed).sample()

    def test_each_says_what_is_wrong(self):
        self.refused("[points]\na = 'valid_i'\n", "points: unknown; expected index, let")
        self.refused("[point]\na = 'gone_i'\n", "gone_i: no port, register")
        self.refused("[point]\na = 'level_o'\n", "level_o: 0 subscripts; expected 1")
        self.refused("[point]\nlogic = 'valid_i'\n", "logic: expected lower case")
        for name in ("start", "sample", "option"):
            self.refused(f"[point]\n{name} = 'valid_i'\n", f"{name}: a covergroup has a member of this name")
        self.refused("[point]\na = 'valid_i'\nb = 'valid_i'\n[cross]\nstop = ['a', 'b']\n", "stop: a covergroup")
        self.refused("[point]\na = 'any(v: valid_i)'\n", "any\\(v: …\\)")
        self.refused("[point]\na = '(valid_i'\n", "expected '\\)'")
        self.refused("[point]\na = 'valid_i'\n[cross]\nc = ['a', 'b']\n", "cross.c")


if __name__ == "__main__":
    unittest.main()
