# SPDX-License-Identifier: Apache-2.0
"""Language check: long sentences and private words are found in pages and comments, and nowhere else."""
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "scripts"))
import check_language  # noqa: E402

THIRTY = " ".join(["word"] * 30)


class Language(unittest.TestCase):
    def faults(self, name, text):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder).resolve()
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text)
            return list(check_language.faults(root))

    def test_a_sentence_of_31_words_is_found_and_one_of_30_is_not(self):
        self.assertEqual(self.faults("docs/a.md", f"# A\n\n{THIRTY}. {THIRTY};\n{THIRTY}.\n"), [])
        self.assertEqual(self.faults("docs/a.md", f"# A\n\nOne\n{THIRTY}.\n"),
                         ["docs/a.md:3: a sentence of 31 words ('One word word word word …'); expected at most 30"])

    def test_items_cells_and_code_are_sentences_of_their_own(self):
        self.assertEqual(self.faults("docs/a.md", f"* {THIRTY}\n* {THIRTY}\n\n  | {THIRTY} | {THIRTY} |\n"), [])
        self.assertEqual(self.faults("docs/a.md", f"```\n{THIRTY} {THIRTY}\n```\n`{THIRTY}` word\n"), [])
        self.assertEqual(len(self.faults("docs/a.md", f"1. word {THIRTY}\n| word {THIRTY} |\n")), 2)

    def test_a_private_word_is_found_in_pages_and_comments(self):
        self.assertEqual(self.faults("docs/a.md", "A chip.\n\nThe chip is told.\n"),
                         ["docs/a.md:3: 'told'; expected a word of the field, such as: reported"])
        for name, text in (("tlm/a.h", "int a;  ///< Nobody reads it\n"), ("scripts/a.py", "a = 1  # Nobody\n"),
                           ("rtl_models/a.sv", "// Nobody\n")):
            self.assertEqual(self.faults(name, text),
                             [f"{name}:1: 'Nobody'; expected a word of the field, such as: the subject"])

    def test_names_strings_and_code_are_free(self):
        self.assertEqual(self.faults("docs/a.md", "`told` and `nobody`, `a.tell()`.\n"), [])
        self.assertEqual(self.faults("tlm/a.h", "void tell();\nauto b = \"nobody\";  // \"told\", `asks`\n"), [])

    def test_private_phrases_are_found_and_their_words_alone_are_not(self):
        self.assertEqual(self.faults("tlm/a.h", "// A cell is under way.\n"),
                         ["tlm/a.h:1: 'under way'; expected a word of the field, such as: in flight, in progress"])
        self.assertEqual(self.faults("tlm/a.h", "// By way of a pod, under load, for every cell, good for all.\n"), [])

    def test_a_comment_begins_with_its_subject(self):
        self.assertEqual(self.faults("tlm/a.h", "int a;  ///< What a link carries.\n"),
                         ["tlm/a.h:1: 'What' begins a comment; expected hardware or data as subject"])
        self.assertEqual(self.faults("tlm/a.h", "// What does a link carry? And who sends?\n"), [])
        self.assertEqual(self.faults("tlm/a.h", "// Slots show what a link carries.\n"), [])

    def test_generated_tables_are_free(self):
        page = "docs/reference/configuration.md"
        self.assertEqual(self.faults(page, f"# A\n\n## Keys\n\n{THIRTY} {THIRTY}\n"), [])


if __name__ == "__main__":
    unittest.main()
