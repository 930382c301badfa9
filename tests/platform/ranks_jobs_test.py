#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`tinsim run --jobs`: several processes give the files, the output and the exit status of one.

Usage: ranks_jobs_test.py TINSIM PROBE MPIEXEC SOURCE_DIR [unittest arguments]
MPIEXEC empty: this build has no MPI; all but one test run nevertheless.
"""
import json
import os
import pathlib
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from ranks_runs import FOUR_PODS, MPIEXEC, SOURCE, TINSIM, differing, files_of, on_ranks, own_lines

SPEED = re.compile(r"^  speed .*\n(?: {8}.*\n)*", re.MULTILINE)
LONG = ("--set", "run.measure_us=20000", "--set", "run.audit=0")


def children_of(process):
    """The processes that it has started, in the order in which it did: ranks 1, 2, …"""
    text = pathlib.Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii")
    return sorted(int(word) for word in text.split())


def cpu_seconds(process):
    fields = pathlib.Path(f"/proc/{process}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def is_running(process):
    try:
        stat = pathlib.Path(f"/proc/{process}/stat").read_text(encoding="ascii")
        return stat.rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


class JobsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name)
        (self.path / "c.yaml").write_text(FOUR_PODS, encoding="utf-8")

    def run_one(self, *arguments, config="c.yaml", **options):
        return subprocess.run([TINSIM, "run", config, *map(str, arguments)], cwd=self.path, timeout=250,
                              capture_output=True, text=True, check=False, **options)

    def names(self):
        return sorted(p.name for p in self.path.iterdir() if p.name != "c.yaml")


class SameByJobs(JobsTest):
    def check_same(self, *arguments, config="c.yaml"):
        files = {}
        for jobs in (None, 1, 2, 3, 4):
            more = () if jobs is None else ("--jobs", jobs)
            run = self.run_one("--quiet", "--out", f"o{jobs}", *more, *arguments, config=config)
            self.assertEqual((run.returncode, run.stdout, run.stderr), (0, "", ""), jobs)
            files[jobs] = files_of(self.path / f"o{jobs}")
            self.assertEqual(differing(files[jobs], files[None]), [], jobs)
        self.assertRegex(files[None]["summary.json"].decode(), '"delivered": [1-9]')

    def test_raw_cells(self):
        self.check_same()

    def test_traces_of_cells(self):
        self.check_same("--set", "trace.cells.ports=all", "--set", "run.measure_us=2")

    def test_packets_between_hosts(self):
        self.check_same("--set", "topology.pods=4", "--set", "topology.global_links_per_pair=2", "--set",
                        "run.warmup_us=5", "--set", "run.measure_us=10",
                        config=pathlib.Path(SOURCE) / "configs/ip_pod.yaml")

    def test_the_table_and_the_number_of_ranks(self):
        alone, three = self.run_one(), self.run_one("--jobs", 3)
        self.assertEqual((three.returncode, three.stderr), (0, ""))
        self.assertEqual(SPEED.sub("", three.stdout), SPEED.sub("", alone.stdout))
        self.assertRegex(" ".join(three.stdout.split()), " on 3 ranks, ")
        self.assertNotIn(" ranks", alone.stdout)

    def test_output_into_a_file_is_written_once(self):
        with open(self.path / "table", "w", encoding="utf-8") as table:
            subprocess.run([TINSIM, "run", self.path / "c.yaml", "--jobs", "4"], stdout=table, check=True)
        self.assertEqual((self.path / "table").read_text(encoding="utf-8").count("state hash"), 1)


class FewerJobs(JobsTest):
    def test_one_pod_is_one_process_with_a_note(self):
        alone = self.run_one("--out", "a", "--quiet", "--set", "topology.pods=1")
        run = self.run_one("--jobs", "auto", "--out", "b", "--quiet", "--set", "topology.pods=1")
        if len(os.sched_getaffinity(0)) > 1:
            self.assertEqual(run.stderr, "tinsim: --jobs auto: a pod is simulated in one process, and there "
                                         "is one; one process\n")
        self.assertEqual((alone.returncode, run.returncode, run.stdout), (0, 0, ""))
        self.assertEqual(differing(files_of(self.path / "a"), files_of(self.path / "b")), [])

    def test_more_than_pods_is_one_for_each_with_a_note(self):
        run = self.run_one("--jobs", 9)
        self.assertEqual((run.returncode, run.stderr), (
            0, "tinsim: --jobs 9: a pod is simulated in one process, and there are 4; 4 processes\n"))
        self.assertIn(" on 4 ranks", " ".join(run.stdout.split()))

    def test_where_the_machine_refuses_sockets_one_process_does_it_with_a_note(self):
        limit = lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (12, 12))
        run = self.run_one("--jobs", 4, preexec_fn=limit)
        self.assertEqual(run.returncode, 0)
        self.assertRegex(run.stderr, r"\Atinsim: --jobs 4: 4 processes cannot be started "
                                     r"\(socketpair: Too many open files\); one process\n\Z")
        self.assertNotIn(" ranks", run.stdout)

    def test_no_number(self):
        for jobs in ("0", "65", "x", ""):
            run = self.run_one("--jobs", jobs)
            self.assertEqual((run.returncode, run.stdout), (2, ""))
            self.assertRegex(run.stderr, r"\Atinsim: error: .*expected auto or an integer from 1 to 64.*\n\Z")

    @unittest.skipUnless(MPIEXEC, "built without MPI")
    def test_under_a_launcher_there_are_ranks_already(self):
        run = on_ranks(2, TINSIM, "run", self.path / "c.yaml", "--jobs", 2)
        self.assertEqual((run.returncode, run.stdout), (2, ""))
        self.assertEqual(own_lines(run.stderr),
                         "tinsim: error: --jobs 2: is one of 2 ranks already; expected no MPI launcher")


class ErrorsOfJobs(JobsTest):
    def check_same(self, status, *arguments):
        alone, three = self.run_one(*arguments), self.run_one("--jobs", 3, *arguments)
        self.assertEqual((three.returncode, three.stdout, three.stderr),
                         (alone.returncode, alone.stdout, alone.stderr))
        self.assertEqual((alone.returncode, alone.stderr.count("\n")), (status, 1))
        self.assertEqual(self.names(), [])

    def test_a_bad_configuration(self):
        self.check_same(2, "--set", "traffic.0.load=-1")

    def test_bad_usage(self):
        self.check_same(2, "--nonsense")

    def test_a_folder_that_cannot_be_written(self):
        self.check_same(2, "--out", "c.yaml/out")

    def test_a_broken_invariant(self):
        self.check_same(3, "--out", "o", "--set", "run.progress_timeout_us=5", "--set", "run.measure_us=60",
                        "--set", "link.faults=[{links: all, kind: down, at_us: 2, for_us: 1000}]")

    def test_standard_output_that_is_full(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            run = subprocess.run([TINSIM, "run", self.path / "c.yaml", "--jobs", "3"], stdout=full,
                                 stderr=subprocess.PIPE, text=True, check=False)
        self.assertEqual((run.returncode, run.stderr),
                         (1, "tinsim: error: standard output cannot be written\n"))


class SignalsToJobs(JobsTest):
    def signalled(self, act, *arguments, jobs=3, after_s=0.3):
        """Status, standard error, and the processes of a run on which act(processes) is called when
        each has worked for so long. Ranks 0, 1, …"""
        command = [TINSIM, "run", "c.yaml", "--quiet", "--out", "o", "--jobs", str(jobs), *arguments]
        with subprocess.Popen(command, cwd=self.path, stderr=subprocess.PIPE, text=True,
                              start_new_session=True) as run:
            try:
                processes = [run.pid]
                while run.poll() is None:
                    processes = [run.pid, *children_of(run.pid)]
                    if len(processes) == jobs and min(map(cpu_seconds, processes)) >= after_s:
                        break
                    time.sleep(0.005)
                act(processes)
                err = run.communicate(timeout=60)[1]
            finally:
                run.kill()
        return run.returncode, err, processes

    def check_gone(self, processes):
        until = time.monotonic() + 20
        while any(map(is_running, processes)):
            self.assertLess(time.monotonic(), until, "a rank still runs")
            time.sleep(0.01)

    def check_cut(self, number, act):
        status, err, processes = self.signalled(act, *LONG)
        name = signal.Signals(number).name
        self.assertEqual(status, 128 + number, err)
        self.assertRegex(err, rf"\Atinsim: Cut by {name} after .* Partial result: o\n\Z")
        summary = json.loads((self.path / "o/summary.json").read_text(encoding="utf-8"))
        self.assertEqual(summary["cut"]["by"], name)
        self.assertGreater(summary["cells"]["delivered"], 0)
        self.check_gone(processes)

    def test_a_run_is_cut_by_a_signal_to_any_process(self):
        for rank in (0, 2):
            for number in (signal.SIGINT, signal.SIGTERM):
                with self.subTest(rank=rank, number=number):
                    self.check_cut(number, lambda p, r=rank, n=number: os.kill(p[r], n))

    def test_a_run_is_cut_by_a_signal_to_all_as_from_a_terminal(self):
        self.check_cut(signal.SIGINT, lambda p: os.killpg(p[0], signal.SIGINT))

    def test_a_process_that_is_killed_ends_all_and_leaves_nothing(self):
        status, err, processes = self.signalled(lambda p: os.kill(p[2], signal.SIGKILL), *LONG, "--set",
                                                "trace.cells.ports=pod0.tin0.port0")
        self.assertEqual((status, err),
                         (137, "tinsim: error: rank 2 was ended by signal 9 (Killed)\n"))
        self.assertEqual(self.names(), [])
        self.check_gone(processes)

    def test_when_the_first_is_killed_the_others_end(self):
        status, _, processes = self.signalled(lambda p: os.kill(p[0], signal.SIGKILL), *LONG)
        self.assertEqual(status, -9)
        self.check_gone(processes)

    def test_a_rank_that_fails_alone_ends_all_with_its_status(self):
        """The first rank's trace may not grow beyond 4 KB, as on a full disk."""
        def limit(processes):
            resource.prlimit(processes[0], resource.RLIMIT_FSIZE, (4096, 4096))
        status, err, processes = self.signalled(limit, "--set", "run.measure_us=3000", "--set",
                                                "trace.cells.ports=pod0.tin0.port0")
        self.assertEqual(status, 1, err)
        self.assertRegex(err, r"\Atinsim: error: .*: cannot write: File too large\n\Z")
        self.assertEqual(self.names(), [])
        self.check_gone(processes)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[5:]])
