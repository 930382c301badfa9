# SPDX-License-Identifier: Apache-2.0
"""What tests with hostile files share. A test's command line is TINSIM SOURCE_DIR."""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unicodedata
import unittest

TINSIM = sys.argv[1]

NETWORK = """topology: {kind: pair, hosts_per_tin: 2, local_links_per_pair: 1}
tin: {switch: {ports: 4}}
run: {warmup_us: 0, measure_us: 1}
"""
CELLS = NETWORK + "traffic: [{load: 0.2}]\n"


def steering(text):
    """Characters of the text that a terminal acts on: by the tables of Unicode, not by ours."""
    directions = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
    marks = {"\u200e", "\u200f", "\u061c"}
    return sorted({c for c in text if c != "\n" and (
        unicodedata.category(c) in ("Cc", "Zl", "Zp") or c in marks
        or unicodedata.bidirectional(c) in directions)})


class HostileCase(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tinsim-hostile-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.write("c.yaml", CELLS)

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def tinsim(self, *arguments, **more):
        """Runs the program in the test's folder; its output must be UTF-8 and steer no terminal."""
        done = subprocess.run([TINSIM, *arguments], cwd=self.folder, capture_output=True, timeout=60,
                              check=False, **more)
        self.status, self.out, self.err = (done.returncode, done.stdout.decode(),
                                           done.stderr.decode())
        self.assertEqual(steering(self.out + self.err), [], arguments)
        return done

    def refused(self, part, *arguments, **more):
        """Exit status 2 and one line that holds `part` and says what was expected."""
        self.tinsim(*arguments, **more)
        self.assertEqual((self.status, self.out), (2, ""), (arguments, self.err))
        self.assertIn(part, self.err)
        self.assertIn("; expected ", self.err)
        self.assertEqual(self.err.count("\n"), 1, self.err)

    def good(self, *arguments, **more):
        self.tinsim(*arguments, **more)
        self.assertEqual(self.status, 0, self.err)


def main():
    unittest.main(argv=sys.argv[:1])
