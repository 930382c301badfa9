#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tinsim wan: figures of both models, tables, the same output each time, CSV, report, errors.

Usage: wan_command_test.py TINSIM SOURCE_DIR
"""
import csv
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM, SOURCE = sys.argv[1], pathlib.Path(sys.argv[2])


class Wan(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def wan(self, *arguments, status=0):
        done = subprocess.run([PROGRAM, "wan", *map(str, arguments)], cwd=self.folder, capture_output=True,
                              text=True, timeout=100, check=False)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stdout if status == 0 else done.stderr

    def example(self, name, *arguments):
        return json.loads(self.wan(*arguments, "--json", "--config", SOURCE / f"configs/wan/{name}.yaml"))

    def test_examples_do_what_their_headers_say(self):
        on_off = self.example("on_off", "--steps")["steps"]
        self.assertAlmostEqual(on_off["sink_efficiency"], 0.71, delta=0.015)
        self.assertEqual(on_off["occupancy_min"], 0)
        self.assertAlmostEqual(self.example("time_based", "--steps")["steps"]["occupancy_mean"], 54, delta=0.5)
        half = self.example("time_based", "--steps", "--set", "wan.sink_rate=0.5")["steps"]
        self.assertAlmostEqual(half["occupancy_mean"], 81, delta=0.5)
        self.assertGreater(half["lost"], 5)
        self.assertAlmostEqual(self.example("sink_stops", "--steps")["steps"]["lost"], 21, delta=3)
        for change in ("wan.guard=true", "wan.algorithm=on_off"):
            self.assertEqual(self.example("sink_stops", "--steps", "--set", change)["steps"]["lost"], 0)

    def test_frames_of_the_examples(self):
        credits = self.example("infiniband", "--frames")["frames"]
        self.assertAlmostEqual(credits["sink_efficiency"], 1, delta=0.01)
        self.assertEqual(credits["frames_dropped"], 0)
        mixed = self.example("pfc_mixed", "--frames")["frames"]
        self.assertEqual(mixed["rdma_repeated"], 0)
        self.assertEqual(mixed["tcp_lost"] > 0, mixed["frames_dropped"] > 0)

    def test_the_output_is_the_same_each_time_and_the_seed_changes_it(self):
        command = ("--steps", "--frames", "--set", "wan.steps=300", "--csv", "a.csv")
        first, series = self.wan(*command), (self.folder / "a.csv").read_text()
        self.assertEqual(self.wan(*command), first)
        self.assertEqual((self.folder / "a.csv").read_text(), series)
        self.assertNotEqual(self.wan(*command, "--set", "wan.seed=2"), first)
        rows = list(csv.DictReader(series.splitlines()))
        self.assertEqual([row["model"] for row in rows], 300 * ["steps"] + 300 * ["frames"])

    def test_tables_mark_the_errors_of_the_slides(self):
        text = self.wan("--tables")
        self.assertEqual(sorted(word for line in text.splitlines() for word in line.split(" ")
                                if word in ("17.92", "0.5", "0.25")), ["0.25", "0.5", "17.92"])
        rows = json.loads(self.wan("--tables", "--json"))
        self.assertEqual([row["gbps"] for row in rows["pause_times"] if not row["slide_quantum_ns"]["right"]], [40])
        self.assertEqual([row["name"] for row in rows["send_times"] if not row["slide_block_ns"]["right"]],
                         ["DDR", "QDR", "EDR, 100 Gb/s"])

    def test_a_report_replaces_reports_alone(self):
        self.wan("--steps", "--report", "r.html")
        self.wan("--steps", "--report", "r.html")
        (self.folder / "notes").write_text("mine")
        self.assertIn("exists and is no report", self.wan("--steps", "--report", "notes", status=2))
        self.assertEqual((self.folder / "notes").read_text(), "mine")

    def test_errors(self):
        self.assertIn("expected --steps, --frames or --tables", self.wan(status=2))
        self.assertIn("cannot be read", self.wan("--steps", "--config", "none.yaml", status=2))
        (self.folder / "c.yaml").write_text("wan:\n  height: -1\n  nonsense: 2\n")
        self.assertIn("c.yaml:3:", self.wan("--steps", "--config", "c.yaml", status=2))
        self.assertIn("wan.rtt_steps: 1000 steps", self.wan("--frames", "--set", "wan.rtt_steps=1000", status=2))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
