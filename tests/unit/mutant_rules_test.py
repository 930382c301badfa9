# SPDX-License-Identifier: Apache-2.0
"""Bugs by rule: each rule on a small source, what is no point, the rewritten source and the sample."""
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "testbench" / "mutants"))
import run_mutants  # noqa: E402
from sample import sample  # noqa: E402
from schemata import alone, find_mutants, rewrite  # noqa: E402
from syntax import Parser  # noqa: E402

PARSER = Parser(sys.argv.pop())
COUNTER = """  always_ff @(posedge clk_i or negedge rst_ni) begin : p_q
    if (!rst_ni) begin
      q_o <= '0;
    end else if (a_i == 4'd3) begin
      q_o <= q_o + 1'b1;
    end
  end
"""


def module(body, package=""):
    return f"""{package}module m #(parameter int unsigned N = 4) (
  input logic clk_i, input logic rst_ni, input logic [3:0] a_i, b_i, output logic [3:0] q_o);
{body}endmodule
"""


def mutants_of(source):
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "m.sv"
        file.write_text(source, encoding="utf-8")
        return find_mutants([("m.sv", PARSER.parse(file))])


def texts(body, rule):
    """The new texts of the mutants of a rule."""
    return [m.text for m in mutants_of(module(body)) if m.rule == rule]


class Rules(unittest.TestCase):
    def test_a_counter_has_nine_points(self):
        # == and +; 3 and 1; the `if` three times; the reset twice.
        rules = [m.rule for m in mutants_of(module(COUNTER))]
        self.assertEqual({rule: rules.count(rule) for rule in set(rules)},
                         {"operator": 2, "constant": 2, "condition": 3, "reset": 2})

    def test_operators(self):
        pairs = ("+ -", "- +", "& |", "| &", "&& ||", "|| &&", "== !=", "!= ==", "< <=", "<= <",
                 "> >=", ">= >", "<< >>", ">> <<", "^ |")
        for pair in pairs:
            old, new = pair.split()
            self.assertEqual(texts(f"  assign q_o = a_i {old} b_i;\n", "operator"),
                             [f"a_i {new} b_i"])

    def test_operands_keep_their_parentheses(self):
        self.assertEqual(texts("  assign q_o = a_i || b_i || a_i[0];\n", "operator")[0],
                         "(a_i || b_i) && a_i[0]")

    def test_negations_and_assignments_that_operate(self):
        self.assertEqual(texts("  assign q_o = ~a_i;\n", "operator"), ["a_i"])
        self.assertEqual(texts("  assign q_o = !a_i;\n", "operator"), ["!(!a_i)"])
        self.assertEqual(texts("  always_comb begin\n q_o = a_i;\n q_o |= b_i;\n end\n", "operator"),
                         ["q_o &= b_i;"])

    def test_constants_change_within_their_width(self):
        for old, new in (("'0", "'1"), ("'1", "'0"), ("1'b0", "1'b1"), ("1'b1", "1'b0"),
                         ("4'd15", "4'd0"), ("4'hA", "4'hB"), ("2'b10", "2'b11"), ("7", "8"),
                         ("1", "0"), ("0", "1")):
            self.assertEqual(texts(f"  assign q_o = a_i ^ {old};\n", "constant"), [new])

    def test_conditions(self):
        self.assertEqual(texts("  always_comb begin\n q_o = a_i;\n if (a_i[0]) q_o = b_i;\n end\n",
                               "condition"), ["!(a_i[0])", "1'b1", "1'b0"])
        self.assertEqual(texts("  assign q_o = (a_i[0]) ? a_i : b_i;\n", "condition"),
                         ["!((a_i[0]))"])

    def test_resets(self):
        self.assertEqual(texts(COUNTER, "reset"), ["", "'1"])
        self.assertEqual(texts(COUNTER.replace("'0", "a_i"), "reset"), ["", "~(a_i)"])

    def test_order_of_branches(self):
        new, = texts("  always_comb begin\n if (a_i[0]) q_o = a_i;\n else if (b_i[0]) q_o = b_i;\n"
                     " else q_o = 4'd2;\n end\n", "priority")
        self.assertEqual(new, "if (b_i[0]) q_o = b_i; else if (a_i[0]) q_o = a_i; else q_o = 4'd2;")

    def test_order_of_choices(self):
        self.assertEqual(texts("  assign q_o = a_i[0] ? a_i : (b_i[0] ? b_i : 4'd2);\n", "priority"),
                         ["(b_i[0]) ? (b_i) : (a_i[0]) ? (a_i) : (4'd2)"])

    def test_direction_of_a_search(self):
        loop = ("  always_comb begin\n for ({}) begin\n if (a_i[k]) {} = 4'(k);\n end\n end\n")
        up, down = "int unsigned k = 0; k < N; k++", "int k = N - 1; k >= 0; k--"
        self.assertTrue(texts(loop.format(up, "q_o"), "priority")[0].startswith(
            "for (int k = int'(N) - 1; k >= int'(0); k--) "))
        self.assertTrue(texts(loop.format(down, "q_o"), "priority")[0].startswith(
            "for (int k = int'(0); k <= int'(N - 1); k++) "))
        self.assertEqual(texts(loop.format(up, "q_o[k]"), "priority"), [])

    def test_order_of_assignments(self):
        new, = texts("  always_comb begin : p_x\n q_o = '0;\n if (a_i[0]) q_o = a_i;\n end\n",
                     "priority")
        self.assertEqual(" ".join(new.split()), "begin if (a_i[0]) q_o = a_i; q_o = '0; end")


