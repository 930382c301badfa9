#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The soak's own checks: each planted fault is told, and a soak that was killed goes on.

Usage: soak_test.py TINSIM SOURCE_DIR
"""
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

TINSIM, SOURCE = sys.argv[1], pathlib.Path(sys.argv[2])
SCRIPT = SOURCE / "scripts/soak.py"
sys.path.insert(0, str(SCRIPT.parent))
import soak  # noqa: E402

# Three TiNs of 46 sources. FIFOs of 128 words, ten per source, are emptied over four local links per
# TiN: 14 720 cycles, 37 us, if all are full.
BASE = """
topology: {kind: dragonfly, pods: 1, tins_per_pod: 3, hosts_per_tin: 2}
traffic: [{load: 0, cell_bytes: 64, class: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]}]
run: {start_us: 20, start_load: 0.5, warmup_us: 1, measure_us: 100}
"""


def good_row():
    row = {"point": "p", "status": "done", "error": "", "cells.injected": "50",
           "cells.delivered": "50", "cells.dropped": "0", "cells.in_flight": "0",
           "cell_hops": "100"}
    row.update({f"classes.{i}.class": str(i) for i in range(10)})
    return row


class Balance(unittest.TestCase):
    def faults(self, least_hops=200, **changes):
        changed = {**good_row(), **{k.replace("cells_", "cells."): v for k, v in changes.items()}}
        return soak.balance({"s": [good_row(), changed]}, least_hops)[2]

    def test_two_good_points_have_no_fault_and_add_up(self):
        self.assertEqual(soak.balance({"s": [good_row()], "t": [good_row()]}, 200), (100, 200, []))

    def test_each_planted_fault_is_told_with_its_point(self):
        for changes, text in (
                ({"cells_delivered": "49"}, "50 cells injected, but 49 delivered + 0 dropped"),
                ({"cells_delivered": "51"}, "50 cells injected, but 51 delivered"),
                ({"cells_delivered": "49", "cells_dropped": "1"}, "1 cells dropped"),
                ({"cells_delivered": "49", "cells_in_flight": "1"}, "1 cells still in flight"),
                ({"classes.9.class": ""}, "no cell of class 9 delivered"),
        ):
            faults = self.faults(**changes)
            self.assertEqual(len(faults), 1, faults)
            self.assertIn("s point 1 (p): " + text, faults[0])
        broken = self.faults(least_hops=100, status="broken", error="no cell delivered")
        self.assertEqual(broken, ["s point 1 (p): broken: no cell delivered"])

    def test_too_few_hops(self):
        self.assertEqual(self.faults(least_hops=201),
                         ["200 cell-hops in all; expected at least 201"])


class Soaks(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory(prefix="tinsim-soak-")
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        (self.folder / "c.yaml").write_text(BASE)

    def command(self, sweep, hops=1):
        (self.folder / "s.yaml").write_text("base: c.yaml\n" + sweep)
        return [sys.executable, SCRIPT, TINSIM, self.folder / "s.yaml", "--out",
                self.folder / "out", "--hops", str(hops), "--jobs", "1"]

    def soak(self, sweep, **options):
        return subprocess.run(self.command(sweep, **options), capture_output=True, text=True,
                              timeout=250, check=False)

    def results(self):
        return {p.parent.name: p.stat().st_ino
                for p in self.folder.glob("out/*/s/points/*/summary.json")
                if "." not in p.parent.name}  # a folder that is being written has a suffix

    def test_a_network_that_has_no_time_to_drain_is_a_fault(self):
        done = self.soak("grid: {run.measure_us: [100, 1]}\nset: {run.start_load: 2}\n")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout, r"(?m)\As point 1 \(\w+\): [1-9]\d* cells still in flight")
        self.assertNotIn("s point 0", done.stdout)

    def test_a_lossy_network_is_a_fault(self):
        done = self.soak("grid: {run.seed: [1]}\nset: {link.noise: [{links: all, ber: 1.0e-4}]}\n")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout, r"\As point 0 \(\w+\): [1-9]\d* cells dropped")

    def test_too_few_hops_are_a_fault(self):
        done = self.soak("grid: {run.seed: [1]}\n", hops=10**9)
        self.assertEqual(done.returncode, 1)
        self.assertIn("expected at least 1000000000", done.stdout)

    def test_a_sweep_that_cannot_be_read_ends_it(self):
        done = self.soak("grid: {run.sed: [1]}\n")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("s.yaml:2", done.stderr)

    def test_killed_and_started_again_it_goes_on(self):
        sweep = "grid: {run.seed: {from: 1, to: 6, steps: 6}}\nset: {run.start_us: 200}\n"
        with subprocess.Popen(self.command(sweep), stdout=subprocess.DEVNULL) as process:
            for _ in range(4000):
                if len(self.results()) >= 2:
                    break
                time.sleep(0.05)
            process.send_signal(signal.SIGKILL)
        before = self.results()
        self.assertGreaterEqual(len(before), 2)
        # The sweep may outlive the script; the next one has no predecessor.
        for _ in range(4000):
            done = self.soak(sweep)
            if "another sweep is at work" not in done.stderr:
                break
            time.sleep(0.05)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("soak: 6 points, ", done.stdout)
        after = self.results()
        self.assertEqual({name: after[name] for name in before}, before)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
