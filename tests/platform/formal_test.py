# SPDX-License-Identifier: Apache-2.0
"""Properties, commands and tables of `make formal`; with Yosys and ABC, one proof and one planted bug.

Usage: formal_test.py FOLDER [TEST...]. FOLDER has the port lists of the blocks.
"""
import json
import pathlib
import shutil
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "scripts/formal"))
import formal  # noqa: E402
import frontend  # noqa: E402
import jobs  # noqa: E402
import page  # noqa: E402
import prover  # noqa: E402

GENERATED = pathlib.Path(sys.argv.pop(1))
LISTS = jobs.port_lists(json.loads((GENERATED / "synth_shapes.json").read_text()), GENERATED)
TOOL = ROOT / "build/synth"
PACKAGE = ROOT / "rtl_models/common/tin_pkg.sv"


def sources(block):
    return [str(PACKAGE), str(ROOT / f"rtl_models/{block}/{block}.sv")]


def of_block(block):
    return jobs.of_block(ROOT / f"rtl_models/{block}/formal/properties.toml", sources(block), LISTS[block])


class Verdicts(unittest.TestCase):
    def test_a_proof_by_reachability_or_by_induction(self):
        self.assertEqual(prover.verdict("Property proved.  Time = 0.06 sec"), ("proved", 0))
        self.assertEqual(prover.verdict("Networks are equivalent.  Time = 0.41 sec"), ("proved", 0))
        self.assertEqual(prover.verdict("Networks are UNDECIDED."), ("open", 0))

    def test_a_counterexample_is_counted_from_the_reset(self):
        text = 'Output 0 of miter "p" was asserted in frame 3.  Time = 0.04 sec'
        self.assertEqual(prover.verdict(text), ("refuted", 2))

    def test_a_search_says_how_many_cycles_hold(self):
        text = "No output asserted in 16 frames. Resource limit reached (timeout 8 sec)."
        self.assertEqual(prover.verdict(text), ("open", 14))
        frames = "".join(f"  {k} + : Var = 10. Cla = 3.\n" for k in range(5))
        self.assertEqual(prover.verdict(frames + "Runtime: none"), ("open", 3))
        self.assertEqual(prover.verdict("killed"), ("open", 0))

    def test_header_of_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "p.aig"
            path.write_bytes(b"aig 1950 120 89 0 1741 1 6 0 0\n\x01")
            self.assertEqual(prover.header(path), (1, 6))
            self.assertIn("constr -N 6; fold", prover.commands(path, "pdr"))
            path.write_bytes(b"aig 19 12 8 0 17 2\n\x01")
            with self.assertRaisesRegex(ValueError, "2 properties; expected one"):
                prover.commands(path, "pdr")


class Properties(unittest.TestCase):
    def test_every_planted_bug_changes_one_place(self):
        for path in sorted(ROOT.glob("rtl_models/*/formal/properties.toml")):
            block = path.parents[1].name
            for prop in jobs.of_block(path, sources(block), LISTS[block]):
                changed = dict(jobs.mutated(prop))[f"{prop.file}.sv"]
                self.assertNotEqual(changed, (ROOT / f"rtl_models/{block}/{prop.file}.sv").read_text())

    def test_every_assertion_of_a_property_module_is_listed(self):
        for path in sorted(ROOT.glob("rtl_models/*/formal/properties.toml")):
            block = path.parents[1].name
            text = (path.parent / f"{block}_properties.sv").read_text()
            names = {line.split(":")[0].strip() for line in text.splitlines() if ": assert (" in line}
            self.assertEqual(names, {p.name for p in jobs.of_block(path, sources(block), LISTS[block])
                                     if p.cell.startswith("u_properties")}, block)

    def test_a_property_module_has_the_parameters_and_ports_of_its_block(self):
        shape = [{"block": "b", "parameters": {"NumVcs": vcs}, "ports": [
            {"direction": "in", "name": "fc_vc_i", "width": 5, "array": []},
            {"direction": "out", "name": "avail_o", "width": 12, "array": [vcs]}]} for vcs in (4, 32)]
        self.assertEqual(jobs.ports(shape), """#(
  parameter int unsigned NumVcs = 4
) (
  input logic clk_i,
  input logic rst_ni,
  input logic [4:0]              fc_vc_i,
  input logic [NumVcs-1:0][11:0] avail_o
""")

    def test_a_lemma_stands_before_its_use(self):
        entry = ('[[property]]\nname = "{}"\nclaim = ""\nbug = ""\ntext = ""\nreplacement = ""\n'
                 'lemmas = {}\n')
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "block/formal/properties.toml"
            path.parent.mkdir(parents=True)
            path.write_text(entry.format("A", []) + entry.format("B", '["A"]'))
            self.assertEqual(jobs.of_block(path, [], LISTS["vc_fifo"])[1].lemmas, ("A",))
            path.write_text(entry.format("A", '["B"]') + entry.format("B", []))
            with self.assertRaisesRegex(SystemExit, "no unbounded property B stands before it"):
                jobs.of_block(path, [], LISTS["vc_fifo"])
            path.write_text('[[property]]\nname = "A"\n')
            with self.assertRaisesRegex(SystemExit, "lacks"):
                jobs.of_block(path, [], LISTS["vc_fifo"])

    def test_a_lemma_is_assumed_and_the_rest_removed(self):
        props = [p for p in of_block("credit_counter") if p.shape == (("NumVcs", 2),)]
        text = frontend.script([props[1]], props)
        self.assertIn("chformal -assert2assume credit_counter/u_properties.p_properties.LimitIsAGapAhead",
                      text)
        self.assertIn("-G NumVcs=2", text)

    def test_the_digest_depends_on_property_and_sources(self):
        one, other = of_block("credit_counter")[:2]
        self.assertNotEqual(jobs.digest(one, [one], "flow"), jobs.digest(other, [other], "flow"))
        self.assertNotEqual(jobs.digest(one, [one], "flow"), jobs.digest(one, [one], "changed"))


