# SPDX-License-Identifier: Apache-2.0
"""Tables of `make synth`, and what the SystemVerilog must not have to be mapped; without Yosys."""
import pathlib
import re
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "scripts/synth"))
import fit  # noqa: E402
import formulas  # noqa: E402
import limited  # noqa: E402
import native  # noqa: E402
import netlist  # noqa: E402
import synth  # noqa: E402
import table  # noqa: E402


def row(block, figures, **parameters):
    return dict(block=block, parameters=parameters, seconds=3, abc="gates", **figures)


class Netlist(unittest.TestCase):
    STAT = {"modules": {
        "\\top": {"num_cells_by_type": {"\\queue": 3, "NAND2": 5, "DFFE": 2}},
        "\\queue": {"num_cells_by_type": {"XOR2": 2, "DFF": 4, "$mem_v2": 1}}}}

    def test_every_instance_counts(self):
        gates, flops = netlist.totals(self.STAT, "top", {"NAND2": 1.0, "XOR2": 2.5})
        self.assertEqual(flops, 2 + 3 * 4)
        self.assertEqual(gates, 5 + 2 * netlist.FLOPS["DFFE"] + 3 * (5 + 4 * netlist.FLOPS["DFF"]))

    def test_a_cell_that_is_not_mapped_is_named(self):
        with self.assertRaisesRegex(ValueError, r"2 cells XOR2"):
            netlist.totals(self.STAT, "top", {"NAND2": 1.0})

    def test_memory_bits_of_all_instances(self):
        cell = {"type": "$mem_v2", "parameters": {"SIZE": format(256, "032b"), "WIDTH": "1000000"}}
        memories = {"modules": {"queue": {"cells": {"mem": cell}}, "other": {"cells": {"mem": cell}}}}
        counts = netlist.instances(self.STAT, "top")
        self.assertEqual(netlist.memory_bits(memories, counts), 3 * 256 * 64)

    def test_depth_is_that_of_the_deepest_module(self):
        log = ("ABC: netlist : i/o = 4/ 2 lat = 0 nd = 7 edge = 15 area =8.25 delay =14.50 lev = 12\n"
               "ABC: netlist : i/o = 9/ 2 lat = 0 nd = 7 edge = 15 area =8.25 delay = 9.00 lev = 8\n")
        self.assertEqual(netlist.depth(log), 14.5)
        self.assertEqual(netlist.depth("nothing was mapped\n"), 0)

    def test_every_gate_of_the_library_has_an_area(self):
        text = synth.GATES.read_text()
        areas = netlist.gate_areas(text)
        self.assertEqual(len(areas), len(re.findall(r"^GATE", text, re.M)))
        self.assertEqual(areas["NAND2"], 1.0)

    def test_every_flip_flop_that_may_be_used_has_an_area(self):
        text = (ROOT / "scripts/synth/flops.v").read_text()
        self.assertEqual(set(re.findall(r"module \\\$(\w+)", text)), set(synth.KINDS))
        self.assertEqual(set(re.findall(r"^  (\w+) _TECHMAP", text, re.M)), set(netlist.FLOPS))


