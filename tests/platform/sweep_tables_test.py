#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tables of a sweep: whose they are, and what becomes of them when they cannot be written.

Usage: sweep_tables_test.py TINSIM SOURCE_DIR
"""
import csv
import json
import resource
import signal
import sqlite3
import subprocess

from sweep_case import TINSIM, Case, main

TWO = "grid: {traffic.0.load: [0.1, 0.2]}\n"
MANY = "grid: {traffic.0.load: [0.2], run.seed: {from: 1, to: 24, steps: 24}}\n"
# Its traffic has nowhere to go: points that are run are broken, and the sweep's status is 3.
BREAKS = """
set:
  topology: {kind: pair, hosts_per_tin: 1, local_links_per_pair: 1}
  link.faults: [{links: all, kind: down, at_us: 2, for_us: 1000}]
  run.measure_us: 40
  run.progress_timeout_us: 5
grid: {run.seed: [1, 2]}
"""


class Ownership(Case):
    def test_a_run_that_begins_would_be_noticed(self):
        self.write(BREAKS)
        self.sweep("--quiet", status=3)

    def refused_before_the_run(self, text):
        self.write(BREAKS)
        said = self.sweep("--quiet", status=2).stderr
        self.assertIn(text, said)
        self.assertEqual(len(said.splitlines()), 1, said)

    def make_database(self, file, sql):
        database = sqlite3.connect(file)
        database.executescript(sql)
        database.commit()
        database.close()

    def test_tables_of_somebody_else_stay(self):
        self.out.mkdir()
        for name in ("sweep.csv", "sweep.json"):
            (self.out / name).write_text("mine")
            self.refused_before_the_run(f"{name} is not listed in manifest.sha256")
            self.assertEqual([p.name for p in self.out.iterdir()], [name])
            self.assertEqual((self.out / name).read_text(), "mine")
            (self.out / name).unlink()

    def test_a_table_that_was_changed_stays(self):
        self.write(TWO)
        self.sweep("--quiet")
        self.sweep("--quiet")  # its own it replaces
        for name in ("sweep.csv", "sweep.json"):
            whole = (self.out / name).read_text()
            (self.out / name).write_text(whole + "seen by me")
            self.refused_before_the_run(f"{name} has changed since tinsim wrote it")
            self.assertEqual((self.out / name).read_text(), whole + "seen by me")
            (self.out / name).write_text(whole)

    def test_a_database_of_somebody_else_stays(self):
        self.out.mkdir()
        file = self.out / "sweep.sqlite"
        for content, text in (
                ("CREATE TABLE points (x, y); INSERT INTO points VALUES (1, 2)",
                 "sweep.sqlite is a database that no sweep made (application_id 0)"),
                ("PRAGMA application_id = 1196437808; CREATE TABLE a (b)",
                 "sweep.sqlite is a database that no sweep made (application_id 1196437808)")):
            self.make_database(file, content)
            before = file.read_bytes()
            self.refused_before_the_run(text)
            self.assertEqual(file.read_bytes(), before)
            self.assertEqual([p.name for p in self.out.iterdir()], ["sweep.sqlite"])
            file.unlink()
        file.write_text("my notes on SQLite")
        self.refused_before_the_run("sweep.sqlite is no database, and no sweep made it")
        self.assertEqual(file.read_text(), "my notes on SQLite")

    def test_a_table_points_of_somebody_else_stays(self):
        self.write(TWO)
        for sql in ("CREATE TABLE points (x, y)", "CREATE VIEW points AS SELECT 1 AS number",
                    "CREATE TABLE Points (number, point, status, error, seeds)"):
            self.sweep("--quiet")
            file = self.out / "sweep.sqlite"
            self.make_database(file, "DROP TABLE points;" + sql)
            before = file.read_bytes()
            self.refused_before_the_run("sweep.sqlite has a table points that no sweep made")
            self.assertEqual(file.read_bytes(), before)
            file.unlink()
            self.write(TWO)

    def test_what_a_user_adds_to_the_database_stays(self):
        self.write(TWO)
        self.sweep("--quiet")
        self.make_database(self.out / "sweep.sqlite",
                           "CREATE TABLE mine (a); INSERT INTO mine VALUES (7);"
                           "CREATE VIEW best AS SELECT min(number) FROM points")
        self.sweep("--quiet")
        database = sqlite3.connect(self.out / "sweep.sqlite")
        self.addCleanup(database.close)
        self.assertEqual(database.execute("SELECT a FROM mine").fetchall(), [(7,)])
        self.assertEqual(database.execute("SELECT * FROM best").fetchall(), [(0,)])

    def test_a_damaged_database_is_kept_beside_the_new_one(self):
        self.write(TWO)
        self.sweep("--quiet")
        (self.out / "sweep.sqlite").write_text("no database")
        said = self.sweep("--quiet").stderr
        self.assertIn("sweep.sqlite: was damaged; renamed to sweep.sqlite.damaged", said)
        self.assertEqual((self.out / "sweep.sqlite.damaged").read_text(), "no database")

    def test_a_point_that_was_changed_is_kept_and_run_again(self):
        self.write(TWO)
        self.sweep("--quiet")
        point = self.out / "points" / self.rows()[0]["point"]
        whole = (point / "summary.json").read_text()
        (point / "summary.json").write_text(whole[:100])
        (point / "notes.txt").write_text("mine")
        said = self.sweep("--quiet").stderr
        self.assertIn(f"{point.name}.changed now, and the point is run again", said)
        kept = point.with_name(point.name + ".changed")
        self.assertEqual((kept / "notes.txt").read_text(), "mine")
        self.assertEqual((kept / "summary.json").read_text(), whole[:100])
        self.assertEqual([r["status"] for r in self.rows()], ["done"] * 2)
        self.assertEqual(self.sweep("--quiet").stderr, "")

    def test_files_that_begin_with_the_name_of_a_point_stay(self):
        self.write(TWO)
        name = self.sweep("--list").stdout.split()[1]
        (self.out / "points").mkdir(parents=True)
        (self.out / "points" / f"{name}.md").write_text("mine")
        self.sweep("--quiet")
        self.assertEqual((self.out / "points" / f"{name}.md").read_text(), "mine")

    def test_a_link_that_leads_nowhere(self):
        self.out.symlink_to(self.folder / "none")
        self.refused_before_the_run("out is a symbolic link that leads nowhere")

    def test_report_knows_tables_that_changed(self):
        self.write(TWO)
        self.sweep("--quiet")
        csv_file = self.out / "points" / self.rows()[1]["point"] / "ports.csv"
        whole = csv_file.read_text()
        csv_file.write_text(whole[:-2] + "\n")
        done = subprocess.run([TINSIM, "report", self.out], capture_output=True, text=True,
                              check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn(f"{csv_file}: has changed since tinsim wrote it", done.stderr)
        csv_file.write_text(whole)
        subprocess.run([TINSIM, "report", self.out], check=True)
        subprocess.run([TINSIM, "report", self.out], check=True)
        self.sweep("--quiet")  # with a report in the folder
        sums = subprocess.run(["sha256sum", "--check", "--strict", "--quiet", "manifest.sha256"],
                              cwd=self.out, capture_output=True, text=True, check=False)
        self.assertEqual((sums.returncode, sums.stdout), (0, ""))


class Obstacles(Case):
    def hold(self, kind="SHARED"):
        """A connection that holds such a lock on the database."""
        database = sqlite3.connect(self.out / "sweep.sqlite", check_same_thread=False,
                                   isolation_level=None)
        self.addCleanup(database.close)
        if kind == "SHARED":
            database.execute("BEGIN")
            database.execute("SELECT * FROM points").fetchone()
        else:
            database.execute("BEGIN " + kind)
        return database

    def expect_all_done(self):
        database = sqlite3.connect(self.out / "sweep.sqlite")
        self.addCleanup(database.close)
        rows = self.rows()
        self.assertEqual({r["status"] for r in rows}, {"done"})
        self.assertEqual(
            database.execute("SELECT point, status FROM points ORDER BY number").fetchall(),
            [(r["point"], r["status"]) for r in rows])

    def test_a_reader_does_not_end_the_sweep(self):
        for kind in ("SHARED", "EXCLUSIVE"):
            self.out = self.folder / kind
            self.write("grid: {traffic.0.load: [0.1]}\n")
            self.sweep("--quiet")
            reader = self.hold(kind)
            self.write(TWO)
            said = self.sweep("--quiet", status=1).stderr
            lines = said.splitlines()
            self.assertEqual(len(lines), 2, said)
            self.assertIn("sweep.sqlite: database is locked; the sweep continues", lines[0])
            self.assertTrue(lines[1].startswith("tinsim: error: "), said)
            self.assertIn("not all tables are up to date, all results are in", lines[1])
            self.assertEqual([r["status"] for r in self.rows()], ["done"] * 2)  # sweep.csv is
            reader.rollback()
            before = self.results()
            self.sweep("--quiet", "--collect")
            self.expect_all_done()
            self.assertEqual(self.results(), before)

    def test_a_reader_that_goes_costs_nothing(self):
        self.write("grid: {traffic.0.load: [0.1]}\n")
        self.sweep("--quiet")
        reader = self.hold()
        self.write(TWO)
        with subprocess.Popen(self.command("--quiet"), stderr=subprocess.PIPE, text=True) as sweep:
            self.assertIn("the sweep continues", sweep.stderr.readline())
            reader.rollback()
            self.assertEqual(sweep.stderr.read(), "")
        self.assertEqual(sweep.returncode, 0)
        self.expect_all_done()

    def test_a_full_disk_does_not_end_the_sweep(self):
        self.write(MANY)
        # Enough for each file of a point, not for the tables.
        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
            resource.setrlimit(resource.RLIMIT_FSIZE, (8 << 10, resource.RLIM_INFINITY))
        done = subprocess.run(self.command("--quiet"), capture_output=True, text=True, timeout=250,
                              check=False, preexec_fn=limit)
        lines = done.stderr.splitlines()
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertEqual(len(lines), 2, done.stderr)
        self.assertIn("; the sweep continues", lines[0])
        self.assertIn("not all tables are up to date, all results are in", lines[1])
        before = self.results()
        self.assertEqual(len(before), 24)
        self.sweep("--quiet", "--collect")
        self.expect_all_done()
        self.assertEqual(self.results(), before)

    def test_points_that_do_not_fit_are_failed_points(self):
        self.write(TWO)
        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
            resource.setrlimit(resource.RLIMIT_FSIZE, (100, resource.RLIM_INFINITY))
        done = subprocess.run(self.command("--quiet"), capture_output=True, text=True, timeout=250,
                              check=False, preexec_fn=limit)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("2 of 2 points failed; the first is point 0", done.stderr)
        self.assertIn("cannot write: File too large", done.stderr)
        self.sweep("--quiet")
        self.expect_all_done()


class Formulas(Case):
    def test_text_that_begins_like_a_formula_is_defused(self):
        # The error of a point begins with the sweep file's name.
        formula = self.folder / "=HYPERLINK(9).yaml"
        formula.write_text("base: c.yaml\ngrid: {traffic.0.load: [-5, 0.1]}\n")
        out = self.folder / "out"
        done = subprocess.run([TINSIM, "sweep", formula.name, "--out", out, "--quiet"],
                              cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 2)
        rows = self.rows(out)
        self.assertTrue(rows[0]["error"].startswith("'=HYPERLINK(9).yaml:2:25: "), rows[0]["error"])
        self.assertEqual(rows[0]["traffic.0.load"], "-5")  # a number
        raw = (out / "sweep.csv").read_text()
        for line in csv.reader(raw.splitlines()):
            for cell in line:
                self.assertFalse(cell[:1] in "=@+\t\r" and cell, cell)
        told = json.loads((out / "sweep.json").read_text())["points"][0]["error"]
        self.assertTrue(told.startswith("=HYPERLINK"), told)  # JSON is never executed


if __name__ == "__main__":
    main()
