#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Two MPI ranks, one of which leaves early: while it reads its command line, builds, runs, gathers or
writes. All end soon, with one status and one message, and nothing half written is left.

Usage: ranks_leaving_test.py TINSIM PROBE MPIEXEC SOURCE_DIR [unittest arguments]
MPIEXEC empty: this build has no MPI; the tests are skipped.
"""
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
import unittest

from ranks_runs import FOUR_PODS, MPIEXEC, PROBE, TINSIM, RanksTest, on_ranks, own_lines

SANITIZED = "ASAN_OPTIONS" in os.environ
# Its status into a file, and 0 to the launcher, which would else end the others.
WITH_STATUS = ["sh", "-c", '"$0" "$@"; echo $? > status.$OMPI_COMM_WORLD_RANK']


def processes_in(folder):
    """Rank -> id of the processes that work in this folder."""
    found = {}
    for entry in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if os.readlink(entry / "cwd") != str(folder):
                continue
            environment = (entry / "environ").read_bytes()
            rank = re.search(rb"\0OMPI_COMM_WORLD_RANK=(\d+)\0", environment)
            found[int(rank[1])] = int(entry.name)
        except (OSError, TypeError):
            pass  # it has ended
    return found


def cpu_seconds(pid):
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class LeavingTest(RanksTest):
    def setUp(self):
        super().setUp()
        self.path = self.path.resolve()
        os.chdir(self.path)
        self.addCleanup(os.chdir, "/")
        pathlib.Path("c.yaml").write_text(FOUR_PODS, encoding="utf-8")

    def names(self):
        return sorted(p.name for p in self.path.iterdir()
                      if p.name not in ("c.yaml", "four_pods.yaml") and ".status" not in p.name)

    def each(self, first, second):
        """Statuses of both ranks, and what they printed."""
        run = on_ranks(1, *WITH_STATUS, TINSIM, *first.split(), ":", "-n", 1, *WITH_STATUS, TINSIM,
                       *second.split())
        statuses = []
        for rank in (0, 1):
            file = self.path / f"status.{rank}"
            statuses.append(int(file.read_text()))
            file.unlink()
        return statuses, run.stdout, own_lines(run.stderr)

    def when_working(self, after_s, act, *arguments):
        return self.when(lambda: self.have_worked(after_s), act, *arguments)

    def when(self, is_time, act, *arguments):
        """Runs on two ranks and acts when it is time; returns the launcher's status and what the
        ranks said."""
        command = [MPIEXEC, "-n", "2", TINSIM, "run", "c.yaml", "--quiet", "--out", "o", *arguments]
        # Open MPI waits so long between SIGTERM and SIGKILL by default.
        environment = {**os.environ, "OMPI_MCA_odls_base_sigkill_timeout": "1"}
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              env=environment) as run:
            try:
                while run.poll() is None and not is_time():
                    time.sleep(0.002)
                if run.poll() is None:
                    act()
                out, err = run.communicate(timeout=60)
            finally:
                run.kill()
        self.assertEqual(out, "")
        return run.returncode, own_lines(err)

    def both_build(self):
        """They catch SIGTERM, and have not worked much yet."""
        try:
            processes = processes_in(self.path)
            caught = [re.search(r"SigCgt:\s+(\w+)", pathlib.Path(f"/proc/{p}/status").read_text())[1]
                      for p in processes.values()]
            return len(caught) == 2 and all(int(c, 16) >> (signal.SIGTERM - 1) & 1 for c in caught)
        except (OSError, TypeError):
            return False

    def have_worked(self, seconds):
        try:
            processes = processes_in(self.path)
            return len(processes) == 2 and all(cpu_seconds(p) >= seconds for p in processes.values())
        except OSError:
            return False


class Parsing(LeavingTest):
    def test_one_rank_that_leaves_ends_both_with_one_message(self):
        run, other = "run c.yaml", r"rank 1 is to '.*', rank 0 to '.*'; expected the same of all ranks"
        for first, second, says in (
                (run, run + " --bogus", "--bogus"), (run + " --bogus", run, "--bogus"),
                (run, run + " --seed x", "no seed"), (run, "", "subcommand"),
                (run, "fly", "'fly' is no command"), ("fly", run, "'fly' is no command"),
                (run, "check c.yaml", other), ("check c.yaml", run, other),
                ("topology c.yaml", run, other), (run, "schema", other), ("report .", run, other),
                (run, "sweep c.yaml --list", other), (run, run + " --help", other),
                ("--help", run, other), ("check c.yaml", "check c.yaml --set run.seed=2", other),
                (run, run + " --out o", other), (run + " --out o", run, other),
                (run + " --out o", run + " --out p", other), (run, run + " --quiet", other),
                (run, "run none.yaml", "none.yaml: "), ("run none.yaml", run, "none.yaml: "),
                (run, run + " --set topology.pods=0", "topology.pods: 0"),
                (run + " --seed 1", run + " --seed 2", "rank 1 has another configuration"),
                (run, run + " --set run.measure_us=7", "rank 1 has another configuration"),
                ("check none.yaml", "check none.yaml", "none.yaml: ")):
            with self.subTest(first=first, second=second):
                statuses, out, err = self.each(first, second)
                self.assertEqual((statuses, out), ([2, 2], ""), err)
                self.assertRegex(err, rf"\A.*{says}.*\Z")
                self.assertEqual(self.names(), [])

    def test_help_and_other_commands_of_all_ranks_are_given_once(self):
        for command, text in (("--help", "Usage"), ("run --help", "Usage"),
                              ("check c.yaml", "deadlock:")):
            statuses, out, err = self.each(command, command)
            self.assertEqual((statuses, out.count(text), err), ([0, 0], 1, ""))

    def test_the_launcher_s_status_is_theirs(self):
        for other in (["run", "c.yaml", "--bogus"], ["check", "c.yaml"], ["--help"]):
            run = on_ranks(1, TINSIM, "run", "c.yaml", ":", "-n", 1, TINSIM, *other)
            self.assertEqual(run.returncode, 2)


class Building(LeavingTest):
    def trace(self, folder, text):
        """The same configuration in two folders, with a trace that only one rank may read."""
        for name in ("a", "b"):
            (self.path / name).mkdir(exist_ok=True)
            (self.path / name / "c.yaml").write_text(
                re.sub("traffic: .*", "traffic: [{pattern: trace, file: t.csv, class: [0]}]", FOUR_PODS))
            (self.path / name / "t.csv").write_text("cycle,src,dst,bytes,class\n0,2,0,48,0\n")
        file = self.path / folder / "t.csv"
        file.unlink() if text is None else file.write_text(text)
        command = [TINSIM, "run", "c.yaml", "--quiet", "--out", "o"]
        return on_ranks(1, "-wdir", self.path / "a", *command, ":", "-n", 1, "-wdir",
                        self.path / "b", *command)

    def test_a_file_that_one_rank_lacks_or_has_otherwise(self):
        for folder in ("a", "b"):
            for text, says in ((None, "t.csv' cannot be read: "),
                               ("cycle,src,dst,bytes,class\n1,2,0,48,0\n",
                                "rank 1 has another .*t.csv than rank 0; expected the same")):
                with self.subTest(folder=folder, text=text):
                    run = self.trace(folder, text)
                    self.assertEqual((run.returncode, run.stdout), (2, ""))
                    self.assertRegex(own_lines(run.stderr), rf"\A.*{says}.*\Z")
                    self.assertEqual(sorted(p.name for p in (self.path / "a").iterdir()),
                                     ["c.yaml", "t.csv"][:1 if (folder, text) == ("a", None) else 2])

    @unittest.skipIf(SANITIZED, "sanitizers need the address space")
    def test_one_rank_that_lacks_memory(self):
        # 20 MB from where it begins to build; the tables alone are 70 MB.
        for rank in (0, 1):
            def limit(rank=rank):
                process = processes_in(self.path)[rank]
                status = pathlib.Path(f"/proc/{process}/status").read_text()
                most = int(re.search(r"VmSize:\s+(\d+) kB", status)[1]) * 1024 + (20 << 20)
                resource.prlimit(process, resource.RLIMIT_AS, (most, most))
            sets = ("topology.pods=64", "topology.tins_per_pod=16", "topology.hosts_per_tin=1",
                    "topology.global_links_per_pair=1", "tin.switch={ports: 50, vcs: 4}")
            run = self.when(self.both_build, limit, *(x for each in sets for x in ("--set", each)))
            self.assertEqual(run, (1, "tinsim: error: out of memory"))
            self.assertEqual(self.names(), [])


class Signals(LeavingTest):
    def signalled(self, ranks, number, after_s, *arguments):
        def send():
            processes = processes_in(self.path)
            for rank in ranks:
                os.kill(processes[rank], number)
        return self.when_working(after_s, send, *arguments)

    LONG = ("--set", "run.measure_us=20000", "--set", "run.audit=0")

    def test_a_run_is_cut_by_a_signal_to_any_rank(self):
        for rank in ((0,), (1,), (0, 1)):
            for number in (signal.SIGINT, signal.SIGTERM):
                with self.subTest(rank=rank, number=number):
                    status, err = self.signalled(rank, number, 0.5, *self.LONG)
                    self.assertEqual(status, 128 + number, err)
                    name = signal.Signals(number).name
                    self.assertRegex(err, rf"\Atinsim: Cut by {name} after .* Partial result: o\Z")
                    self.assertEqual(self.names(), ["o"])
                    summary = json.loads((self.path / "o/summary.json").read_text())
                    self.assertEqual(summary["cut"]["by"], name)
                    self.assertGreater(summary["cells"]["delivered"], 0)

    def test_a_rank_that_is_killed_ends_all_and_leaves_nothing(self):
        # 128 + 9 is the launcher's word for it, which also says why.
        status, err = self.signalled((1,), signal.SIGKILL, 0.5, "--set", "trace.cells.ports=pod0.tin0.port0",
                                     *self.LONG)
        self.assertEqual((status, err), (137, ""))
        self.assertEqual(self.names(), [])

    def test_at_any_time_there_is_a_whole_result_or_none(self):
        statuses = set()
        for number in (signal.SIGTERM, signal.SIGKILL):
            for step in range(6):
                rank = step % 2 if number == signal.SIGTERM else 1
                with self.subTest(number=number, step=step):
                    status, err = self.signalled((rank,), number, 0.06 * step, "--set",
                                                 "run.measure_us=400")
                    statuses.add(status)
                    self.assertIn(status, (0, 128 + number))
                    self.assertLessEqual(len(err.splitlines()), 1)
                    self.assertIn(self.names(), ([], ["o"]))
                    if self.names():
                        json.loads((self.path / "o/summary.json").read_text())
                        shutil.rmtree(self.path / "o")
        self.assertLessEqual({143, 137}, statuses)


class Writing(LeavingTest):
    def check_full(self, *arguments):
        """As on a full disk, files of the first rank may not grow beyond 4 KB, once it simulates:
        the library of MPI has files as well."""
        def limit():
            resource.prlimit(processes_in(self.path)[0], resource.RLIMIT_FSIZE, (4096, 4096))
        status, err = self.when_working(0.3, limit, "--set", "run.measure_us=3000", *arguments)
        self.assertEqual(status, 1, err)
        self.assertRegex(err, r"\Atinsim: error: .*: cannot write: File too large\Z")
        self.assertEqual(self.names(), [])

    def test_a_result_that_cannot_be_written(self):
        self.check_full()

    def test_a_trace_that_cannot_be_written(self):
        self.check_full("--set", "trace.cells.ports=pod0.tin0.port0")

    def test_standard_output_that_is_full(self):
        run = on_ranks(1, "sh", "-c", 'exec "$0" "$@" > /dev/full', TINSIM, "run", "c.yaml", ":", "-n",
                       1, TINSIM, "run", "c.yaml")
        self.assertEqual(run.returncode, 1)
        self.assertEqual(own_lines(run.stderr),
                         "tinsim: error: standard output cannot be written")


class Cut(LeavingTest):
    def test_all_ranks_cut_at_one_batch_whoever_notes_the_signal(self):
        alone = on_ranks(1, PROBE, self.config, "cut").stdout.splitlines()
        self.assertRegex(alone[0], r"^rank 0 status 0 [0-9a-f]{16} of [1-9]\d* cells, cut at (\d+)$")
        at = alone[0].split()[-1]
        for ranks in (2, 3, 4):
            others = [f"rank {rank} status 0 cut at {at}" for rank in range(1, ranks)]
            self.assertEqual(sorted(on_ranks(ranks, PROBE, self.config, "cut").stdout.splitlines()),
                             alone + others)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[5:]])