class Native(unittest.TestCase):
    BLIF = """Executing BLIF backend.
# by Yosys
.model top
.inputs a clk
.outputs z
.subckt inner x=a y=n1
.subckt DFFE C=clk D=n2 E=a Q=q
.subckt $mem_v2 RD_ADDR[0]=q RD_DATA[0]=m
.names n1 m n2
11 1
.names q z
1 1
.end
.model inner
.inputs x
.outputs y
.names x y
0 1
.end
End of script.
"""

    def lines(self, name):
        found = native.models(self.BLIF.splitlines())
        return native.without_instances(name, found[name], {each: set(of["outputs"]) for each, of in found.items()})

    def test_what_instances_drive_is_an_input_and_what_they_read_an_output(self):
        self.assertEqual(self.lines("top"), [".model top", ".inputs a clk m n1 q", ".outputs n2 z",
                                             ".names n1 m n2", "11 1", ".names q z", "1 1", ".end"])
        self.assertEqual(self.lines("inner")[:3], [".model inner", ".inputs x", ".outputs y"])

    def test_the_last_figures_of_abc_count(self):
        self.assertEqual(native.figures("nd = 5 area =9.25 delay =7.50 lev\nnd = 4 area =8.25 delay = 6.50 lev"),
                         (8.25, 6.5))
        self.assertEqual(native.figures("nothing"), (0.0, 0.0))

    def test_logic_of_every_instance_counts(self):
        stat = {"modules": {"\\top": {"num_cells_by_type": {"\\queue": 3, "$_AND_": 5, "DFFE": 2}},
                            "\\queue": {"num_cells_by_type": {"$_XOR_": 2, "DFF": 4, "$mem_v2": 1}}}}
        gates, flops = netlist.totals(stat, "top", {}, {"top": (100.0, 9.0), "queue": (10.0, 7.0)})
        self.assertEqual(flops, 2 + 3 * 4)
        self.assertEqual(gates, 100 + 2 * netlist.FLOPS["DFFE"] + 3 * (10 + 4 * netlist.FLOPS["DFF"]))
        stat["modules"]["\\queue"]["num_cells_by_type"]["$div"] = 1
        with self.assertRaisesRegex(ValueError, r"1 cells \$div"):
            netlist.totals(stat, "top", {}, {"top": (100.0, 9.0), "queue": (10.0, 7.0)})


class Fit(unittest.TestCase):
    SHAPES = [{"N": n, "V": v} for n, v in ((2, 2), (4, 4), (4, 16), (8, 4), (16, 16), (50, 32))]

    def test_a_formula_is_found_again(self):
        values = [30 + 7 * s["N"] ** 2 + 3 * s["N"] * s["V"] for s in self.SHAPES]
        formula, error = fit.fit(self.SHAPES, values)
        self.assertEqual(str(formula), "30 + 7 N^2 + 3 N V")
        self.assertLess(error, 1e-9)

    def test_the_error_is_that_of_the_worst_shape(self):
        values = [100.0 + 10 * s["V"] for s in self.SHAPES]
        values[2] *= 1.5
        self.assertGreater(fit.fit(self.SHAPES, values)[1], 0.1)

    def test_nothing_is_fitted_to_one_shape_or_to_zeros(self):
        self.assertIsNone(fit.fit([{"N": 4}, {"N": 4}], [1, 1]))
        self.assertIsNone(fit.fit(self.SHAPES, [0] * len(self.SHAPES)))

    def test_a_shape_that_is_left_out_is_predicted(self):
        values = [30.0 + 7 * s["V"] for s in self.SHAPES]
        self.assertLess(max(abs(error) for error, _ in fit.left_out(self.SHAPES, values)), 1e-9)

    def test_a_shape_that_does_not_fit_the_others_has_the_greatest_error(self):
        shapes = [{"V": v} for v in (2, 4, 8, 16, 32)]
        values = [30.0 + 7 * s["V"] for s in shapes]
        values[4] *= 2
        error, shape = max(fit.left_out(shapes, values), key=lambda each: abs(each[0]))
        self.assertEqual(shape, {"V": 32})
        self.assertAlmostEqual(error, -0.5)


class Formulas(unittest.TestCase):
    PAGE = ROOT / "docs/reference/synthesis.md"

    def test_the_figures_of_the_page_are_read_as_they_were_written(self):
        rows = table.rows_of(self.PAGE)
        self.assertGreater(len(rows), 70)
        self.assertIn("\n".join(table.figures(rows)), self.PAGE.read_text())

    def test_the_scaling_of_the_page_is_that_of_its_figures(self):
        text = self.PAGE.read_text().split(table.mark("scaling", "begin"))[1]
        self.assertEqual(text.split(table.mark("scaling", "end"))[0].strip(),
                         "\n".join(table.scaling(table.rows_of(self.PAGE))))

    def test_the_formulas_of_the_cost_model_are_those_of_the_page(self):
        self.assertEqual((ROOT / "platform/cost/block_formulas.cpp").read_text(),
                         formulas.source(table.rows_of(self.PAGE)))

    def test_two_shapes_give_a_line_and_one_its_figures(self):
        line, error, left_out = formulas.figure([{"N": 4, "M": 2}, {"N": 16, "M": 4}], [100, 220])
        self.assertEqual([line.at({"N": n}) for n in (4, 16, 8)], [100, 220, 140])
        self.assertEqual(formulas.figure([{"N": 4}], [7])[0].at({"N": 50}), 7)
        falling, error, left_out = formulas.figure([{"N": 4}, {"N": 16}], [9, 6])
        self.assertEqual((falling.at({"N": 50}), error), (9, 0.5))

    def test_a_block_without_a_mapped_shape_has_no_formula(self):
        self.assertNotIn("tin_switch", formulas.source([row("tin_switch", dict(failed="not run"))]))


