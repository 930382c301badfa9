#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The live page of a run: what it serves, that it changes nothing, that a port in use is an error.

Usage: watch_test.py TINSIM SOURCE_DIR [unittest arguments]
"""
import json
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.request

TINSIM, SOURCE = sys.argv[1:3]
LOAD = 0.4
# Ends by no means in the time of the test, and has short batches all the same.
LONG = ("run.measure_us=auto", "run.max_measure_us=400000", "run.precision.latency_mean=0.0001 %")
CONFIG = pathlib.Path(SOURCE) / "configs/single_tin.yaml"
SETS = [part for each in ("run.warmup_us=5", f"traffic.0.load={LOAD}") for part in ("--set", each)]


def command(*arguments, length=("run.measure_us=100",)):
    times = [part for each in length for part in ("--set", each)]
    return [TINSIM, "run", CONFIG, *SETS, *times, *arguments]


def get(port, path):
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=20) as answer:
        return answer.headers["Content-Type"], answer.read().decode()


class Watch(unittest.TestCase):
    def test_serves_the_state_of_a_run(self):
        run = subprocess.Popen(command("--quiet", "--watch", "0", length=LONG), stderr=subprocess.PIPE, text=True)
        try:
            line = run.stderr.readline()
            port = re.fullmatch(r"tinsim: live page at http://127\.0\.0\.1:(\d+)/\n", line)[1]
            self.assertIn("text/html", get(port, "/")[0])
            self.assertIn("state.json", get(port, "/")[1])
            state = self.state_of(port)
        finally:
            run.kill()
            run.communicate()
        self.assertTrue(0 < state["done"] < 1)
        self.assertEqual(state["config"], str(CONFIG))
        self.assertEqual(state["phase"], "measurement")
        self.assertAlmostEqual(state["us_per_s"], state["simulated_us"] / state["wall_s"])
        times = [point[0] for point in state["points"]]
        self.assertEqual(times, sorted(set(times)))
        self.assertGreater(state["latency_mean_ns"], 30)  # 16 cycles of 2.5 ns, less what the load adds
        # All ports are terminal ports with a host of this load.
        self.assertEqual(len(state["chips"]), 1)
        self.assertAlmostEqual(state["chips"][0][1], LOAD, delta=0.05 * LOAD)
        self.assertEqual(state["links"], [])

    def state_of(self, port):
        """After some snapshots of the measurement."""
        for _ in range(100):
            state = json.loads(get(port, "/state.json")[1])
            if state.get("phase") == "measurement" and len(state["points"]) > 4:
                return state
            time.sleep(0.2)
        self.fail("no snapshot of the measurement in 20 s")

    def test_changes_nothing(self):
        with tempfile.TemporaryDirectory() as folder:
            results = []
            for name, arguments in (("with", ["--watch", "0"]), ("without", [])):
                out = pathlib.Path(folder) / name
                subprocess.run(command("--quiet", "--out", out, *arguments), check=True, stderr=subprocess.PIPE)
                results.append({f.name: f.read_bytes() for f in out.iterdir()
                                if f.name not in ("summary.json", "manifest.sha256")})
                summary = json.loads((out / "summary.json").read_text())
                results[-1]["hash"] = summary["state_hash"]
            self.assertEqual(results[0], results[1])

    def test_a_port_in_use_is_an_error(self):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            port = taken.getsockname()[1]
            run = subprocess.run(command("--watch", str(port)), capture_output=True, text=True)
        self.assertEqual(run.returncode, 2)
        self.assertIn(f"--watch {port}: the port of 127.0.0.1 cannot be had", run.stderr)
        self.assertEqual(run.stdout, "")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
