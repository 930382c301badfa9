#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Sweeps as they are run: tables, failing points, kill -9 and restart.

Usage: sweep_run_test.py TINSIM SOURCE_DIR
"""
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import time

from sweep_case import COSTS, TINSIM, Case, main, processes_of

TRACE = "cycle,src,dst,bytes,class\n0,2,0,48,0\n500,1,3,160,1\n"


class Tables(Case):
    def test_rows_hold_parameters_and_the_figures_of_the_point(self):
        self.write("grid: {traffic.0.load: [0.1, 0.4], run.seed: [1, 2]}\n")
        self.sweep("--quiet")
        rows = self.rows()
        self.assertEqual([(r["traffic.0.load"], r["run.seed"], r["seed"]) for r in rows],
                         [("0.1", "1", "1"), ("0.1", "2", "2"), ("0.4", "1", "1"),
                          ("0.4", "2", "2")])
        for row in rows:
            folder = self.out / "points" / row["point"]
            summary = json.loads((folder / "summary.json").read_text())
            self.assertEqual(row["status"], "done")
            self.assertEqual(float(row["latency_ns.p99"]), summary["latency_ns"]["p99"])
            self.assertEqual(int(row["cells.delivered"]), summary["cells"]["delivered"])
            self.assertEqual(float(row["classes.1.latency_ns.mean"]),
                             summary["classes"][1]["latency_ns"]["mean"])
            self.assertEqual(row["state_hash"], summary["state_hash"])
            self.assertEqual(row["saturated"], "false")
            for name in ("offered_gbps_per_tin", "accepted_gbps_per_tin", "latency_ns.mean",
                         "latency_ns.p50", "latency_ns.p999", "hops_mean", "cell_hops_per_s"):
                self.assertGreater(float(row[name]), 0)
        self.assertEqual(len({r["state_hash"] for r in rows}), 4)

    def test_a_point_is_the_run_that_its_overrides_make(self):
        self.write("set: {run.measure_us: 3}\ngrid: {traffic.0.load: [0.2]}\n")
        self.sweep("--quiet")
        alone = self.folder / "alone"
        subprocess.run([TINSIM, "run", self.folder / "c.yaml", "--set", "run.measure_us=3", "--set",
                        "traffic.0.load=0.2", "--out", alone, "--quiet"], check=True, timeout=100)
        point = self.out / "points" / self.rows()[0]["point"]
        for name in ("config.yaml", "latency.csv", "ports.csv"):
            self.assertEqual((point / name).read_bytes(), (alone / name).read_bytes())

    def test_two_jobs_give_the_table_of_one(self):
        self.write("grid: {traffic.0.load: {from: 0.1, to: 1, steps: 10}}\n")
        tables = []
        for jobs in (1, 2, 5):
            self.out = self.folder / f"out{jobs}"
            self.sweep("--quiet", "--jobs", jobs)
            tables.append([{k: v for k, v in r.items() if k not in COSTS} for r in self.rows()])
            tables[-1].append(list(self.rows()[0]))
            tables[-1].append((self.out / "sweep.json").read_text())
        self.assertEqual(tables[0], tables[1])
        self.assertEqual(tables[0], tables[2])

    def test_database_and_json_say_what_the_csv_says(self):
        self.write("grid: {traffic.0.load: [0.1, 9, 0.4], routing.mode: [minimal_adaptive]}\n")
        self.sweep("--quiet", status=2)
        rows = self.rows()
        database = sqlite3.connect(self.out / "sweep.sqlite")
        self.addCleanup(database.close)
        cursor = database.execute("SELECT * FROM points ORDER BY number")
        names = [column[0] for column in cursor.description]
        self.assertEqual(names, ["number"] + list(rows[0]))
        for number, (stored, row) in enumerate(zip(cursor.fetchall(), rows, strict=True)):
            stored = dict(zip(names, stored))
            self.assertEqual(stored.pop("number"), number)
            for name, value in stored.items():
                if value is None or isinstance(value, str):
                    self.assertEqual(value or "", row[name], name)
                elif row[name] in ("true", "false"):
                    self.assertEqual(value, row[name] == "true", name)
                else:
                    self.assertEqual(value, float(row[name]), name)
        sweep = json.loads((self.out / "sweep.json").read_text())
        self.assertEqual(sweep["name"], "s")
        self.assertEqual(sweep["parameters"], ["traffic.0.load", "routing.mode"])
        self.assertEqual([p["parameters"] for p in sweep["points"]],
                         [{"traffic.0.load": load, "routing.mode": "minimal_adaptive"}
                          for load in (0.1, 9, 0.4)])
        for number, (point, row) in enumerate(zip(sweep["points"], rows, strict=True)):
            self.assertEqual(point["number"], number)
            for name in ("point", "status", "error"):
                self.assertEqual(point[name], row[name])

    def test_a_damaged_database_is_made_anew(self):
        self.write("grid: {traffic.0.load: [0.1, 0.2]}\n")
        self.sweep("--quiet")
        file = self.out / "sweep.sqlite"
        whole = file.read_bytes()
        for damaged in (b"no database", whole[:len(whole) // 2],
                        whole[:4096] + b"\xff" * (len(whole) - 4096)):
            file.write_bytes(damaged)
            self.sweep("--quiet")
            database = sqlite3.connect(file)
            points = database.execute("SELECT point FROM points ORDER BY number").fetchall()
            database.close()
            self.assertEqual(points, [(r["point"],) for r in self.rows()])

    def test_list_and_point_and_collect(self):
        self.write("grid: {traffic.0.load: [0.1, 0.2, 0.3]}\n")
        listed = self.sweep("--list").stdout.splitlines()
        self.assertFalse(self.out.exists())
        self.assertEqual([line.split()[2] for line in listed],
                         ["traffic.0.load=0.1", "traffic.0.load=0.2", "traffic.0.load=0.3"])
        self.sweep("--point", 2)
        self.sweep("--point", 0)
        self.assertFalse((self.out / "sweep.csv").exists())
        self.sweep("--collect")
        rows = self.rows()
        self.assertEqual([r["point"] for r in rows], [line.split()[1] for line in listed])
        self.assertEqual([r["status"] for r in rows], ["done", "pending", "done"])
        self.sweep("--point", 3, status=2)

    def test_files_in_values_are_relative_to_the_sweep_file(self):
        (self.folder / "cells.csv").write_text(TRACE)
        self.write("grid: {'traffic': [[{pattern: trace, file: cells.csv}]]}\n")
        self.sweep("--quiet")
        config = (self.out / "points" / self.rows()[0]["point"] / "config.yaml").read_text()
        self.assertIn(str(self.folder.resolve() / "cells.csv"), config)

    def test_a_folder_made_beforehand_is_taken(self):
        self.write("grid: {run.seed: [1]}\n")
        name = self.sweep("--list").stdout.split()[1]
        (self.out / "points" / name).mkdir(parents=True)
        self.sweep("--point", 0)
        self.assertTrue((self.out / "points" / name / "summary.json").exists())


class Failures(Case):
    # All traffic crosses one link, which goes dark permanently: nothing is delivered for the progress
    # timeout and the credit loop.
    DARK = "[{links: all, kind: down, at_us: 2, for_us: 1000}]"

    def write_joined_pair(self):
        (self.folder / "c.yaml").write_text("""