class Table(unittest.TestCase):
    ROWS = [row("crossbar", dict(gates=1000 * n, flops=10 * n, memory_bits=0, depth=20.0 * n),
                NumPorts=n) for n in (2, 4, 8, 16)] + [row("other", dict(failed="no result in 9 s"))]

    def test_what_failed_and_what_is_deep_is_seen(self):
        text = "\n".join(table.figures(self.ROWS))
        self.assertIn("| `crossbar` | NumPorts=4 | 4,000 | 40 | 0 | 80 | 3 | gates |", text)
        self.assertIn("| 0 | **160** |", text)
        self.assertIn("| `other` | - | no result in 9 s |", text)

    def test_deep_paths_are_listed_with_their_parts(self):
        self.assertEqual(table.deep(self.ROWS)[2:], ["| `crossbar` | NumPorts=8 | 160 | 2 |",
                                                     "| `crossbar` | NumPorts=16 | 320 | 4 |"])

    def test_the_page_says_of_each_block_with_a_deep_path_where_it_would_be_cut(self):
        text = (ROOT / "docs/reference/synthesis.md").read_text().split(table.mark("deep", "begin"))[1]
        rows, reasons = text.split(table.mark("deep", "end"))
        blocks = set(re.findall(r"^\| `(\w+)`", rows, re.M))
        self.assertTrue(blocks)
        self.assertEqual(set(re.findall(r"^\* `(\w+)`: ", reasons.split("\n## ")[0], re.M)), blocks)

    def test_scaling_names_formula_and_error(self):
        text = "\n".join(table.scaling(self.ROWS))
        self.assertRegex(text, r"`crossbar` \| gates \| .*1000 N \| 4 \| 0.0 %")
        self.assertNotIn("other", text)

    def test_a_shape_with_a_parameter_of_its_own_is_in_no_formula(self):
        special = row("crossbar", dict(gates=9, flops=1, memory_bits=0, depth=200.0), NumPorts=32, Special=1)
        self.assertEqual(table.scaling([*self.ROWS, special]), table.scaling(self.ROWS))
        self.assertIn("NumPorts=32 Special=1 | **200**".split("|")[0], "\n".join(table.figures([special])))

    def test_only_the_marked_parts_of_a_page_change(self):
        marks = [table.mark(name, which) for name in ("figures", "deep", "scaling") for which in ("begin", "end")]
        with tempfile.TemporaryDirectory() as folder:
            page = pathlib.Path(folder) / "page.md"
            page.write_text("head\n{}\nold\n{}\nbetween\n{}\nold\n{}\nbetween\n{}\nold\n{}\ntail\n".format(*marks))
            table.update(page, self.ROWS)
            text = page.read_text()
            table.update(page, self.ROWS)
            self.assertEqual(page.read_text(), text)
        self.assertNotIn("old", text)
        self.assertRegex(text, r"(?s)^head\n.*\nbetween\n.*\ntail\n$")


