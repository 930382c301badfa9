#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Are files replaced and read that tinsim wrote, and no others?

Usage: own_files_test.py TINSIM MPIEXEC
"""
import os
import subprocess

from output_case import Case, main

TABLES = ("summary.json", "config.yaml", "network.json", "ports.csv", "links.csv", "latency.csv",
          "batches.csv", "cost_parts.csv")


class Replacing(Case):
    def test_files_that_a_user_put_beside_a_result_stay(self):
        for name in ("comparison.csv", "lab.pcapng", "old.fst", "my.gtkw", "lab_timeline.json",
                     "report.html", ".hidden", "=1+1.csv"):
            self.run_into()
            (self.out / name).write_text("mine")
            self.refused_before_the_run("out", f"{name}: is not listed in manifest.sha256")
            self.assertEqual((self.out / name).read_text(), "mine")
            (self.out / name).unlink()

    def test_a_table_that_a_user_changed_stays(self):
        for name in TABLES:
            self.run_into()
            text = (self.out / name).read_text() + "# checked\n"
            (self.out / name).write_text(text)
            self.refused_before_the_run("out", f"{name}: has changed since tinsim wrote it")
            self.assertEqual((self.out / name).read_text(), text)
            for path in self.out.iterdir():
                path.unlink()

    def test_a_folder_that_looks_like_a_result_stays(self):
        self.run_into()
        (self.out / "manifest.sha256").unlink()
        self.refused_before_the_run("out", "there is no manifest.sha256")
        (self.out / "manifest.sha256").write_text("0" * 64 + "  summary.json\n")
        self.refused_before_the_run("out", "manifest.sha256:1: is not as tinsim wrote it")

    def test_results_with_traces_and_reports_are_replaced(self):
        self.run_into("trace.cells.ports=all", "trace.waves.ports=all", "trace.cells.csv=true",
                      "trace.timeline.ports=all", "trace.waves.file=o=+@ d.fst")
        self.tinsim("report", "out")
        self.assertTrue((self.out / "report.html").exists())
        self.assertTrue((self.out / "o=+@ d.gtkw").exists())
        self.run_into()
        self.assertEqual({path.name for path in self.out.iterdir()}, {*TABLES, "manifest.sha256"})

    def test_sha256sum_checks_a_result(self):
        self.run_into("trace.waves.ports=all")
        self.tinsim("report", "out")
        command = ["sha256sum", "--check", "--strict", "manifest.sha256"]
        done = subprocess.run(command, cwd=self.out, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        checked = {line.rsplit(": ", 1)[0] for line in done.stdout.splitlines()}
        self.assertEqual(checked | {"manifest.sha256"}, {p.name for p in self.out.iterdir()})


class Places(Case):
    def test_a_run_that_begins_would_be_noticed(self):
        self.tinsim("run", "breaks.yaml", "--out", "new", status=3)

    def test_a_link_that_leads_nowhere(self):
        (self.folder / "link").symlink_to(self.folder / "none")
        for out in ("link", "link/", "link/deep/er"):
            self.refused_before_the_run(out, "link is a symbolic link that leads nowhere")
        (self.folder / "loop").symlink_to("loop")
        self.refused_before_the_run("loop", "--out loop: ")
        self.assertEqual(self.names(), ["link", "loop"])

    def test_a_file_in_place_of_a_folder(self):
        self.refused_before_the_run("c.yaml", "exists and is not a folder")
        self.refused_before_the_run("c.yaml/out", "Not a directory")
        self.refused_before_the_run("c.yaml/deep/er", "Not a directory")
        self.refused_before_the_run("/dev/null", "exists and is not a folder")
        self.refused_before_the_run("/proc/out", "--out /proc/out: ")

    def test_folders_that_are_missing_are_made(self):
        self.tinsim("run", "c.yaml", "--quiet", "--out", "a/b/out")
        self.assertTrue((self.folder / "a/b/out/summary.json").exists())

    def test_a_folder_that_cannot_be_written(self):
        (self.folder / "fixed").mkdir(mode=0o555)
        if os.geteuid() == 0:
            # Root writes everywhere except where the kernel forbids it to all.
            self.refused_before_the_run("/sys/kernel/out", "--out /sys/kernel/out: ")
        else:
            self.refused_before_the_run("fixed/out", "Permission denied")


class Reports(Case):
    def refused(self, text, *arguments):
        said = self.tinsim("report", "out", *arguments, status=2).stderr
        self.assertIn(text, said)
        self.assertEqual(len(said.splitlines()), 1, said)

    def test_a_table_that_lost_its_end_or_a_digit(self):
        self.run_into()
        for name in TABLES:
            whole = (self.out / name).read_bytes()
            lines = whole.splitlines(keepends=True)
            for damaged in (b"".join(lines[:len(lines) // 2]), whole[:-2] + whole[-1:],
                            whole.replace(b"1", b"2", 1), b"", whole + b"\n"):
                if damaged == whole:  # without such a digit
                    continue
                (self.out / name).write_bytes(damaged)
                self.refused(f"out/{name}: has changed since tinsim wrote it")
                self.assertFalse((self.out / "report.html").exists())
            (self.out / name).write_bytes(whole)
        self.tinsim("report", "out")

    def test_a_table_that_the_manifest_lacks(self):
        self.run_into()
        lines = (self.out / "manifest.sha256").read_text().splitlines(keepends=True)
        (self.out / "manifest.sha256").write_text(
            "".join(line for line in lines if "ports.csv" not in line))
        self.refused("out/ports.csv: is not listed in manifest.sha256")

    def test_a_result_without_a_manifest_is_said_to_be_unchecked(self):
        self.run_into()
        (self.out / "manifest.sha256").unlink()
        self.tinsim("report", "out", "--no-charts")
        self.assertTrue("manifest.sha256 is missing" in (self.out / "report.html").read_text())

    def test_a_missing_table_costs_its_part_only(self):
        self.run_into()
        (self.out / "ports.csv").unlink()
        self.tinsim("report", "out", "--no-charts")
        self.assertTrue("ports.csv is missing" in (self.out / "report.html").read_text())

    def test_a_file_of_the_user_in_place_of_the_report(self):
        self.run_into()
        (self.out / "report.html").write_text("<h1>mine</h1>")
        self.refused("out/report.html: exists and is no report")
        self.refused("out/summary.json: exists and is no report", "--out", "out/summary.json")
        self.refused("c.yaml: exists and is no report", "--out", "c.yaml")
        self.assertEqual((self.out / "report.html").read_text(), "<h1>mine</h1>")
        self.refused("lies in no folder that can be written", "--out", "none/r.html")

    def test_a_report_that_the_user_changed(self):
        self.run_into()
        self.tinsim("report", "out")
        self.tinsim("report", "out")  # its own it replaces
        text = (self.out / "report.html").read_text() + "<!-- see page 3 -->"
        (self.out / "report.html").write_text(text)
        self.refused("out/report.html: has changed since tinsim wrote it")
        self.tinsim("report", "out", "--out", "r.html")
        self.tinsim("report", "out", "--out", "r.html", "--no-charts")
        self.assertEqual((self.out / "report.html").read_text(), text)


if __name__ == "__main__":
    main()
