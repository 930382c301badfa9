# SPDX-License-Identifier: Apache-2.0
"""Testplan check: each kind of fault that it is for is found."""
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "scripts"))
import check_testplan  # noqa: E402

SOURCE = "TEST(Fifo, KeepsOrder) {}\nTEST_P(\n    Delay, Agrees) {}\nRC_GTEST_PROP(Sum, IsExact, ()) {}\n"
HEAD = "# Tests\n\n## Testplan\n\n### Part\n\n"


class Testplan(unittest.TestCase):
    def faults(self, rows, head=HEAD):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "docs" / "reference").mkdir(parents=True)
            (root / "tests").mkdir()
            (root / "tests" / "fifo_test.cpp").write_text(SOURCE)
            (root / "docs" / "reference" / "testplan.md").write_text(head + rows)
            return check_testplan.faults(root)

    def test_suites_tests_and_files_that_exist_are_good(self):
        rows = "* `a`: b: `Fifo`, `Delay.Agrees`,\n  `Sum.IsExact`, `tests/fifo_test.cpp`\n"
        self.assertEqual(self.faults(rows), ([], []))

    def test_missing_suite_test_and_file_are_found_with_their_line(self):
        for name in ("Fife", "Fifo.KeepsNothing", "tests/fife_test.cpp"):
            errors, _ = self.faults(f"* a: `Fifo`\n* b: `{name}`\n")
            self.assertEqual(errors, [f"docs/reference/testplan.md:8: there is no test '{name}'"])

    def test_row_without_a_test_is_a_fault(self):
        self.assertEqual(self.faults("* a: later\n")[0],
                         ["docs/reference/testplan.md:7: names no test"])

    def test_suites_that_the_plan_forgets_are_listed(self):
        self.assertEqual(self.faults("* a: `Fifo`\n")[1], ["Delay", "Sum"])

    def test_lists_of_other_chapters_do_not_count(self):
        rows = "* a: `Fifo`\n\n## Other\n\n### Part\n\n* b: `Nothing`\n"
        self.assertEqual(self.faults(rows)[0], [])

    def test_tests_that_are_made_from_the_table_of_blocks_are_good(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "tests").mkdir()
            (root / "rtl_models").mkdir()
            (root / "rtl_models" / "blocks.cmake").write_text(
                '# A queue.\ntin_block(fifo Fifo PARAMETERS Depth\n          SHAPES "Small 4" "Full 8")\n'
                "tin_block(adder Adder PART)\n")
            suites = check_testplan.tests_in(root)
        for name in ("FifoLockstep.Full", "AdderLockstep.OnlyShape", "GoldenChecker.Fifo",
                     "PinModule.AdderBehavesAsThePlainModel"):
            self.assertTrue(check_testplan.exists(name, suites, pathlib.Path()), name)
        self.assertFalse(check_testplan.exists("FifoLockstep.OnlyShape", suites, pathlib.Path()))

    def test_plan_without_rows_is_a_fault(self):
        self.assertEqual(self.faults("", head="# Tests\n")[0],
                         ["docs/reference/testplan.md: no list below '## Testplan'"])


if __name__ == "__main__":
    unittest.main()
