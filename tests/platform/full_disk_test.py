#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Does a run on a full disk end with one message, exit status 1, and nothing left over?

Usage: full_disk_test.py TINSIM MPIEXEC
"""
import re
import subprocess
import unittest

from output_case import MPIEXEC, TINSIM, Case, main

TRACES = ("trace.waves.ports=all", "trace.cells.ports=all", "trace.cells.csv=true",
          "trace.timeline.ports=all")
TWO_PODS = """
topology: {kind: dragonfly, pods: 2, tins_per_pod: 2, hosts_per_tin: 2, terminal_ports_per_host: 1,
           global_links_per_pair: 2, local_links_per_pair: 1}
tin: {switch: {ports: 8, vcs: 4}}
link: {local_m: 1, global_m: 20}
traffic: [{pattern: uniform, load: 0.6, cell_bytes: 64, class: [0]}]
run: {warmup_us: 1, measure_us: 2}
"""
ERROR = re.compile(r"^tinsim: error: (?P<file>\S+): cannot write: File too large$")


class FullDisk(Case):
    def sizes_of(self, *settings):
        self.run_into(*settings)
        sizes = {path.name: path.stat().st_size for path in self.out.iterdir()}
        for path in self.out.iterdir():
            path.unlink()
        self.out.rmdir()
        return sizes

    def file_that_failed(self, size, *settings, **how):
        """Name of the file that a run complains about, when none may have more than `size` bytes."""
        said = self.run_into(*settings, size=size, status=1, **how).stderr.splitlines()
        errors = [line for line in said if line.startswith("tinsim: error:")]
        self.assertEqual(len(errors), 1, said)
        self.assertEqual(self.names(), [])
        found = ERROR.match(errors[0])
        self.assertIsNotNone(found, said)
        return found["file"].rsplit("/", 1)[1]

    def test_each_file_of_a_result_is_the_one_that_does_not_fit(self):
        settings = TRACES
        failed = set()
        # Of a file that is just too large the last byte is missing; larger ones fail in its place.
        sizes = self.sizes_of(*settings)
        for size in sorted(set(sizes.values())):
            name = self.file_that_failed(size - 1, *settings)
            self.assertGreaterEqual(sizes.get(name, size), size, name)
            failed.add(name)
        self.assertLessEqual({"waves.fst", "timeline.json", "cells.pcapng"}, failed)

    def test_each_table_that_does_not_fit(self):
        sizes = self.sizes_of()
        for name in ("summary.json", "config.yaml", "latency.csv", "manifest.sha256"):
            # The digits of wall time, speed and memory differ from run to run.
            size = sizes[name] - (100 if name == "summary.json" else 1)
            failed = self.file_that_failed(size)
            self.assertGreater(sizes.get(failed, size + 1), size, failed)

    def test_waves_end_wherever_the_disk_is_full(self):
        whole = self.sizes_of("trace.waves.ports=all")
        for size in (0, 1, 100, 1000, 3000, 4096, 5000, whole["waves.fst"] - 1,
                     whole["waves.gtkw"] - 1):
            self.assertIn(self.file_that_failed(size, "trace.waves.ports=all"),
                          ("waves.fst", "waves.gtkw"))

    @unittest.skipUnless(MPIEXEC, "built without MPI")
    def test_so_do_two_ranks(self):
        (self.folder / "c.yaml").write_text(TWO_PODS)
        for size in (1000, 4096):
            self.assertIn(self.file_that_failed(size, "trace.waves.ports=all", ranks=2),
                          ("waves.fst", "waves.gtkw"))
        self.file_that_failed(1000, ranks=2)

    def test_an_earlier_result_stays(self):
        self.run_into()
        before = (self.out / "summary.json").read_bytes()
        self.run_into("trace.waves.ports=all", size=4096, status=1)
        self.assertEqual((self.out / "summary.json").read_bytes(), before)
        self.assertEqual(self.names(), ["out"])

    def test_a_report_that_does_not_fit(self):
        self.run_into()
        whole = self.tinsim("report", "out", "--no-charts")
        before = (self.out / "report.html").read_bytes()
        files = sorted(self.out.iterdir())
        said = self.tinsim("report", "out", "--no-charts", size=len(before) - 1, status=1).stderr
        self.assertRegex(said, ERROR)
        self.assertEqual(whole.stderr, "")
        self.assertEqual((self.out / "report.html").read_bytes(), before)
        self.assertEqual(sorted(self.out.iterdir()), files)

    def test_standard_output_that_is_full(self):
        for command in (["run", "c.yaml"], ["check", "c.yaml"], ["topology", "c.yaml"], ["schema"]):
            with open("/dev/full", "w", encoding="utf-8") as full:
                done = subprocess.run([TINSIM, *command], stdout=full, stderr=subprocess.PIPE,
                                      text=True, check=False, cwd=self.folder, timeout=100)
            self.assertEqual(done.returncode, 1, command)
            self.assertEqual(done.stderr,
                             "tinsim: error: standard output cannot be written\n", command)


if __name__ == "__main__":
    main()
