#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The study of docs/explanation/switch_variants.md: its findings, its front, its report.

Usage: switch_variants_test.py TINSIM SOURCE_DIR [unittest arguments]
"""
import csv
import pathlib
import subprocess
import sys
import tempfile
import unittest

TINSIM, SOURCE = sys.argv[1:3]
SWEEP = pathlib.Path(SOURCE) / "configs/sweeps/switch_variants.yaml"
MODERATE, OVERLOAD = "0.8", "1.05"
BASE, HALF, QUARTER, SHARED = range(4)
ARBITERS = ["islip", "rrm", "pim", "wavefront", "lqf", "ocf"]
P99, ACCEPTED, AREA = "latency_ns.p99", "accepted_gbps_per_tin", "cost.chip_area_mm2"


class Study(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.out = pathlib.Path(cls.folder.name) / "out"
        subprocess.run([TINSIM, "sweep", SWEEP, "--out", cls.out, "--jobs", "2", "--quiet"], check=True)
        with open(cls.out / "sweep.csv", newline="", encoding="utf-8") as table:
            cls.rows = list(csv.DictReader(table))
        fifos = list(dict.fromkeys(row["tin.vc_fifo"] for row in cls.rows))
        cls.at = {(row["tin.switch.arbiter"], row["tin.switch.crossbar_speedup"],
                   fifos.index(row["tin.vc_fifo"]), row["traffic.0.load"]): row for row in cls.rows}

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def figure(self, name, arbiter="islip", speedup="1", fifo=BASE, load=MODERATE):
        return float(self.at[arbiter, speedup, fifo, load][name])

    def test_has_48_variants(self):
        self.assertEqual(len(self.at), 2 * 48)
        self.assertTrue(all(row["status"] == "done" for row in self.rows))

    def test_fifos_are_worth_sharing(self):
        for arbiter in ARBITERS:
            with self.subTest(arbiter):
                base, half, quarter, shared = (
                    self.figure(ACCEPTED, arbiter, fifo=fifo, load=OVERLOAD) for fifo in range(4))
                self.assertGreater(half, 0.98 * base)
                self.assertLess(quarter, 0.85 * base)
                self.assertGreater(shared, 0.99 * base)
                self.assertEqual(self.figure(P99, arbiter, fifo=SHARED), self.figure(P99, arbiter))
                self.assertLess(self.figure(AREA, arbiter, fifo=SHARED),
                                self.figure(AREA, arbiter, fifo=QUARTER))
                self.assertEqual(self.at[arbiter, "1", QUARTER, MODERATE]["verdict"], "saturated")

    def test_a_faster_crossbar_buys_the_tail(self):
        for arbiter in ARBITERS:
            with self.subTest(arbiter):
                self.assertLess(self.figure(P99, arbiter, "2"), 0.9 * self.figure(P99, arbiter))
                gain = self.figure(ACCEPTED, arbiter, "2", load=OVERLOAD)
                self.assertLess(gain, 1.02 * self.figure(ACCEPTED, arbiter, load=OVERLOAD))
                self.assertAlmostEqual(self.figure(AREA, arbiter, "2") - self.figure(AREA, arbiter), 0.87,
                                       delta=0.05)

    def test_arbiters_differ_in_the_tail(self):
        accepted = [self.figure(ACCEPTED, arbiter, load=OVERLOAD) for arbiter in ARBITERS]
        self.assertGreater(min(accepted), 0.98 * max(accepted))
        tails = {arbiter: self.figure(P99, arbiter) for arbiter in ARBITERS}
        self.assertEqual(min(tails, key=tails.get), "ocf")
        self.assertEqual(max(tails, key=tails.get), "wavefront")
        areas = {arbiter: self.figure(AREA, arbiter) for arbiter in ARBITERS}
        self.assertEqual(min(areas, key=areas.get), "wavefront")

    def test_the_front_is_that_of_all_pairs(self):
        points = {int(number): (float(row[AREA]), float(row[P99])) for number, row in enumerate(self.rows)}
        front = {number for number, (area, p99) in points.items()
                 if not any(a <= area and p <= p99 and (a, p) != (area, p99) for a, p in points.values())}
        with open(self.out / "sweep.pareto.csv", newline="", encoding="utf-8") as table:
            said = {int(row["number"]) for row in csv.DictReader(table) if row["non_dominated"] == "true"}
        self.assertEqual(said, front)
        variants = {(row["tin.switch.arbiter"], row["tin.switch.crossbar_speedup"], row["traffic.0.load"])
                    for number, row in enumerate(self.rows) if number in front}
        self.assertEqual(variants, {(arbiter, speedup, MODERATE)
                                    for arbiter in ("wavefront", "ocf") for speedup in ("1", "2")})

    def test_the_report_is_small(self):
        subprocess.run([TINSIM, "report", self.out], check=True, stdout=subprocess.DEVNULL)
        pages = list(self.out.glob("*.html"))
        self.assertEqual(len(pages), 1)
        self.assertLess(pages[0].stat().st_size, 2e6)
        self.assertIn("non_dominated", (self.out / "sweep.pareto.csv").read_text())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
