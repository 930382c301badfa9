#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Does the Python package run the program, and read what it wrote?

python_module_test.py <source folder>; TINSIM_PROGRAM is the program.
"""
import json
import os
import pathlib
import subprocess
import sys
import unittest

SOURCE = pathlib.Path(sys.argv.pop(1))
sys.path.insert(0, str(SOURCE / "python"))
import tinsim  # noqa: E402

SHORT = {"run.warmup_us": 1, "run.measure_us": 2}


class PythonModule(unittest.TestCase):
    def config(self, changes=None):
        return tinsim.Config(SOURCE / "configs/single_tin.yaml", {**SHORT, **(changes or {})})

    def test_a_run_has_the_hash_of_the_program(self):
        result = self.config({"traffic.0.load": 0.4}).run()
        folder = result.folder.parent / "by_hand"
        subprocess.run([os.environ["TINSIM_PROGRAM"], "run", str(SOURCE / "configs/single_tin.yaml"), "--quiet",
                        "--set", "run.warmup_us=1", "--set", "run.measure_us=2", "--set", "traffic.0.load=0.4",
                        "--out", str(folder)], check=True, stdout=subprocess.DEVNULL)
        by_hand = json.loads((folder / "summary.json").read_text())
        self.assertEqual(result["state_hash"], by_hand["state_hash"])
        self.assertNotEqual(result["state_hash"], self.config({"traffic.0.load": 0.5}).run()["state_hash"])

    def test_values_are_found_by_path(self):
        result = self.config().run()
        self.assertEqual(result["latency_ns.p50"], result.summary["latency_ns"]["p50"])
        self.assertEqual(result["classes.0.class"], result.summary["classes"][0]["class"])
        for missing in ("latency_ns.p42", "classes.99", "chips.0", "nothing"):
            with self.assertRaises(KeyError):
                result[missing]

    def test_tables_are_arrays(self):
        result = self.config().run()
        self.assertIn("ports", result.tables())
        ports = result.table("ports")
        self.assertEqual(set(ports["kind"]), {"terminal"})
        # Every word that a VC FIFO passed on is counted once in the table.
        self.assertGreater(ports["words"].sum(), 0)
        self.assertEqual(len(ports["words"]), len(ports["vc"]))
        self.assertEqual(result.table("links")["chip"].shape, (0,))  # a single chip has none

    def test_a_temporary_folder_goes_with_its_result(self):
        result = self.config().run()
        folder = result.folder
        self.assertTrue(folder.is_dir())
        del result
        self.assertFalse(folder.exists())

    def test_bad_input_is_the_programs_error(self):
        for call in ("check", "run"):
            with self.assertRaises(tinsim.ConfigError) as caught:
                getattr(self.config({"tin.switch.prots": 8}), call)()
            self.assertEqual(caught.exception.status, 2)
            self.assertIn("tin.switch: unknown key 'prots' (did you mean 'ports'?)", str(caught.exception))

    def test_values_of_every_kind_are_set(self):
        text = self.config({"traffic.0.class": [0, 3], "run.audit": 4, "run.start_us": None}).check()
        self.assertIn("audit: 4", text)
        self.assertIn("class: [0, 3]", text)

    def test_run_all_keeps_the_order_and_raises_the_first_error(self):
        loads = (0.1, 0.3, 0.2)
        results = tinsim.run_all([self.config({"traffic.0.load": load}) for load in loads], jobs=2)
        offered = [result["offered_gbps_per_tin"] for result in results]
        self.assertTrue(offered[0] < offered[2] < offered[1], offered)
        with self.assertRaises(tinsim.ConfigError):
            tinsim.run_all([self.config(), self.config({"traffic.0.load": "much"})])

    def test_the_example_runs(self):
        done = subprocess.run([sys.executable, str(SOURCE / "examples/python/load_curve.py"),
                               str(SOURCE / "configs/single_tin.yaml")], capture_output=True, text=True, check=False,
                              env={**os.environ, "PYTHONPATH": str(SOURCE / "python")})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("wavefront", done.stdout)
        self.assertIn("most stalls: port ", done.stdout)


if __name__ == "__main__":
    unittest.main()
