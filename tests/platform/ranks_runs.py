# SPDX-License-Identifier: Apache-2.0
"""Runs of tinsim on several MPI ranks, and their files. The test that imports this has the arguments
TINSIM PROBE MPIEXEC SOURCE_DIR; MPIEXEC empty: this build has no MPI.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

TINSIM, PROBE, MPIEXEC, SOURCE = sys.argv[1:5]
RANKS = (1, 2, 3, 4)
LIMIT_S = int(os.environ.get("TINSIM_RANKS_LIMIT_S", "250"))  # of one run
RUN_TIME = re.compile(r'^  "(wall_s|cell_hops_per_s|peak_rss_bytes)": .*$', re.MULTILINE)

FOUR_PODS = """
topology: {kind: dragonfly, pods: 4, tins_per_pod: 2, hosts_per_tin: 2, terminal_ports_per_host: 1,
           global_links_per_pair: 2, local_links_per_pair: 1}
tin: {switch: {ports: 8, vcs: 4}}
link: {local_m: 1, global_m: 20}
traffic: [{pattern: uniform, load: 0.6, cell_bytes: {min: 16, max: 160}, class: [0]}]
run: {warmup_us: 2, measure_us: 8, audit: 3}
"""


def on_ranks(ranks, *command):
    """`command` may hold ':' and the launcher's arguments for a second program."""
    launcher = [MPIEXEC, "-n", str(ranks)] if MPIEXEC else []
    return subprocess.run([*launcher, *map(str, command)], capture_output=True, text=True,
                          timeout=LIMIT_S, check=False)


def own_lines(text):
    """Without what the launcher says about exit statuses, which it puts between rules."""
    return re.sub(r"^-{20,}\n.*?^-{20,}\n", "", text, flags=re.MULTILINE | re.DOTALL).strip()


def files_of(folder):
    """Name -> content, without the fields that depend on the machine."""
    files = {path.name: path.read_bytes() for path in sorted(folder.iterdir())}
    assert b"wall_s" in files["summary.json"]
    files.pop("manifest.sha256")  # holds the checksum of the summary with these fields
    files["summary.json"] = RUN_TIME.sub("", files["summary.json"].decode()).encode()
    return files


def differing(a, b):
    return sorted(name for name in a.keys() | b.keys() if a.get(name) != b.get(name))


@unittest.skipUnless(MPIEXEC, "built without MPI")
class RanksTest(unittest.TestCase):
    def setUp(self):
        self.dir_ = tempfile.TemporaryDirectory()
        self.addCleanup(self.dir_.cleanup)
        self.path = pathlib.Path(self.dir_.name)
        self.config = self.path / "four_pods.yaml"
        self.config.write_text(FOUR_PODS, encoding="utf-8")

    def run_on(self, ranks, out, *arguments, config=None):
        run = on_ranks(ranks, TINSIM, "run", config or self.config, "--quiet", "--out",
                       self.path / out, *arguments)
        self.assertEqual((run.returncode, run.stdout, run.stderr), (0, "", ""))
        return files_of(self.path / out)

    def check_all(self, *arguments, config=None, holds=(), numbers=RANKS):
        """`holds`: texts that the summary must have, so that the case is not an empty one; `numbers` of ranks."""
        alone = subprocess.run([TINSIM, "run", config or self.config, "--quiet", "--out",
                                self.path / "alone", *arguments], capture_output=True, text=True,
                               timeout=LIMIT_S, check=False)
        self.assertEqual((alone.returncode, alone.stderr), (0, ""))
        want = files_of(self.path / "alone")
        for text in holds:
            self.assertRegex(want["summary.json"].decode(), text)
        for ranks in numbers:
            with self.subTest(ranks=ranks):
                self.assertEqual(differing(self.run_on(ranks, f"on{ranks}", *arguments,
                                                       config=config), want), [])
        return want