class Scope(unittest.TestCase):
    def none(self, body):
        self.assertEqual(mutants_of(module(body)), [])

    def test_what_is_known_at_elaboration_is_no_point(self):
        self.none("  localparam int W = N + 1;\n  logic [N-1:0] x;\n  assign q_o = 4'(a_i[2:1]);\n")
        self.none("  if (N > 2) begin : gen_a\n assign q_o = a_i;\n end\n")
        self.none("  function automatic int f(int v);\n return v + 1;\n endfunction\n"
                  "  localparam int W = f(N);\n  assign q_o = a_i;\n")
        self.none("  for (genvar p = 0; p < 4; p++) begin : gen_b\n assign q_o[p] = a_i[p];\n end\n")

    def test_a_loop_itself_is_no_point(self):
        self.none("  always_comb begin\n for (int k = 0; k < N; k++) q_o[k] = a_i[k];\n end\n")

    def test_assertions_and_what_only_they_read_are_no_points(self):
        self.none("  assign q_o = a_i;\n  logic x;\n  assign x = a_i == b_i;\n"
                  "  always_ff @(posedge clk_i) begin\n A: assert (a_i < 4'd9 || x);\n end\n")

    def test_a_variable_of_a_loop_belongs_to_its_process(self):
        body = ("  logic [3:0] x;\n  always_comb begin\n"
                "    for (int k = 0; k < N; k++) {}[k] = a_i[k] & b_i[k];\n  end\n")
        self.assertEqual(len(mutants_of(module(body.format("q_o")))), 1)
        self.none("  assign q_o = a_i;\n" + body.format("x"))
        both = body.format("q_o") + body.format("x").replace("logic [3:0] x", "logic y")
        self.assertEqual(len(mutants_of(module(both))), 1)

    def test_what_an_output_depends_on_is_a_point(self):
        body = "  logic x;\n  assign x = a_i == b_i;\n  assign q_o = 4'(x);\n"
        self.assertEqual([m.rule for m in mutants_of(module(body))], ["operator"])

    def test_a_function_counts_where_it_is_called(self):
        function = "  function automatic logic [3:0] f(logic [3:0] v);\n return ~v;\n endfunction\n"
        self.none(function + "  assign q_o = a_i;\n")
        self.assertEqual(len(mutants_of(module(function + "  assign q_o = f(a_i);\n"))), 1)


class Schemata(unittest.TestCase):
    def test_mutants_within_one_another(self):
        source = module("  assign q_o = ~(a_i + 4'd3);\n")
        mutants = mutants_of(source)
        for number, mutant in enumerate(mutants, 1):
            mutant.number = number
        active = "(tin_mutant_pkg::Active == 32'd{})"
        self.assertIn(f"assign q_o = ({active.format(1)} ? ((a_i + 4'd3)) : "
                      f"(~(({active.format(2)} ? (a_i - 4'd3) : (a_i + "
                      f"({active.format(3)} ? (4'd4) : (4'd3)))))));", rewrite(source, mutants))

    def test_a_statement(self):
        source = module(COUNTER)
        mutant = next(m for m in mutants_of(source) if m.rule == "reset")
        mutant.number = 7
        self.assertIn("begin if (tin_mutant_pkg::Active == 32'd7) begin  end else "
                      "begin q_o <= '0; end end", rewrite(source, [mutant]))
        self.assertNotIn("'0", alone(source, mutant))


class Sample(unittest.TestCase):
    def chosen(self, source, count, hand=""):
        with tempfile.TemporaryDirectory() as folder:
            block = pathlib.Path(folder) / "m"
            block.mkdir()
            if hand:
                (block / "mutants.cmake").write_text(hand, encoding="utf-8")
            return sample(mutants_of(source), {"m.sv": source}, block, count, 1)

    def test_rules_take_turns_and_a_small_block_gives_all(self):
        source = module(COUNTER)
        self.assertEqual([m.rule for m in self.chosen(source, 5)],
                         ["operator", "constant", "condition", "reset", "operator"])
        self.assertEqual(len(self.chosen(source, 100)), 9)

    def test_a_larger_sample_begins_with_the_smaller_one(self):
        source = module(COUNTER)
        small, large = ([m.what for m in self.chosen(source, n)] for n in (4, 9))
        self.assertEqual(large[:4], small)

    def test_what_was_planted_by_hand_is_left_out(self):
        chosen = self.chosen(module(COUNTER), 100, 'mutant(1 "q_o + 1\'b1"\n  "q_o - 1\'b1")\n')
        self.assertEqual(len(chosen), 8)
        self.assertNotIn("q_o - 1'b1", [m.text for m in chosen])


class Page(unittest.TestCase):
    def complaints(self, end, page, none="equal"):
        mutant = {"file": "m.sv", "line": 3, "text": "q <= a;", "what": "a →  b", "rule": "reset",
                  "end": end, "cycles": 5}
        described = [{"block": "m", "points": {"reset": 1}, "mutants": [mutant],
                      "none": {"end": none}}]
        lines = run_mutants.table(described)
        return list(run_mutants.complaints(described, lines, "\n".join(lines) + page, True))

    def test_a_page_that_agrees(self):
        self.assertEqual(self.complaints("found", ""), [])
        self.assertEqual(self.complaints("equal", "\n* `m.sv`\n  `q <= a;` `a → b`: equal.\n"), [])

    def test_each_disagreement(self):
        explained = "\n* `m.sv` `q <= a;` `a → b`: equal.\n"
        self.assertEqual(len(self.complaints("equal", "")), 1)
        self.assertEqual(len(self.complaints("found", explained)), 1)
        self.assertEqual(len(self.complaints("found", "", none="found")), 1)
        self.assertEqual(len(self.complaints("found", "\n* `m.sv` `q <= b;` `a → b`: equal.\n")), 1)


if __name__ == "__main__":
    with PARSER:
        unittest.main()
