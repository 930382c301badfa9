#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The arithmetic of `make budget`, on two recorded files of callgrind.

budget/short.callgrind and long.callgrind are runs of one program, whose loop of 14 instructions, two of
them branches, is run 20 and 40 times, and 15 times besides. CHAINS is what addr2line says of the loop.

Usage: budget_test.py SOURCE_DIR
"""
import pathlib
import sys
import unittest

SOURCE = pathlib.Path(sys.argv[1])
sys.path.insert(0, str(SOURCE / "bench"))
import budget  # noqa: E402
import callgrind  # noqa: E402

RUN = "tinsim::base_core::CellSwitchCore::run(unsigned int)"
CHOOSE = ["tinsim::base_core::RouteUnit::choose(tinsim::base_core::Arbiter const&, unsigned int)", RUN]
GRANT = ["tinsim::variant_core::Arbiter::grant(unsigned int) const", *CHOOSE]
CHAINS = {0x401082: [RUN], 0x401089: CHOOSE, 0x40108c: CHOOSE, 0x401093: GRANT, 0x401096: GRANT, 0x401098: GRANT,
          0x40109b: GRANT, 0x40109e: GRANT, 0x4010a0: [RUN], 0x4010a2: CHOOSE, 0x4010a5: [RUN], 0x4010a8: [RUN],
          0x4010aa: [RUN], 0x4010ac: [RUN]}


def read(name):
    with open(SOURCE / f"tests/platform/budget/{name}.callgrind", encoding="ascii") as lines:
        return callgrind.read(lines)


def totals(costs):
    return [sum(column) for column in zip(*costs.values())]


def text(*lines):
    return ["positions: instr line", "events: Ir DLmr DLmw", *lines]


class Reading(unittest.TestCase):
    def test_own_costs_add_up_to_the_file_s_total(self):
        for name, want in (("short", [536, 74, 14, 0, 0]), ("long", [816, 114, 14, 0, 0])):
            events, costs = read(name)
            self.assertEqual(events, ["Ir", "Bc", "Bcm", "Bi", "Bim"])
            self.assertEqual(totals(costs), want)

    def test_functions_have_the_costs_of_callgrind_annotate(self):
        of = {}
        for (_, function, _), counts in read("long")[1].items():
            of[function] = of.get(function, 0) + counts[0]
        self.assertEqual(of, {"0x0000000000401060": 721, "0x0000000000401020": 93, "0x0000000000401000": 2})

    def test_positions_are_absolute_relative_or_the_last_one(self):
        costs = callgrind.read(text("ob=(1) /a", "fn=(1) f", "0x100 7 1", "+10 +1 2 5", "* * 3", "-4 -2 1 0 9",
                                    "ob=(2) /b", "fn=(2) g", "0x100 3 40", "ob=(1)", "fn=(1)", "0x100 7 10"))[1]
        self.assertEqual(costs, {("/a", "f", 0x100): [11, 0, 0], ("/a", "f", 0x110): [5, 5, 0],
                                 ("/a", "f", 0x10c): [1, 0, 9], ("/b", "g", 0x100): [40, 0, 0]})

    def test_the_cost_of_a_call_is_the_callee_s(self):
        costs = callgrind.read(text("ob=(1) /a", "fn=(1) f", "0x100 1 1", "cob=(2) /b", "cfi=(3) x.c", "cfn=(2) g",
                                    "calls=3 0x200 9", "* * 1000", "+4 +1 2", "ob=(2)", "fn=(2)", "0x200 9 1000"))[1]
        self.assertEqual(costs, {("/a", "f", 0x100): [1, 0, 0], ("/a", "f", 0x104): [2, 0, 0],
                                 ("/b", "g", 0x200): [1000, 0, 0]})

    def test_a_file_without_addresses_or_events_is_refused(self):
        for lines in (["positions: line", "events: Ir"], ["positions: instr line"], []):
            with self.assertRaises(callgrind.FormatError):
                callgrind.read(lines)


class Parts(unittest.TestCase):
    def setUp(self):
        self.events, long = read("long")
        self.costs = callgrind.difference(long, read("short")[1])
        self.chains = {(program, address): CHAINS[address] for program, _, address in self.costs}

    def test_the_difference_is_the_loop_alone(self):
        self.assertEqual({address for _, _, address in self.costs}, set(CHAINS))
        self.assertEqual({counts[0] for counts in self.costs.values()}, {20})
        self.assertEqual(totals(self.costs), [20 * 14, 20 * 2, 0, 0, 0])

    def test_places_of_one_run_alone_count_too(self):
        self.assertEqual(callgrind.difference({1: [5, 1], 3: [6, 3], 4: [1, 0]}, {1: [5, 1], 2: [7, 0], 3: [2, 2]}),
                         {2: [-7, 0], 3: [4, 1], 4: [1, 0]})

    def test_an_instruction_belongs_to_the_innermost_part(self):
        parts, functions = budget.by_part(self.costs, self.chains)
        self.assertEqual({part: counts[:2] for part, counts in parts.items()},
                         {"cycles": [120, 40], "arbitration": [100, 0], "route": [60, 0]})
        self.assertEqual(totals(parts), totals(self.costs))
        self.assertEqual(functions["arbitration", "Arbiter::grant"], 100)

    def test_the_table_is_by_cell_hop(self):
        parts, _ = budget.by_part(self.costs, self.chains)
        parts["source"] = [30, 0, 6, 0, 4]
        self.assertEqual(budget.table(self.events, parts, 20), "\n".join((
            "| part | instructions | mispredicted branches |", "|---|--:|--:|",
            "| cycles | 6.0 | 0.00 |", "| arbitration | 5.0 | 0.00 |", "| route | 3.0 | 0.00 |",
            "| source | 1.5 | 0.50 |", "| all | 15.5 | 0.50 |")))

    def test_what_no_row_names_is_other(self):
        self.assertEqual(budget.part_of(["std::max<int>(int, int)", "sc_core::sc_simcontext::crunch(bool)"]),
                         budget.OTHER)
        self.assertEqual(budget.part_of(["std::max<int>(int, int)", GRANT[0]]), "arbitration")

    def test_parts_whose_functions_have_other_names_are_named(self):
        parts, _ = budget.by_part(self.costs, self.chains)
        self.assertEqual(budget.parts_without_functions(parts),
                         [part for part, _ in budget.PARTS if part not in ("cycles", "arbitration", "route")])
        self.assertEqual(budget.parts_without_functions(dict.fromkeys(part for part, _ in budget.PARTS)), [])

    def test_the_first_row_that_names_a_function_counts(self):
        for function, part in (("TerminalPorts::deliver", "sinks"), ("TerminalPorts::send", "source"),
                               ("LinkSlots::take_credit", "credits"), ("LinkSlots::take_credits", "credits"),
                               ("LinkSlots::start_cell", "links"), ("LinkSlots::send_update", "ordered sets"),
                               ("Mailbox::drain_credits", "credits"), ("Mailbox::prefetch", "fetching"),
                               ("Mailbox::next_active", "cycles"), ("Arbiter::credit_arrived", "credits")):
            self.assertEqual(budget.part_of([f"void tinsim::{function}(unsigned int)"]), part, function)

    def test_names_without_their_ornaments(self):
        credit = "unsigned int, tinsim::Credit, unsigned int"
        for name, want in (
                ("void tinsim::CellSwitchCore::run<true>(unsigned int) [clone .isra.0]", "CellSwitchCore::run"),
                (f"tinsim::LinkSlots::drain_credits(unsigned int)::{{lambda({credit})#1}}::operator()({credit}) const",
                 "LinkSlots::drain_credits::{lambda#1}::operator"),
                ("unsigned int const& std::max<unsigned int>(unsigned int const&, unsigned int const&)", "std::max")):
            self.assertEqual(budget.plain(name), want)

    def test_cell_hops_are_those_of_the_table(self):
        self.assertEqual(budget.cell_hops("  deliveries\n  speed         1,023,145 cell-hops in 0.04 s = 0.54 M/s\n"),
                         1023145)

    def test_misses_are_those_of_loads_and_stores(self):
        events, costs = callgrind.read(text("ob=(1) /a", "fn=(1) f", "0x1 1 100 3 4", "+1 +1 100 0 5"))
        self.assertEqual(budget.misses(events, costs), {("/a", "f", 1): 7, ("/a", "f", 2): 5})


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
