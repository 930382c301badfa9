#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Does the checker for cocotb find faults, and does the example, with a stand-in for cocotb?

Usage: python_checker_test.py ROOT; $TINSIM_GOLDEN_LIBRARY and PYTHONPATH are those of the tree under test.
"""
import pathlib
import sys
import unittest

import cocotb_stand_in

sys.path += [str(pathlib.Path(sys.argv[1]) / folder) for folder in ("rtl_models/golden",
                                                                    "examples/in_your_simulator/cocotb")]
cocotb_stand_in.install()

import tinsim_golden  # noqa: E402
from tinsim_checker import Checker, Mismatch, number_and_unknown  # noqa: E402

import test_arbiter  # noqa: E402


def no_fault(_cycle, _name, bits):
    return bits


def run_example(fault):
    """The lines that the example shows, and its exception."""
    device = cocotb_stand_in.Device(tinsim_golden.IslipArbiter(NumPorts=4, NumVcs=4), fault)
    try:
        cocotb_stand_in.run(test_arbiter.arbiter_agrees_with_its_model, device)
    except Mismatch as mismatch:
        return device.lines, str(mismatch)
    return device.lines, None


class Example(unittest.TestCase):
    def test_silent_on_the_block(self):
        self.assertEqual(run_example(no_fault), (["acme: 2000 cycles compared, 0 mismatches"], None))

    def test_goes_on_after_a_mismatch_up_to_the_limit(self):
        def fault(cycle, name, bits):
            return f"{int(bits, 2) ^ 2 << 6:024b}" if name == "match_port_o" and cycle in (10, 20, 30, 40) else bits

        lines, error = run_example(fault)
        self.assertEqual(error, "acme: outputs differ, limit reached")
        self.assertEqual(lines.pop(), "acme: 31 cycles compared, 3 mismatches")
        self.assertEqual(len(lines), 3)
        for number, line in enumerate(lines, 1):
            head, element, *rest = line.splitlines()
            self.assertEqual(head, f"acme: cycle {number}0 after reset, mismatch {number} of 3:")
            port = int(element.split("expected ")[1].split(",")[0])
            self.assertEqual(element, f"  match_port_o[1]: expected {port}, actual {port ^ 2}")
            self.assertIn("inputs of the cycle before that are not zero:", rest)
            self.assertRegex(line, r"registers of the model in the cycle before .*:\n    grant_pointer = \[")

    def test_unknown_bits_differ_from_any_value(self):
        lines, error = run_example(lambda cycle, name, bits: "x" + bits[1:] if name == "match_vc_o" and cycle == 5 else bits)
        self.assertEqual(error, "acme: outputs differ")
        self.assertRegex(lines[0], r"  match_vc_o\[3\]: expected \d+, actual \d+ with bits that are X or Z\n")


class Rules(unittest.TestCase):
    def setUp(self):
        self.lines = []
        self.model = tinsim_golden.CreditCounter(NumVcs=4)
        self.checker = Checker(self.model, max_mismatches=0, show=self.lines.append)
        self.values = {port: "0" * (info.width * info.elements) for port, info in self.model.ports.items()}

    def test_nothing_compared_is_an_error(self):
        self.checker.cycle(self.values)  # not reset yet
        self.assertRaisesRegex(Mismatch, "^credit_counter: the checker compared nothing$", self.checker.finish)

    def test_without_limit_the_run_goes_on_and_fails_at_its_end(self):
        limits = f"{100:012b}" * 4
        self.checker.reset({**self.values, "init_limit_i": limits})
        for _ in range(5):
            self.checker.cycle({**self.values, "avail_o": limits[:-1] + "1"})  # 101 for VC 0
        self.assertRaisesRegex(Mismatch, "^credit_counter: outputs differ$", self.checker.finish)
        self.assertEqual(self.lines[-1], "credit_counter: 5 cycles compared, 5 mismatches")
        self.assertIn("cycle 4 after reset, mismatch 5:\n  avail_o[0]: expected 100, actual 101\n", self.lines[4])

    def test_a_broken_rule_is_named_with_the_cycle(self):
        self.checker.name = "acme"
        self.checker.reset(self.values)
        for _ in range(3):
            self.checker.cycle(self.values)
        take = {"take_valid_i": "1", "take_words_i": "11111"}  # no credit
        self.assertRaisesRegex(tinsim_golden.GoldenError, "^acme: cycle 3 after reset: credit_counter: ",
                               self.checker.cycle, {**self.values, **take})
        self.assertEqual(self.lines, ["acme: 3 cycles compared, 0 mismatches"])

    def test_bits(self):
        self.assertEqual(number_and_unknown("01xZ1"), (0b01001, 0b00110))
        for text in ("0b10", "", "1_0", " 1"):
            self.assertRaisesRegex(ValueError, "expected the bits of a port", number_and_unknown, text)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
