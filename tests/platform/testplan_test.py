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
HEAD = "# Verification\n\n## Testplan\n\n### Part\n\n| feature | described | tests |\n|---|---|---|\n"


class Testplan(unittest.TestCase):
    def faults(self, rows, head=HEAD):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "docs").mkdir()
            (root / "tests").mkdir()
            (root / "tests" / "fifo_test.cpp").write_text(SOURCE)
            (root / "docs" / "verification.md").write_text(head + rows)
            return check_testplan.faults(root)

    def test_suites_tests_and_files_that_exist_are_good(self):
        rows = "| a | b | `Fifo`, `Delay.Agrees`, `Sum.IsExact`, `tests/fifo_test.cpp` |\n"
        self.assertEqual(self.faults(rows), ([], []))

    def test_missing_suite_test_and_file_are_found_with_their_line(self):
        for name in ("Fife", "Fifo.KeepsNothing", "tests/fife_test.cpp"):
            errors, _ = self.faults(f"| a | b | `Fifo` |\n| c | d | `{name}` |\n")
            self.assertEqual(errors, [f"docs/verification.md:10: there is no test '{name}'"])

    def test_row_without_a_test_is_a_fault(self):
        self.assertEqual(self.faults("| a | b | later |\n")[0],
                         ["docs/verification.md:9: names no test"])

    def test_suites_that_the_plan_forgets_are_listed(self):
        self.assertEqual(self.faults("| a | b | `Fifo` |\n")[1], ["Delay", "Sum"])

    def test_tables_of_other_chapters_do_not_count(self):
        rows = "| a | b | `Fifo` |\n\n## Other\n\n### Part\n\n| c | d | `Nothing` |\n"
        self.assertEqual(self.faults(rows)[0], [])

    def test_block_without_a_row_in_the_readme_is_a_fault(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for block in ("fifo", "queue"):
                (root / "rtl_models" / block).mkdir(parents=True)
                (root / "rtl_models" / block / f"{block}.sv").touch()
                (root / "rtl_models" / block / f"{block}_checker.sv").touch()
            (root / "README.md").write_text("| [fifo](rtl_models/fifo/README.md) | yes |\n")
            self.assertEqual(check_testplan.blocks_without_row(root), ["queue"])

    def test_plan_without_rows_is_a_fault(self):
        self.assertEqual(self.faults("", head="# Verification\n")[0],
                         ["docs/verification.md: no table below '## Testplan'"])


if __name__ == "__main__":
    unittest.main()
