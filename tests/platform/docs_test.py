# SPDX-License-Identifier: Apache-2.0
"""Documentation and picture checks: each kind of fault that it is for is found."""
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "scripts"))
import check_docs  # noqa: E402
import draw_pictures  # noqa: E402

GOOD = {"docs/README.md": "[a](guide/a.md#how-far-is-it)\n", "docs/guide/a.md": "# A\n\n## How far is it?\n"}
PAGE = "docs/gone.md"


class Docs(unittest.TestCase):
    def faults(self, **changed):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder).resolve()
            for name, text in {**GOOD, **changed.get("files", {})}.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text)
            return check_docs.faults(root)

    def test_pages_without_faults_are_good(self):
        self.assertEqual(self.faults(), [])

    def test_links_to_missing_pages_and_headings_are_found(self):
        self.assertEqual(self.faults(files={"README.md": "\n[b](docs/b.md)\n"}), ["README.md:2: there is no 'docs/b.md'"])
        self.assertEqual(self.faults(files={"README.md": "[b](docs/guide/a.md#b)\n"}),
                         ["README.md:1: 'docs/guide/a.md' has no heading 'b'"])

    def test_links_in_code_do_not_count(self):
        self.assertEqual(self.faults(files={"README.md": "```\n[b](b.md)\n```\n`[b](b.md)`\n"}), [])

    def test_long_lines_are_found_but_in_generated_tables(self):
        self.assertEqual(self.faults(files={"README.md": "x" * 119 + "\n" + "x" * 120 + "\n"}),
                         ["README.md:2: 120 characters; expected at most 119"])
        page = "docs/reference/configuration.md"
        index = {"docs/README.md": "[a](guide/a.md) [c](reference/configuration.md)\n"}
        self.assertEqual(self.faults(files={**index, page: "## Keys\n" + "x" * 300 + "\n"}), [])

    def test_rows_that_a_blank_line_cuts_off_are_found(self):
        table = "| a | b |\n|---|---|\n| 1 | 2 |\n"
        self.assertEqual(self.faults(files={"README.md": table}), [])
        self.assertEqual(self.faults(files={"README.md": table + "\n| 3 | 4 |\n"}),
                         ["README.md:5: a row without the head of a table"])

    def test_pages_that_the_index_forgets_are_found(self):
        self.assertEqual(self.faults(files={"docs/guide/b.md": "# B\n"}),
                         ["docs/guide/b.md: docs/README.md does not list it"])

    def test_pages_that_a_source_names_exist(self):
        self.assertEqual(self.faults(files={"tlm/a.h": f"\n// {PAGE}.\n"}), [f"tlm/a.h:2: there is no '{PAGE}'"])

    def test_sources_that_a_page_names_exist(self):
        text = "`tlm/a.h`, `tlm/`, `tlm/<block>/a.h`, `a.h`\n"
        self.assertEqual(self.faults(files={"README.md": text, "tlm/a.h": ""}), [])
        self.assertEqual(self.faults(files={"README.md": text, "tlm/b.h": ""}), ["README.md:1: there is no 'tlm/a.h'"])

    def test_pictures_are_drawn_alike_each_time_and_changes_are_found(self):
        self.assertEqual(str(draw_pictures.chip()), str(draw_pictures.chip()))
        self.assertNotEqual(str(draw_pictures.chip()), str(draw_pictures.pipeline()))


if __name__ == "__main__":
    unittest.main()
