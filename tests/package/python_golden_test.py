#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Does the Python module of the models refuse what it cannot do, with a text, before anything is set?

$TINSIM_GOLDEN_LIBRARY and PYTHONPATH are those of the tree under test.
"""
import copy
import os
import pickle
import subprocess
import sys
import unittest

import tinsim_golden
from tinsim_golden import GoldenError


class Attributes(unittest.TestCase):
    def setUp(self):
        self.arbiter = tinsim_golden.IslipArbiter(NumPorts=4, NumVcs=4)

    def refused(self, error, text, call, *arguments):
        self.assertRaisesRegex(error, text, call, *arguments)

    def assigned(self, error, text, port, value):
        self.refused(error, text, setattr, self.arbiter, port, value)

    def test_misspelled_ports(self):
        self.assigned(AttributeError, "^islip_arbiter has no port req_valid; expected req_valid_i or ", "req_valid", 1)
        self.assigned(AttributeError, "no port zz; expected iterations_i or strict_i or ", "zz", 1)
        self.refused(AttributeError, "req_valid", lambda: self.arbiter.req_valid)
        self.arbiter._own = 1  # private attributes are those of a user

    def test_no_copies(self):
        for call in (copy.copy, copy.deepcopy, pickle.dumps):
            self.refused(TypeError, "^IslipArbiter cannot be copied or pickled: ", call, self.arbiter)

    def test_numbers(self):
        self.assigned(GoldenError, "^islip_arbiter: iterations_i = -1 does not fit 3 bits$", "iterations_i", -1)
        self.assigned(GoldenError, f"iterations_i = {2**64} does not fit 3 bits$", "iterations_i", 2**64)
        self.assigned(GoldenError, "strict_i = 2 does not fit 1 bit$", "strict_i", [0, 2, 0, 0])
        for value in (1.0, "1", None, [1]):
            self.assigned(TypeError, "^islip_arbiter: iterations_i = .*: expected an integer$", "iterations_i", value)
        self.assigned(GoldenError, "match_valid_o is an output and cannot be set", "match_valid_o", [0] * 4)

    def test_arrays(self):
        for value in (5, "1010", {0: 1, 1: 1, 2: 0, 3: 0}, iter([1, 0, 0, 0])):
            self.assigned(TypeError, "^strict_i = .*: expected a sequence of 4 elements$", "strict_i", value)
        for index in (slice(0, 2), 1.0, "0"):
            self.refused(TypeError, "^index of strict_i = .*: expected an integer$",
                         self.arbiter.strict_i.__getitem__, index)
        with self.assertRaisesRegex(TypeError, "index of strict_i = slice"):
            self.arbiter.strict_i[0:2] = [1, 1]
        self.refused(IndexError, r"strict_i\[4\]: the dimension has 4", lambda: self.arbiter.strict_i[4])

    def test_a_failed_assignment_sets_nothing(self):
        ones, zeros = [1] * 4, [0] * 4
        self.assigned(ValueError, "req_valid_i: 3 values for 4 elements", "req_valid_i", [ones, ones, ones[:3], ones])
        self.assigned(GoldenError, "req_valid_i = 2 does not fit", "req_valid_i", [ones, ones, ones, [1, 1, 1, 2]])
        self.assigned(TypeError, "req_valid_i = 0.5", "req_valid_i", [ones, ones, ones, [1, 1, 1, 0.5]])
        self.assertEqual(self.arbiter.req_valid_i, [zeros] * 4)
        self.arbiter.req_valid_i = [ones, zeros, (0, 1, 0, 1), zeros]
        self.arbiter.req_valid_i[1] = self.arbiter.req_valid_i[2]
        self.assertEqual(self.arbiter.req_valid_i, [ones, [0, 1, 0, 1], [0, 1, 0, 1], zeros])

    def test_differences_of_values_that_fit(self):
        outputs = {port: 0 for port, info in self.arbiter.ports.items() if not info.is_input}
        self.assertEqual(self.arbiter.difference(outputs), "")
        for value in (1 << 4, 1 << 32, -1):
            self.refused(GoldenError, "match_valid_o = .* does not fit 4 bits", self.arbiter.difference,
                         {**outputs, "match_valid_o": value})
            self.refused(GoldenError, "match_valid_o = .* does not fit 4 bits", self.arbiter.difference, outputs,
                         {"match_valid_o": value})
        self.refused(GoldenError, "difference: match_valid_o, match_port_o, match_vc_o; expected",
                     self.arbiter.difference, {})
        self.refused(GoldenError, "difference: match_valid; expected", self.arbiter.difference, outputs,
                     {"match_valid": 1})


class WidePorts(unittest.TestCase):
    def test_elements_outside_the_port(self):
        router = tinsim_golden.ExanetRouter()
        router.in_data_i = [1 << 127, 2, 3, 4, 5]
        for element in (-1, 5, 9):
            text = rf"exanet_router: in_data_i\[{element}\]: the port has 5 elements"
            self.assertRaisesRegex(GoldenError, text, router.get, "in_data_i", element)
            self.assertRaisesRegex(GoldenError, text, router.set, "in_data_i", 0, element)
        for value in (1 << 128, -1):
            self.assertRaisesRegex(GoldenError, "does not fit 128 bits", router.set, "in_data_i", value)
        self.assertEqual(router.in_data_i, [1 << 127, 2, 3, 4, 5])


class Library(unittest.TestCase):
    def imported(self, **library):
        """The last line of the errors, if there are any."""
        others = {name: value for name, value in os.environ.items() if name != "TINSIM_GOLDEN_LIBRARY"}
        done = subprocess.run([sys.executable, "-c", "import tinsim_golden"], capture_output=True, text=True,
                              check=False, env={**others, **library})
        return "".join(done.stderr.strip().splitlines()[-1:])

    def test_one_that_is_missing_is_named(self):
        for library in ("/missing/libx.so", __file__):
            self.assertIn(f"GoldenError: no library of the models at {library} ",
                          self.imported(TINSIM_GOLDEN_LIBRARY=library))

    def test_an_empty_name_is_that_of_the_installed_one(self):
        self.assertEqual(self.imported(TINSIM_GOLDEN_LIBRARY=""), self.imported())


if __name__ == "__main__":
    unittest.main()
