# SPDX-License-Identifier: Apache-2.0
"""README check: each kind of fault that it is for is found."""
import pathlib
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "scripts"))
import check_block_readmes  # noqa: E402

PORTS = [{"name": "depth_i", "width": 12, "array": [4]}, {"name": "valid_i", "width": 1, "array": []},
         {"name": "vc_i", "width": 5, "array": []}, {"name": "full_o", "width": 1, "array": [4]}]
HEAD = "# fifo\n\n| port | width | meaning |\n|---|---|---|\n"
DEPTH = "| `depth_i` | [V][12] | words, as `other_i` has it |\n"
PUSH = "| `valid_i` `vc_i` | 1 5 | a word |\n"
FULL = "| `full_o` | [V] | no room |\n"


class Readmes(unittest.TestCase):
    def faults(self, *rows):
        return check_block_readmes.faults(HEAD + "".join(rows), PORTS)

    def test_a_table_of_all_ports_is_good(self):
        self.assertEqual(self.faults(DEPTH, PUSH, FULL), [])

    def test_a_port_that_the_table_lacks_is_a_fault(self):
        self.assertEqual(self.faults(DEPTH, PUSH), ["full_o: not in the port table"])

    def test_a_port_that_the_model_lacks_is_a_fault(self):
        self.assertEqual(self.faults(DEPTH, PUSH, FULL, "| `gone_o` | 1 | |\n"),
                         ["gone_o: not in the model"])

    def test_other_widths_and_dimensions_are_faults(self):
        for row in ("| `depth_i` | [V][11] | |\n", "| `depth_i` | 12 | |\n", "| `depth_i` | [8][12] | |\n"):
            self.assertEqual(len(self.faults(row, PUSH, FULL)), 1, row)
        self.assertEqual(len(self.faults(DEPTH, "| `valid_i` `vc_i` | 1 | |\n", FULL)), 1)

    def test_other_tables_do_not_count(self):
        self.assertEqual(self.faults(DEPTH, PUSH, FULL, "\n| bits | field |\n|---|---|\n| 3:0 | `x_i` |\n"), [])


if __name__ == "__main__":
    unittest.main()