class Page(unittest.TestCase):
    ROW = {"block": "b", "name": "P", "shape": "-", "claim": "It holds.", "bug": "It does not.",
           "lemmas": [], "result": "proved", "cycles": 0, "seconds": 1.26,
           "bug_result": "refuted", "bug_cycles": 4, "bug_seconds": 0.5}

    def test_a_row(self):
        self.assertEqual(page.results([self.ROW])[2],
                         "| `b` | `P` | - | all cycles | 1.3 | cycle 4 | 0.5 |")
        bounded = {**self.ROW, "result": "open", "cycles": 12}
        self.assertIn("| 12 cycles |", page.results([bounded])[2])
        self.assertIn("| **not found** |", page.results([{**self.ROW, "bug_result": "open"}])[2])

    def test_failures_are_named(self):
        self.assertIsNone(formal.wrong(self.ROW))
        self.assertIn("cycle 3", formal.wrong({**self.ROW, "result": "refuted", "cycles": 3}))
        self.assertIn("neither", formal.wrong({**self.ROW, "result": "open", "cycles": 0}))
        self.assertIn("not found", formal.wrong({**self.ROW, "bug_result": "open"}))

    def test_a_row_that_is_kept_stays_as_it_is_on_the_page(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "formal.md"
            path.write_text(f"{page.BEGIN}\n{page.END}\n")
            page.update(path, [self.ROW])
            unknown = {**{name: self.ROW[name] for name in ("block", "name", "shape", "claim", "bug", "lemmas")},
                       "result": "not run"}
            page.update(path, [unknown, {**self.ROW, "name": "Q"}], {page.key(unknown)})
            self.assertIn("| `b` | `P` | - | all cycles | 1.3 | cycle 4 | 0.5 |", path.read_text())
            page.update(path, [unknown])
            self.assertIn("| `b` | `P` | - | **not run** |", path.read_text())

    def test_the_page_keeps_its_text(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "formal.md"
            path.write_text(f"before\n{page.BEGIN}\nstale row\n{page.END}\nafter\n")
            page.update(path, [self.ROW])
            text = path.read_text()
            self.assertTrue(text.startswith("before\n") and text.endswith("after\n"))
            self.assertNotIn("stale row", text)
            self.assertIn("* `P`: It holds. Bug: It does not.", text)
            path.write_text("no marks\n")
            with self.assertRaises(SystemExit):
                page.update(path, [self.ROW])


class Proof(unittest.TestCase):
    def test_one_property_is_proved_and_its_bug_refuted(self):
        if not shutil.which(prover.ABC) or not (TOOL / "installed-lock.json").exists():
            self.skipTest("scripts/setup_synth.sh has not installed Yosys and ABC")
        of_unit = [p for p in of_block("mos_mailbox") if p.shape == (("TxWords", 2), ("RxWords", 3))]
        prop = [p for p in of_unit if p.name == "SendCountIsExact"]
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            formal.prove_unit(of_unit, prop, TOOL, folder, 60)
            row = json.loads(formal.place(folder, prop[0]).read_text())
        self.assertEqual((row["result"], row["bug_result"]), ("proved", "refuted"))
        self.assertEqual(formal.wrong(row), None)


if __name__ == "__main__":
    unittest.main()
