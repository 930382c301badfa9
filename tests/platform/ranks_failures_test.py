#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Several MPI ranks: what goes wrong on one rank ends all of them with one error.

Usage: ranks_failures_test.py TINSIM PROBE MPIEXEC SOURCE_DIR [unittest arguments]
MPIEXEC empty: this build has no MPI; the tests are skipped.
"""
import pathlib
import re
import sys
import unittest

from ranks_runs import PROBE, RANKS, TINSIM, RanksTest, on_ranks, own_lines

DARK = ["--set", "link.faults=[{links: all, kind: down, at_us: 2, for_us: 1000}]",
        "--set", "run.progress_timeout_us=5", "--set", "run.measure_us=60"]


class Failures(RanksTest):
    def probe(self, ranks, what):
        run = on_ranks(ranks, PROBE, self.config, what)
        self.assertEqual(run.returncode, 3)
        return sorted(run.stdout.splitlines())

    def all_say(self, ranks, text):
        return [f"rank {rank} status 3 {text}" for rank in range(ranks)]

    def test_a_broken_invariant_on_one_rank_stops_all(self):
        for ranks in RANKS:
            self.assertEqual(self.probe(ranks, "expired_cell"),
                             self.all_say(ranks, "pod 3 tin 1 port 0 vc 0 cycle 70: hop count "
                                                 "exhausted"))

    def test_of_two_in_one_window_the_lower_pod_is_told(self):
        for ranks in RANKS:
            self.assertEqual(self.probe(ranks, "expired_cells"),
                             self.all_say(ranks, "pod 0 tin 1 port 0 vc 0 cycle 70: hop count "
                                                 "exhausted"))

    def test_audit_sees_a_credit_too_many_on_a_link_between_ranks(self):
        alone = self.probe(1, "extra_credit")
        self.assertRegex(alone[0], "^rank 0 status 3 pod [0-2] tin [01] port [0-9] vc 1 cycle 400: "
                                   "credit leak")
        text = alone[0].split(" ", 4)[4]
        for ranks in RANKS[1:]:
            self.assertEqual(self.probe(ranks, "extra_credit"), self.all_say(ranks, text))

    def test_no_progress_is_one_error_and_every_rank_ends_with_3(self):
        alone = on_ranks(1, TINSIM, "run", self.config, *DARK)
        self.assertEqual(alone.returncode, 3)
        self.assertRegex(own_lines(alone.stderr), r"^tinsim: error: no cell delivered .* in flight")
        for ranks in RANKS[1:]:
            shell = ('"$0" "$@"; echo $? > ' + str(self.path) + "/status.$OMPI_COMM_WORLD_RANK")
            run = on_ranks(ranks, "sh", "-c", shell, TINSIM, "run", self.config, *DARK)
            self.assertEqual((run.stdout, run.stderr.strip()), ("", own_lines(alone.stderr)))
            statuses = [(self.path / f"status.{rank}").read_text() for rank in range(ranks)]
            self.assertEqual(statuses, ["3\n"] * ranks)

    def test_traces_of_a_run_that_breaks_off_are_kept(self):
        traces = []
        for ranks in (1, 2):
            run = on_ranks(ranks, TINSIM, "run", self.config, "--out", self.path / f"out{ranks}",
                           "--set", "trace.cells.ports=all", *DARK)
            folder = re.search(r"\(traces up to there: (.*)\)", run.stderr)[1]
            traces.append((pathlib.Path(folder) / "cells.pcapng").read_bytes())
        self.assertGreater(len(traces[0]), 100_000)
        self.assertEqual(traces[0], traces[1])

    def test_a_bad_configuration_is_told_once(self):
        run = on_ranks(3, TINSIM, "run", self.config, "--set", "traffic.0.load=-1")
        self.assertEqual(run.returncode, 2)
        self.assertRegex(own_lines(run.stderr), r"\A.*traffic.0.load: .*\Z")

    def test_bad_usage_is_told_once(self):
        run = on_ranks(2, TINSIM, "run", self.config, "--nonsense")
        self.assertEqual(run.returncode, 2)
        self.assertRegex(own_lines(run.stderr), r"\Atinsim: error: .*nonsense.*\Z")

    def test_a_result_folder_that_only_the_first_rank_looks_at(self):
        run = on_ranks(2, TINSIM, "run", self.config, "--out", self.config / "out")
        self.assertEqual(run.returncode, 2)
        self.assertRegex(own_lines(run.stderr), r"\Atinsim: error: --out .*\Z")

    def test_a_configuration_that_one_rank_cannot_read(self):
        run = on_ranks(1, TINSIM, "run", self.config, ":", "-n", 1, TINSIM, "run", "missing.yaml")
        self.assertEqual(run.returncode, 2)
        self.assertRegex(own_lines(run.stderr), r"\Amissing.yaml: .*\Z")

    def test_ranks_with_different_configurations(self):
        run = on_ranks(1, TINSIM, "run", self.config, ":", "-n", 1, TINSIM, "run", self.config,
                       "--seed", 2)
        self.assertEqual(run.returncode, 2)
        self.assertRegex(own_lines(run.stderr), r"\Atinsim: error: rank 1 .*another.*\Z")

    def test_a_rank_that_fails_alone_ends_all(self):
        run = on_ranks(2, "sh", "-c", '"$0" "$@" > /dev/full', TINSIM, "run", self.config)
        self.assertEqual(run.returncode, 1)
        self.assertIn("tinsim: error: standard output cannot be written", run.stderr)

    def test_more_ranks_than_pods(self):
        run = on_ranks(5, TINSIM, "run", self.config)
        self.assertEqual(run.returncode, 2)
        self.assertRegex(own_lines(run.stderr), r"\Atinsim: error: 5 ranks for 4 pods; .*\Z")

    def sweep(self, ranks, *arguments):
        file = self.path / "sweep.yaml"
        file.write_text(f"base: {self.config.name}\nwarm_start: true\n"
                        "set: {run.start_us: 1, run.start_load: 0.5, run.measure_us: 2}\n"
                        "grid: {traffic.0.load: [0.1, 0.2]}\n", encoding="utf-8")
        return on_ranks(ranks, TINSIM, "sweep", file, *arguments)

    def test_sweeps_fork_and_so_refuse_to_be_ranks(self):
        out = self.path / "sweep"
        for arguments in ((), ("--point", 1), ("--start-of", 0)):
            run = self.sweep(2, "--out", out, *arguments)
            self.assertEqual((run.returncode, run.stdout), (2, ""))
            self.assertRegex(own_lines(run.stderr),
                             r"\Atinsim: error: sweep: .* one of 2 ranks .*--jobs 2\Z")
            self.assertFalse(out.exists())
        # Without a fork the program works, also with a launcher of one process.
        self.assertEqual(len(self.sweep(2, "--list").stdout.splitlines()), 2)
        run = self.sweep(1, "--out", out, "--quiet")
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        self.assertEqual((out / "sweep.csv").read_text().count(",done,"), 2)

    def test_other_commands_are_the_first_rank_s(self):
        run = on_ranks(2, TINSIM, "check", self.config)
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        self.assertEqual(run.stdout.count("deadlock:"), 1)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[5:]])
