#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checkpoints: a run that was killed goes on from its file and ends as if it had not been; what is no
checkpoint, and what cannot be saved, is refused.

Usage: checkpoint_test.py TINSIM SOURCE_DIR [unittest arguments]
"""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

TINSIM, SOURCE = sys.argv[1:3]
# Of the process, not of what is simulated.
OF_PROCESS = {"wall_s", "cell_hops_per_s", "peak_rss_bytes"}
OFTEN = ("--checkpoint-minutes", "0")  # after each batch
PAUSE_S = 3
RAW = ("dragonfly_4pod.yaml", {"run.warmup_us": "4", "run.measure_us": "24"})
RUNS = (
    RAW,
    ("ip_pod.yaml", {"run.warmup_us": "10", "run.measure_us": "24"}),
    ("rma_pod.yaml", {"run.warmup_us": "10", "run.measure_us": "24"}),
    ("exanet_torus_4x4x4.yaml", {"run.warmup_us": "5", "run.measure_us": "24"}),
    ("link_flap.yaml", {}),
)


def command(name, sets, out, *more):
    values = [part for key, value in sets.items() for part in ("--set", f"{key}={value}")]
    return [TINSIM, "run", str(pathlib.Path(SOURCE) / "configs" / name), *values, "--quiet", "--out", str(out),
            *more]


def summary(out):
    text = json.loads((out / "summary.json").read_text())
    return {key: value for key, value in text.items() if key not in OF_PROCESS}


def refusal(*arguments):
    run = subprocess.run([TINSIM, *map(str, arguments)], capture_output=True, text=True)
    return run.returncode, run.stderr.strip()


class Checkpoint(unittest.TestCase):
    def setUp(self):
        # A checkpoint waits for the disk, which each of hundreds would do here.
        memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
        self.folder = pathlib.Path(tempfile.mkdtemp(dir=memory))
        self.addCleanup(shutil.rmtree, self.folder)
        self.file = self.folder / "state"

    def interrupted(self, name, sets, out, how, versions=3):
        """Ends a run after it has written some checkpoints, the last of which stays."""
        run = subprocess.Popen(command(name, sets, out, "--checkpoint", str(self.file), *OFTEN),
                               stderr=subprocess.PIPE, text=True)
        seen = set()
        while len(seen) < versions and run.poll() is None:
            if self.file.exists():
                seen.add(self.file.stat().st_mtime_ns)
            time.sleep(0.002)
        self.assertIsNone(run.poll(), "the run ended before it could be interrupted: " + name)
        run.send_signal(how)
        run.communicate()
        self.assertTrue(self.file.exists())
        return run.returncode

    def expect_same(self, whole, resumed):
        self.assertEqual(summary(whole), summary(resumed))
        names = sorted(path.name for path in whole.iterdir())
        self.assertEqual(names, sorted(path.name for path in resumed.iterdir()))
        tables = [name for name in names if name.endswith(".csv") or name == "config.yaml"]
        self.assertIn("ports.csv" if "ports.csv" in names else "batches.csv", tables)
        for name in tables:
            self.assertEqual((whole / name).read_bytes(), (resumed / name).read_bytes(), name)

    def test_a_killed_run_goes_on_to_the_same_result(self):
        for name, sets in RUNS:
            with self.subTest(name):
                self.file = self.folder / f"{name}.state"
                whole, resumed = self.folder / f"{name}.whole", self.folder / f"{name}.resumed"
                subprocess.run(command(name, sets, whole), check=True)
                self.assertEqual(self.interrupted(name, sets, resumed, signal.SIGKILL), -signal.SIGKILL)
                self.assertFalse(resumed.exists())
                subprocess.run([TINSIM, "resume", self.file], check=True)
                self.expect_same(whole, resumed)
                self.assertFalse(self.file.exists(), "a complete run needs no checkpoint")

    def test_a_run_that_was_ended_early_can_still_be_completed(self):
        whole, out = self.folder / "whole", self.folder / "out"
        subprocess.run(command(*RAW, whole), check=True)
        self.assertEqual(self.interrupted(*RAW, out, signal.SIGTERM), 128 + signal.SIGTERM)
        self.assertIn("cut", json.loads((out / "summary.json").read_text()))
        subprocess.run([TINSIM, "resume", self.file], check=True, env={})  # an environment is part of the state
        self.expect_same(whole, out)

    def test_a_resumed_run_writes_checkpoints_and_counts_its_time(self):
        out = self.folder / "out"
        begin = time.monotonic()
        self.interrupted(*RAW, out, signal.SIGKILL)
        first = self.file.stat().st_ino
        run = subprocess.Popen([TINSIM, "resume", self.file])
        while run.poll() is None and self.file.exists() and self.file.stat().st_ino == first:
            time.sleep(0.002)
        self.assertIsNone(run.poll(), "the run ended before it could be interrupted")
        run.kill()
        run.wait()
        worked_s = time.monotonic() - begin
        time.sleep(PAUSE_S)
        begin = time.monotonic()
        subprocess.run([TINSIM, "resume", self.file], check=True)
        worked_s += time.monotonic() - begin
        whole = self.folder / "whole"
        subprocess.run(command(*RAW, whole), check=True)
        self.expect_same(whole, out)
        wall_s = json.loads((out / "summary.json").read_text())["wall_s"]
        self.assertTrue(0 < wall_s < worked_s, (wall_s, worked_s))

    def test_a_run_does_not_end_with_its_disk(self):
        folder = self.folder / "gone"
        folder.mkdir()
        whole, out, state = self.folder / "whole", self.folder / "out", folder / "state"
        subprocess.run(command(*RAW, whole), check=True)
        run = subprocess.Popen(command(*RAW, out, "--checkpoint", str(state), *OFTEN), stderr=subprocess.PIPE, text=True)
        while not state.exists():
            time.sleep(0.002)
        shutil.rmtree(folder, ignore_errors=True)
        _, text = run.communicate()
        self.assertEqual(run.returncode, 0, text)
        self.assertIn(f"tinsim: no checkpoint this time: {state}.new: cannot open: No such file", text)
        self.expect_same(whole, out)

    def test_what_is_no_checkpoint_is_refused(self):
        self.assertEqual(refusal("resume", self.folder / "none"), (
            2, f"tinsim: error: {self.folder / 'none'}: cannot be opened; expected a file that --checkpoint has "
               "written"))
        foreign = self.folder / "foreign"
        foreign.write_text("{}\n")
        self.assertEqual(refusal("resume", foreign)[0], 2)
        self.assertIn("is no checkpoint", refusal("resume", foreign)[1])
        self.interrupted(*RAW, self.folder / "out", signal.SIGKILL)
        short = self.folder / "short"
        short.write_bytes(self.file.read_bytes()[:-4096])
        self.assertIn("is not whole", refusal("resume", short)[1])
        self.assertEqual(refusal("resume", short)[0], 2)

    def test_another_program_does_not_go_on(self):
        self.interrupted(*RAW, self.folder / "out", signal.SIGKILL)
        other = self.folder / "tinsim"
        shutil.copy(TINSIM, other)
        run = subprocess.run([other, "resume", self.file], capture_output=True, text=True)
        self.assertEqual(run.returncode, 2)
        self.assertIn(f"was saved with other code at the address of {other}", run.stderr)

    def test_what_a_checkpoint_does_not_hold_is_refused(self):
        out = self.folder / "out"
        traces = dict(RAW[1], **{"trace.cells.ports": "[all]"})
        for sets, more, text in ((RAW[1], ("--watch", "0"), "--checkpoint: does not go with --watch"),
                                 (RAW[1], ("--jobs", "2"), "--checkpoint: does not go with several processes"),
                                 (traces, (), "--checkpoint: the run writes traces")):
            status, error = refusal(*command(RAW[0], sets, out, "--checkpoint", self.file, *more)[1:])
            self.assertEqual(status, 2, error)
            self.assertIn(text, error)
            self.assertFalse(self.file.exists() or out.exists())
        self.assertEqual(refusal(*command(*RAW, out, "--checkpoint", "/none/state")[1:]), (
            2, "tinsim: error: --checkpoint /none/state: cannot be written: No such file or directory; expected a file "
               "in a folder that can be written"))
        status, error = refusal(*command(*RAW, out, *OFTEN)[1:])
        self.assertEqual(status, 2, error)
        self.assertIn("--checkpoint-minutes requires --checkpoint", error)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