class Limit(unittest.TestCase):
    """What is run, with Yosys replaced by a function that only takes time."""
    SHAPE = dict(shape="other_4", block="other", parameters={"NumPorts": 4}, sources=[], hierarchy=False)

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.tool = pathlib.Path(folder.name)
        self.limits, self.commands = [], []
        self.addCleanup(setattr, synth, "yosys", synth.yosys)
        self.yosys, synth.yosys = synth.yosys, self.exceed

    def exceed(self, _shape, _tool, _folder, limit, commands=""):
        self.limits.append(limit)
        self.commands.append(commands)
        return limit, limited.over_limit(limit)

    def text(self):
        return table.figures([synth.known(self.SHAPE, self.tool)])[2]

    def test_a_shape_that_an_equal_limit_has_ended_is_not_run_again(self):
        self.assertIn("| not run |", self.text())
        for limit in (9, 9, 5, 20):
            synth.synthesize(self.SHAPE, self.tool, limit)
        self.assertEqual(self.limits, [9, 20])
        self.assertIn("| not mapped: more than 20 s | | | | 20 | |", self.text())

    def test_a_shape_that_takes_long_is_mapped_by_the_quick_script(self):
        synth.synthesize(self.SHAPE, self.tool, synth.THOROUGH_S)
        self.assertEqual((self.limits, self.commands), ([synth.THOROUGH_S], [""]))
        synth.synthesize(self.SHAPE, self.tool, synth.THOROUGH_S + 9)
        self.assertEqual(self.limits[1:], [synth.THOROUGH_S, synth.THOROUGH_S + 9])
        self.assertIn("write_blif -", self.commands[-1])

    def test_a_shape_that_is_not_chosen_has_the_row_of_its_folder_or_of_the_page(self):
        kept = [row("other", dict(gates=7, flops=1, memory_bits=0, depth=3), NumPorts=4)]
        self.assertEqual(synth.row_of(self.SHAPE, self.tool, kept)["gates"], 7)
        self.assertEqual(synth.row_of(self.SHAPE, self.tool, [])["failed"], "not run")
        self.assertEqual(synth.row_of({**self.SHAPE, "parameters": {"NumPorts": 5}}, self.tool, kept)["failed"],
                         "not run")
        synth.synthesize(self.SHAPE, self.tool, 9)
        self.assertEqual(synth.row_of(self.SHAPE, self.tool, kept)["failed"], limited.over_limit(9))

    def test_a_program_over_its_limit_is_ended(self):
        (self.tool / "node_modules/.bin").mkdir(parents=True)
        node = self.tool / "node_modules/.bin/node"
        node.write_text("#!/bin/sh\nwhile :; do :; done\n")
        node.chmod(0o755)
        self.assertEqual(self.yosys(self.SHAPE, self.tool, self.tool, 1)[1], "not mapped: more than 1 s")


def asynchronous_loads(source):
    """Inputs that an asynchronous reset loads into a flip-flop: no common cell does that."""
    loads = []
    for process in re.findall(r"always_ff @\(posedge clk_i or negedge rst_ni\)(.*?)\n  end", source, re.S):
        reset = re.search(r"if \(!rst_ni\) begin(.*?)end else", process, re.S)
        loads += re.findall(r"(\w+_q)\S* <= [^;]*_i\b", reset[1] if reset else process)
    return loads


class Source(unittest.TestCase):
    def test_no_flip_flop_loads_an_input_asynchronously(self):
        sources = sorted(ROOT.glob("rtl_models/*/*.sv"))
        self.assertGreater(len(sources), 30)
        for source in sources:
            self.assertEqual(asynchronous_loads(source.read_text()), [], source.name)

    def test_a_planted_load_is_found(self):
        planted = """
  always_ff @(posedge clk_i or negedge rst_ni) begin : p_state
    if (!rst_ni) begin
      run_q <= '0;
      limit_q <= {NumVcs{depth_i}};
    end else begin
      limit_q <= limit_i;
    end
  end
"""
        self.assertEqual(asynchronous_loads(planted), ["limit_q"])
        self.assertEqual(asynchronous_loads(planted.replace("posedge clk_i or negedge rst_ni", "posedge clk_i")), [])

    def test_assertions_are_clocked_only(self):
        for source in ROOT.glob("rtl_models/*/*.sv"):
            self.assertNotRegex(source.read_text(), r"negedge rst_ni\) begin : p_assert", source.name)


class Script(unittest.TestCase):
    SHAPE = {"block": "vc_fifo", "parameters": {"NumVcs": 4, "MaxWords": 64}, "hierarchy": False,
             "sources": ["/a/tin_pkg.sv", "/b/vc_fifo.sv"]}

    def test_parameters_and_sources_are_those_of_the_shape(self):
        text = synth.script(self.SHAPE)
        self.assertIn("--top vc_fifo -G NumVcs=4 -G MaxWords=64 tin_pkg.sv vc_fifo.sv\n", text)
        self.assertNotIn("hierarchy ", text.splitlines()[0])
        large = dict(self.SHAPE, hierarchy=True)
        self.assertIn("--best-effort-hierarchy", synth.script(large).splitlines()[0])


if __name__ == "__main__":
    unittest.main()
