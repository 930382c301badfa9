#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""SIGINT and SIGTERM in each stage of a run and of a sweep: what is left, and the exit status.

Usage: signals_test.py TINSIM [unittest arguments]
"""
import contextlib
import json
import os
import signal
import subprocess
import sys
import time
import unittest

from sweep_case import TINSIM, Case, processes_of

# 20 s of work, and as much under load; a batch of it, a hundredth of the measurement, 0.2 s.
NETWORK = """
topology: {kind: single, hosts_per_tin: 4}
tin: {switch: {ports: 4}}
traffic: [{load: 0.3, cell_bytes: 160}]
run: {warmup_us: 5, measure_us: 2000000}
"""
# Its route tables alone take a second.
LARGE = """
topology: {kind: dragonfly, pods: 64, tins_per_pod: 16, hosts_per_tin: 1, global_links_per_pair: 1,
           local_links_per_pair: 1}
traffic: [{load: 0.1}]
run: {warmup_us: 1, measure_us: 1}
"""


def catches_signals(pid):
    """Whether the process has got as far as to catch SIGTERM."""
    with open(f"/proc/{pid}/status", encoding="ascii") as file:
        caught = [int(line.split()[1], 16) for line in file if line.startswith("SigCgt:")]
    return bool(caught and caught[0] >> (signal.SIGTERM - 1) & 1)


def cpu_seconds(pid):
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def wait_until(condition, at_most_s=100):
    end = time.monotonic() + at_most_s
    while not condition():
        assert time.monotonic() < end, "nothing happened for too long"
        time.sleep(0.002)


class Runs(Case):
    def setUp(self):
        super().setUp()
        (self.folder / "c.yaml").write_text(NETWORK)

    @contextlib.contextmanager
    def running(self, *arguments, **options):
        with subprocess.Popen([TINSIM, "run", "c.yaml", "--out", "out", *arguments],
                              cwd=self.folder, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, **options) as run:
            try:
                yield run
            finally:
                run.kill()

    def simulating(self, run):
        """Built in milliseconds, after a third of a second of work it simulates."""
        wait_until(lambda: run.poll() is not None or
                   (catches_signals(run.pid) and cpu_seconds(run.pid) > 0.3))
        self.assertIsNone(run.poll())

    def names(self):
        return sorted(path.name for path in self.folder.iterdir())

    def check_cut(self, run, number, measure_us=2000000):
        out, err = run.communicate(timeout=100)
        self.assertEqual(run.returncode, 128 + number)
        name = signal.Signals(number).name
        self.assertRegex(err, rf"\Atinsim: Cut by {name} after [0-9.e+]+ us, .*\. Partial result: out\n\Z")
        self.assertEqual(self.names(), ["c.yaml", "out"])
        summary = json.loads((self.out / "summary.json").read_text())
        self.assertEqual((summary["cut"]["by"], summary["cut"]["measure_us"]), (name, measure_us))
        self.assertEqual(summary["cut"]["at_us"], summary["simulated_ns"] / 1000)
        self.assertEqual(summary["cut"]["at_us"], summary["warmup_us"] + summary["measure_us"])
        self.assertLess(summary["measure_us"], measure_us)
        self.assertFalse(summary["steady"])
        self.assertEqual(summary["verdict"], "unsteady")
        self.assertEqual(summary["verdict_reasons"]["cut"]["text"], summary["unsteady_reason"])
        self.assertIn("CUT", out)
        return summary

    def test_a_run_that_is_cut_leaves_its_partial_result(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(number=number), self.running() as run:
                self.simulating(run)
                run.send_signal(number)
                self.assertGreater(self.check_cut(run, number)["cells"]["delivered"], 0)

    def test_the_report_says_so(self):
        with self.running() as run:
            self.simulating(run)
            run.send_signal(signal.SIGTERM)
            summary = self.check_cut(run, signal.SIGTERM)
        subprocess.run([TINSIM, "report", self.out], check=True, timeout=100)
        self.assertIn(summary["unsteady_reason"], (self.out / "report.html").read_text())

    def test_traces_of_it_are_whole(self):
        with self.running("--set", "trace.cells={ports: all, csv: true}", "--set",
                          "run.measure_us=200000") as run:
            self.simulating(run)
            self.assertEqual(len(list(self.folder.glob("out.tmp-*"))), 1)
            run.send_signal(signal.SIGTERM)
            cells = self.check_cut(run, signal.SIGTERM, 200000)["cells"]
        with open(self.out / "cells.csv", encoding="ascii") as file:
            rows = file.read().splitlines()
        columns = len(rows[0].split(","))
        self.assertEqual({len(row.split(",")) for row in rows}, {columns})
        self.assertGreater(len(rows), cells["delivered"])

    def test_one_request_may_send_its_signal_twice(self):
        # As timeout(1) does: to the process, and to its group.
        with self.running() as run:
            self.simulating(run)
            run.send_signal(signal.SIGTERM)
            run.send_signal(signal.SIGTERM)
            self.check_cut(run, signal.SIGTERM)

    def test_a_second_request_ends_it_at_once(self):
        with self.running("--set", "run.measure_us=5000000", "--set",
                          "traffic.0.load=0.9") as run:
            self.simulating(run)
            run.send_signal(signal.SIGINT)
            time.sleep(0.7)
            self.assertIsNone(run.poll(), "the batch was too short for this test")
            run.send_signal(signal.SIGTERM)
            self.assertEqual(run.wait(timeout=10), 143)
        self.assertEqual(self.names(), ["c.yaml"])

    def test_while_the_network_is_built_there_is_nothing_to_keep(self):
        (self.folder / "c.yaml").write_text(LARGE)
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(number=number), self.running("--set", "trace.cells.ports=all") as run:
                wait_until(lambda: catches_signals(run.pid))
                run.send_signal(number)
                out, err = run.communicate(timeout=100)
                self.assertEqual((run.returncode, out), (128 + number, ""))
                self.assertEqual(err, "tinsim: ended by a signal before the first cycle; nothing "
                                      "was written\n")
                self.assertEqual(self.names(), ["c.yaml"])

    def test_once_all_is_simulated_the_result_is_whole(self):
        # The table does not fit into a pipe that is full, so the program stands there.
        read, write = os.pipe()
        os.set_blocking(write, False)
        with contextlib.suppress(BlockingIOError):
            while True:
                os.write(write, b"x" * 4096)
        os.set_blocking(write, True)
        with subprocess.Popen([TINSIM, "run", "c.yaml", "--out", "out", "--set", "run.measure_us=5"],
                              cwd=self.folder, stdout=write, stderr=subprocess.PIPE) as run:
            os.close(write)
            wait_until(self.out.exists)
            run.send_signal(signal.SIGTERM)
            time.sleep(0.1)
            while os.read(read, 65536):
                pass
            err = run.communicate(timeout=100)[1]
        os.close(read)
        self.assertEqual((run.returncode, err), (143, b""))
        summary = json.loads((self.out / "summary.json").read_text())
        self.assertNotIn("cut", summary)
        self.assertEqual(summary["measure_us"], 5)


class Sweeps(Case):
    def setUp(self):
        super().setUp()
        (self.folder / "c.yaml").write_text(NETWORK)

    def interrupt(self, number, send=os.kill, warm=False):
        """Two short points and one long one run alongside another; two are not begun."""
        self.write("warm_start: true\nset: {run.start_us: 1, run.start_load: 0.5}\n"
                   "list: [{traffic.0.load: 0.1}, {traffic.0.load: 0.2}]\n" if warm else
                   "list: [{run.measure_us: 1}, {run.measure_us: 2000000}, {run.measure_us: 2}, "
                   "{run.measure_us: 2000001}, {run.measure_us: 3}]\n")
        with subprocess.Popen(self.command("--jobs", 2), stderr=subprocess.PIPE,
                              stdout=subprocess.DEVNULL, text=True, start_new_session=True) as sweep:
            try:
                wait_until(lambda: self.working(sweep.pid) == 2)
                send(sweep.pid, number)
                err = sweep.communicate(timeout=100)[1]
            finally:
                sweep.kill()
        self.assertEqual(sweep.returncode, 128 + number)
        self.assertEqual(processes_of(self.out), [])
        return err

    def working(self, sweep):
        """Processes that simulate for long: not the sweep, nor one that others share their start
        with, for these only wait."""
        count = 0
        for pid in set(processes_of(self.out)) - {sweep}:
            with contextlib.suppress(OSError):
                count += catches_signals(pid) and cpu_seconds(pid) > 0.3
        return count

    def check_points(self, err, number):
        rows = self.rows()
        self.assertEqual([r["status"] for r in rows], ["done", "cut", "done", "cut", "pending"])
        self.assertEqual([r["error"] for r in rows], [""] * 5)
        self.assertEqual(rows[1]["state_hash"], "")
        self.assertEqual(err, f"tinsim: Cut by {signal.Signals(number).name}: 2 of 5 points are "
                              "done.\n")
        points = self.out / "points"
        names = [r["point"] for r in rows[:4]]
        self.assertEqual(sorted(p.name for p in points.iterdir()), sorted(names))
        self.assertIn("cut", json.loads((points / names[1] / "summary.json").read_text()))

    def test_its_points_are_cut_and_it_ends(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(number=number):
                self.out = self.folder / f"out{number}"
                self.check_points(self.interrupt(number), number)

    def test_a_signal_to_the_group_reaches_each_point_twice(self):
        self.check_points(self.interrupt(signal.SIGINT, os.killpg), signal.SIGINT)

    def test_points_that_share_their_start(self):
        err = self.interrupt(signal.SIGTERM, warm=True)
        self.assertEqual(err, "tinsim: Cut by SIGTERM: 0 of 2 points are done.\n")
        self.assertEqual([r["status"] for r in self.rows()], ["cut", "cut"])

    def test_started_again_it_runs_what_was_cut(self):
        self.interrupt(signal.SIGTERM)
        text = (self.folder / "s.yaml").read_text()
        cut = {r["point"] for r in self.rows() if r["status"] == "cut"}
        self.assertEqual(len(cut), 2)
        # A summary that says it is whole belongs to a point that is not run again.
        before = self.results()
        (self.folder / "s.yaml").write_text(text.replace("2000001", "4"))
        with subprocess.Popen(self.command("--quiet", "--jobs", 1), start_new_session=True) as sweep:
            wait_until(lambda: self.working(sweep.pid) == 1)
            sweep.send_signal(signal.SIGTERM)
            self.assertEqual(sweep.wait(timeout=100), 143)
        again = [name for name, what in self.results().items() if before.get(name, what) != what]
        self.assertEqual(again, [self.rows()[1]["point"]])


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