topology: {kind: pair, hosts_per_tin: 1, local_links_per_pair: 1}
tin: {switch: {ports: 4}}
traffic: [{load: 0.3, cell_bytes: 160}]
run: {warmup_us: 1, measure_us: 40, progress_timeout_us: 5}
""")

    def test_failing_points_are_recorded_and_the_others_run(self):
        self.write_joined_pair()
        self.write("list:\n"
                   "  - {traffic.0.load: 0.1, link.faults: []}\n"
                   "  - {traffic.0.load: 0.1, link.faults: " + self.DARK + "}\n"
                   "  - {traffic.0.load: 5, link.faults: []}\n"
                   "  - {traffic.0.load: 0.2, link.faults: []}\n")
        done = self.sweep(status=3)
        rows = self.rows()
        self.assertEqual([r["status"] for r in rows], ["done", "broken", "bad_input", "done"])
        self.assertIn("s.yaml:5:22: traffic.0.load: 5 is out of range", rows[2]["error"])
        self.assertNotEqual(rows[1]["error"], "")
        self.assertEqual(rows[1]["state_hash"], "")
        self.assertIn("2 of 4 points failed", done.stderr)
        self.assertIn(rows[1]["error"], done.stderr)
        failed = json.loads(
            (self.out / "points" / (rows[1]["point"] + ".failed.json")).read_text())
        self.assertEqual(failed, {"status": "broken", "exit_status": 3, "error": rows[1]["error"]})

    def test_one_point_ends_with_its_own_status(self):
        self.write_joined_pair()
        self.write("grid: {link.faults: [" + self.DARK + ", []], traffic.0.load: [0.1, 7]}\n")
        self.sweep("--point", 0, status=3)
        self.sweep("--point", 1, status=2)
        self.sweep("--point", 2, status=0)
        self.sweep("--collect", status=3)
        self.assertEqual([r["status"] for r in self.rows()],
                         ["broken", "bad_input", "done", "bad_input"])

    def test_a_missing_trace_file_is_bad_input_of_its_point(self):
        self.write("grid: {traffic.0.file: [none.csv], traffic.0.pattern: [trace],"
                   " traffic.0.load: [null]}\n")
        self.sweep("--quiet", status=2)
        self.assertEqual(self.rows()[0]["status"], "bad_input")
        self.assertIn("none.csv", self.rows()[0]["error"])

    def test_failed_points_are_tried_again(self):
        self.test_a_missing_trace_file_is_bad_input_of_its_point()
        (self.folder / "none.csv").write_text(TRACE)
        self.sweep("--quiet")
        self.assertEqual((self.rows()[0]["status"], self.rows()[0]["error"]), ("done", ""))
        self.assertEqual(len(list((self.out / "points").iterdir())), 1)

    def test_a_folder_of_something_else_is_refused(self):
        self.write("grid: {run.seed: [1]}\n")
        self.out.mkdir()
        (self.out / "mine.txt").write_text("mine")
        self.assertIn("holds files that are not a sweep's", self.sweep(status=2).stderr)
        self.assertEqual([p.name for p in self.out.iterdir()], ["mine.txt"])


class Interruptions(Case):
    LONG = "grid: {run.measure_us: [4000], run.seed: {from: 1, to: 12, steps: 12}}\n"

    def wait_until(self, condition, at_most_s=200):
        for _ in range(20 * at_most_s):
            if condition():
                return
            time.sleep(0.05)
        for process in processes_of(self.out):
            os.kill(process, signal.SIGKILL)
        self.fail("nothing happened for too long")

    def kill_a_point(self, sweep):
        """True if a run was killed before its result was there; it stands still while we look."""
        for process in set(processes_of(self.out)) - {sweep}:
            try:
                os.kill(process, signal.SIGSTOP)
                begun = len(list(self.out.glob("points/*.stderr")))
                unfinished = begun > len(self.results())
                os.kill(process, signal.SIGKILL if unfinished else signal.SIGCONT)
            except ProcessLookupError:
                continue
            if unfinished:
                return True
        return False

    def test_killed_and_restarted_it_finishes_without_redoing_points(self):
        self.write(self.LONG)
        with subprocess.Popen(self.command("--quiet", "--jobs", 2)) as sweep:
            self.wait_until(lambda: self.out.exists() and len(self.results()) >= 2)
            sweep.send_signal(signal.SIGKILL)
        self.assertEqual(sweep.returncode, -signal.SIGKILL)
        self.wait_until(lambda: not processes_of(self.out))
        before = self.results()
        self.assertLess(len(before), 12, "too fast to be interrupted")
        self.assertIn("pending", [r["status"] for r in self.rows()])
        self.sweep("--quiet")
        after = self.results()
        self.assertEqual(len(after), 12)
        self.assertEqual({name: after[name] for name in before}, before)
        self.assertEqual(sorted(p.name for p in (self.out / "points").iterdir()), sorted(after))
        self.assertEqual([r["status"] for r in self.rows()], ["done"] * 12)
        interrupted = self.rows()
        self.out = self.folder / "uninterrupted"
        self.sweep("--quiet")
        for a, b in zip(interrupted, self.rows(), strict=True):
            self.assertEqual({k: v for k, v in a.items() if k not in COSTS},
                             {k: v for k, v in b.items() if k not in COSTS})

    def test_runs_end_with_the_sweep_that_started_them(self):
        self.write("grid: {run.measure_us: [5000000], run.seed: [1, 2]}\n")  # for hours
        with subprocess.Popen(self.command("--quiet", "--jobs", 2)) as sweep:
            self.wait_until(lambda: len(processes_of(self.out)) == 3)
            sweep.kill()
        self.wait_until(lambda: not processes_of(self.out), at_most_s=30)

    def test_a_killed_point_is_recorded_and_the_others_run(self):
        self.write(self.LONG.replace("4000", "16000"))
        with subprocess.Popen(self.command("--quiet", "--jobs", 1), stderr=subprocess.PIPE) as sweep:
            self.wait_until(lambda: self.kill_a_point(sweep.pid))
            sweep.communicate()
        self.assertEqual(sweep.returncode, 1)
        rows = self.rows()
        self.assertEqual(sorted(r["status"] for r in rows), ["done"] * 11 + ["killed"])
        self.assertIn("signal 9", [r["error"] for r in rows if r["error"]][0])

    def test_a_finished_sweep_runs_nothing_and_may_grow(self):
        self.write("grid: {traffic.0.load: [0.1, 0.2]}\n")
        self.sweep("--quiet")
        before = self.results()
        self.sweep("--quiet")
        self.assertEqual(self.results(), before)
        self.write("grid: {traffic.0.load: [0.05, 0.1, 0.2, 0.3]}\n")
        self.sweep("--quiet")
        after = self.results()
        self.assertEqual(len(after), 4)
        self.assertEqual({name: after[name] for name in before}, before)

    def test_a_result_that_is_not_whole_is_made_again(self):
        self.write("grid: {traffic.0.load: [0.1, 0.2, 0.3]}\n")
        self.sweep("--quiet")
        hashes = [r["state_hash"] for r in self.rows()]
        folders = [self.out / "points" / r["point"] for r in self.rows()]
        summary = (folders[0] / "summary.json").read_text()
        (folders[0] / "summary.json").write_text(summary[:len(summary) // 2])
        shutil.copy(folders[2] / "config.yaml", folders[1] / "config.yaml")
        before = self.results()
        self.sweep("--quiet")
        again = [f.name for f in folders if self.results()[f.name] != before[f.name]]
        self.assertEqual(again, [folders[0].name, folders[1].name])
        self.assertEqual([r["state_hash"] for r in self.rows()], hashes)

    def test_one_sweep_at_a_time(self):
        self.write(self.LONG)
        with subprocess.Popen(self.command("--quiet", "--jobs", 1)) as sweep:
            self.wait_until(lambda: list(self.out.glob("points/*.stderr")))
            self.assertIn("another sweep is at work", self.sweep(status=2).stderr)
            sweep.kill()
        self.wait_until(lambda: not processes_of(self.out))

if __name__ == "__main__":
    main()
