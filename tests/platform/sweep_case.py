# SPDX-License-Identifier: Apache-2.0
"""What tests of sweeps share: a sweep file, its runs and tables. A test's command line is TINSIM
SOURCE_DIR."""
import csv
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

TINSIM = sys.argv[1]

# Resources of the machine, not of the network.
COSTS = {"wall_s", "cell_hops_per_s", "peak_rss_bytes"}

BASE = """
topology: {kind: single, hosts_per_tin: 4}
tin: {switch: {ports: 4}}
traffic: [{load: 0.3, cell_bytes: 160}]
run: {warmup_us: 1, measure_us: 2}
"""


def processes_of(folder):
    """Ids of the processes whose command line names the folder."""
    found = []
    for entry in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if str(folder).encode() in entry.read_bytes():
                found.append(int(entry.parent.name))
        except OSError:
            pass  # it has ended
    return found


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tinsim-sweep-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.out = self.folder / "out"
        (self.folder / "c.yaml").write_text(BASE)

    def write(self, text):
        (self.folder / "s.yaml").write_text("base: c.yaml\n" + text)

    def command(self, *arguments):
        return [TINSIM, "sweep", str(self.folder / "s.yaml"), "--out", str(self.out),
                *map(str, arguments)]

    def sweep(self, *arguments, status=0):
        done = subprocess.run(self.command(*arguments), capture_output=True, text=True, timeout=250,
                              check=False)
        self.assertEqual(done.returncode, status, done.stderr)
        return done

    def rows(self, out=None):
        with open((out or self.out) / "sweep.csv", newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def results(self):
        """Point -> inode and time of its result folder: another run has another."""
        return {
            p.name: (p.stat().st_ino, (p / "summary.json").stat().st_mtime_ns)
            for p in (self.out / "points").iterdir() if p.is_dir() and "." not in p.name
        }


def main():
    unittest.main(argv=sys.argv[:1])
