#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Sweeps whose points share their start: no result changes, and what fails is told of its points.

Usage: sweep_warm_start_test.py TINSIM SOURCE_DIR
"""
import csv
import json
import os
import shutil
import signal
import subprocess
import time

from sweep_case import COSTS, Case, main, processes_of


class WarmStart(Case):
    POINTS = ("set: {run.start_us: 4, run.start_load: 0.6, run.warmup_us: 1}\n"
              "grid: {run.seed: [1, 2], traffic.0.load: [0.1, 0.5, 0.9, 0]}\n")

    def setUp(self):
        super().setUp()
        (self.folder / "c.yaml").write_text(
            "topology: {kind: dragonfly, pods: 2, tins_per_pod: 3, hosts_per_tin: 2,"
            " global_links_per_pair: 3}\n"
            "traffic: [{process: onoff, load: 0.3, cell_bytes: {min: 16, max: 160}}]\n"
            "run: {warmup_us: 1, measure_us: 10}\n")

    def table(self):
        return [{k: v for k, v in r.items() if k not in COSTS} for r in self.rows()]

    def test_points_are_the_same_runs_with_and_without_it(self):
        self.write(self.POINTS)
        self.sweep("--quiet")
        alone = self.table()
        self.out = self.folder / "shared"
        self.write("warm_start: true\n" + self.POINTS)
        self.sweep("--quiet", "--jobs", 3)
        self.assertEqual(self.table(), alone)
        self.assertEqual(sorted(p.name for p in (self.out / "points").iterdir()),
                         sorted(r["point"] for r in alone))
        self.assertEqual(len({r["state_hash"] for r in alone if r["traffic.0.load"] != "0"}), 6)

    def test_hosts_that_change_their_rates_are_the_same_runs_too(self):
        points = ("set: {run.start_us: 8, run.start_load: 0.2, run.warmup_us: 4}\n"
                  "grid: {ip_traffic.0.gbps: [5, 40], rma_traffic.0.gbps: [4, 30]}\n")
        (self.folder / "c.yaml").write_text(
            "topology: {kind: pair}\n"
            "ip: {enabled: true}\nrma: {enabled: true}\npcie: {memory_mib: 80}\n"
            "ip_traffic: [{gbps: 1, message_bytes: 3000}]\n"
            "rma_traffic: [{gbps: 1, bytes: 2000, outstanding: 32}]\n"
            "run: {warmup_us: 1, measure_us: 100}\n")
        self.write(points)
        self.sweep("--quiet")
        alone = self.table()
        self.out = self.folder / "shared"
        self.write("warm_start: true\n" + points)
        self.sweep("--quiet", "--jobs", 3)
        self.assertEqual(self.table(), alone)
        self.assertEqual(len({r["state_hash"] for r in alone}), 4)
        # Operations of hosts in 100 us after the change: Poisson, 100 at least.
        for row in alone:
            summary = json.loads((self.out / "points" / row["point"] / "summary.json").read_text())
            made = summary["rma"]["entries"][0]["offered_gbps_per_host"]
            self.assertAlmostEqual(made / float(row["rma_traffic.0.gbps"]), 1, delta=0.35)

    def test_after_the_start_only_the_own_load_counts(self):
        self.write("warm_start: true\n"
                   "set: {run.start_us: 4, run.start_load: 0.6, run.warmup_us: 2,"
                   " run.measure_us: 200, traffic.0.process: poisson}\n"
                   "grid: {traffic.0.load: [0.1, 0.4]}\n")
        self.sweep("--quiet")
        offered = []
        for row in self.rows():
            offered.append(float(row["offered_gbps_per_tin"]))
            self.assertAlmostEqual(float(row["accepted_gbps_per_tin"]) / offered[-1], 1, delta=0.02)
            with open(self.out / "points" / row["point"] / "batches.csv", newline="",
                      encoding="utf-8") as file:
                batches = [b for b in csv.DictReader(file) if b["phase"] == "warmup"]
            # 4 us at 0.6, then 2 us at the own load, in batches of 2 us.
            loads = [float(b["offered_gbps_per_tin"]) for b in batches]
            self.assertEqual(len(loads), 3)
            share = offered[-1] / float(row["traffic.0.load"])
            for load in loads[:2]:
                self.assertAlmostEqual(load / share, 0.6, delta=0.12)
            self.assertLess(loads[2], 0.8 * loads[1])
        self.assertAlmostEqual(offered[1] / offered[0], 4, delta=0.12)

    def test_interrupted_it_goes_on(self):
        self.write("warm_start: true\n" + self.POINTS)
        self.sweep("--quiet")
        before, table = self.results(), self.table()
        removed = self.rows()[1]["point"]
        shutil.rmtree(self.out / "points" / removed)
        self.sweep("--quiet")
        after = self.results()
        self.assertEqual([n for n in before if after[n] != before[n]], [removed])
        self.assertEqual(self.table(), table)

    def test_a_point_that_fails_leaves_the_others_alone(self):
        self.write("warm_start: true\n" + self.POINTS.replace("0.9", "7"))
        self.sweep("--quiet", status=2)
        self.assertEqual([r["status"] for r in self.rows()],
                         ["done", "done", "bad_input", "done"] * 2)

    # All links go dark in the start, at full queues: nothing is delivered for the progress timeout
    # and a credit loop, some 10 us at most.
    DARK = ("link.faults: [{links: all, kind: down, at_us: %s, for_us: 1000}],"
            " run.progress_timeout_us: 5, ")

    def test_a_start_that_breaks_is_the_failure_of_its_points(self):
        self.write("warm_start: true\n" + self.POINTS.replace(
            "set: {run.start_us: 4", "set: {" + self.DARK % 2 + "run.start_us: 60"))
        done = self.sweep("--quiet", status=3)
        rows = self.rows()
        self.assertEqual([r["status"] for r in rows], ["broken"] * 8)
        for row in rows:
            self.assertRegex(row["error"], "^no cell delivered .* in flight")
        self.assertIn("8 of 8 points failed", done.stderr)

    def test_points_that_break_after_a_good_start_fail_one_by_one(self):
        self.write("warm_start: true\n" + self.POINTS.replace(
            "set: {", "set: {run.measure_us: 60, " + self.DARK % 20))
        self.sweep("--quiet", status=3)
        rows = self.rows()
        # Without load there is nothing in flight when the links go dark, 15 us after the start.
        self.assertEqual([r["status"] for r in rows], (["broken"] * 3 + ["done"]) * 2)
        for row in rows:
            if row["status"] == "broken":
                self.assertRegex(row["error"], "^.*no cell delivered .* in flight")

    def test_a_start_that_is_killed_is_the_failure_of_its_points(self):
        self.write("warm_start: true\n" + self.POINTS.replace("start_us: 4", "start_us: 5000000"))
        with subprocess.Popen(self.command("--quiet", "--jobs", 1),
                              stderr=subprocess.PIPE) as sweep:
            killed = set()
            while len(killed) < 2 and sweep.poll() is None:  # a start for each seed
                for process in set(processes_of(self.out)) - {sweep.pid} - killed:
                    os.kill(process, signal.SIGKILL)
                    killed.add(process)
                time.sleep(0.02)
            sweep.communicate()
        self.assertEqual(sweep.returncode, 1)
        rows = self.rows()
        self.assertEqual([r["status"] for r in rows], ["killed"] * 8)
        self.assertEqual({r["error"] for r in rows}, {"ended by signal 9 (Killed)"})

    def test_it_needs_a_start(self):
        self.write("warm_start: true\ngrid: {traffic.0.load: [0.1, 0.2]}\n")
        self.assertIn("no point has a start to share", self.sweep(status=2).stderr)
        self.write("warm_start: true\nset: {run.start_us: 1}\ngrid: {traffic.0.load: [0.1]}\n")
        self.assertIn("expected", self.sweep(status=2).stderr)

if __name__ == "__main__":
    main()
