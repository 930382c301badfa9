# SPDX-License-Identifier: Apache-2.0
"""What tests of written files share: a small network, runs of tinsim, and a disk that is full. A
test's command line is TINSIM MPIEXEC; MPIEXEC empty: this build has no MPI."""
import pathlib
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

TINSIM, MPIEXEC = sys.argv[1:3]

CONFIG = """
topology: {kind: single, hosts_per_tin: 4}
tin: {switch: {ports: 4}}
traffic: [{load: 0.3, cell_bytes: 160}]
run: {warmup_us: 1, measure_us: 2}
"""
# All traffic crosses a link that goes dark permanently: a run that simulates this ends with
# status 3.
BREAKS = """
topology: {kind: pair, hosts_per_tin: 1, local_links_per_pair: 1}
tin: {switch: {ports: 4}}
traffic: [{load: 0.3, cell_bytes: 160}]
link: {faults: [{links: all, kind: down, at_us: 2, for_us: 1000}]}
run: {warmup_us: 1, measure_us: 40, progress_timeout_us: 5}
"""


def limit_files(size):
    """For a process about to start: no file may grow beyond `size` bytes, as on a full disk. The
    errno is EFBIG instead of ENOSPC."""
    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)  # it is the program that has to ignore it
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
    return limit


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tinsim-files-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.out = self.folder / "out"
        (self.folder / "c.yaml").write_text(CONFIG)
        (self.folder / "breaks.yaml").write_text(BREAKS)

    def tinsim(self, *arguments, ranks=1, size=None, status=0):
        """Runs in the folder; `size`: of the largest file that the disk takes."""
        launcher, limit = [], limit_files(size) if size is not None else None
        if ranks > 1:
            # The limit is for the ranks, which then must not share memory by files.
            launcher = [MPIEXEC, "--mca", "btl", "self,tcp", "-n", str(ranks)]
            if size is not None:
                launcher.append("prlimit")
                launcher.append(f"--fsize={size}")
            limit = None
        done = subprocess.run([*launcher, TINSIM, *map(str, arguments)], capture_output=True,
                              text=True, timeout=100, check=False, cwd=self.folder,
                              preexec_fn=limit)
        self.assertEqual(done.returncode, status, f"{arguments}: {done.stderr}")
        return done

    def run_into(self, *settings, **how):
        sets = [word for setting in settings for word in ("--set", setting)]
        return self.tinsim("run", "c.yaml", "--quiet", "--out", self.out, *sets, **how)

    def refused_before_the_run(self, out, text):
        """`tinsim run` refuses to write there, in one line."""
        said = self.tinsim("run", "breaks.yaml", "--out", out, status=2).stderr
        self.assertIn(text, said)
        self.assertEqual(len(said.splitlines()), 1, said)

    def names(self):
        """What there is alongside the configurations."""
        return sorted(path.name for path in self.folder.iterdir() if path.suffix != ".yaml")


def main():
    unittest.main(argv=sys.argv[:1])
