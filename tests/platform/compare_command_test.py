#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tinsim compare on runs and sweeps: what differs, intervals, verdicts, errors; and tinsim --version.

Usage: compare_command_test.py TINSIM SOURCE_DIR
"""
import json
import re
import subprocess

from sweep_case import BASE, TINSIM, Case, main


class Compare(Case):
    def run_to(self, name, *overrides):
        command = [TINSIM, "run", self.folder / "c.yaml", "--quiet", "--out", self.folder / name]
        for each in overrides:
            command += ["--set", each]
        subprocess.run(command, check=True, timeout=100)

    def compare(self, *arguments, status=0):
        done = subprocess.run([TINSIM, "compare", *map(str, arguments)], cwd=self.folder,
                              capture_output=True, text=True, timeout=100, check=False)
        self.assertEqual(done.returncode, status, done.stderr)
        return done

    def of(self, *arguments):
        """Metrics by name, and the configuration, of the only comparison."""
        found = json.loads(self.compare(*arguments, "--json").stdout)["comparisons"]
        self.assertEqual(len(found), 1)
        point, = found[0]["points"]
        return {m["metric"]: m for m in point["metrics"]}, point["configuration"]

    def test_a_result_does_not_differ_from_itself(self):
        self.run_to("a", "run.measure_us=20")
        metrics, settings = self.of("a", "a")
        self.assertEqual(settings, [])
        self.assertEqual({m["delta"] for m in metrics.values()}, {0})
        self.assertEqual(metrics["latency_ns.mean"]["verdict"], "no difference shown")
        self.assertEqual(metrics["latency_ns.mean"]["from"], "batches")
        self.assertEqual(metrics["latency_ns.p99"]["verdict"], "no interval")
        text = self.compare("a", "a").stdout
        self.assertIn("The configurations are equal.", text)

    def test_a_difference_in_load_is_shown_with_its_key(self):
        self.run_to("a", "run.measure_us=20")
        self.run_to("b", "run.measure_us=20", "traffic.0.load=0.6")
        metrics, settings = self.of("a", "b")
        self.assertEqual(settings, [{"key": "traffic.0.load", "a": "0.3", "b": "0.6"}])
        self.assertEqual(metrics["accepted_gbps_per_tin"]["verdict"], "better")
        self.assertEqual(metrics["latency_ns.mean"]["verdict"], "worse")
        self.assertEqual(metrics["offered_gbps_per_tin"]["verdict"], "differs")
        summaries = [json.loads((self.folder / name / "summary.json").read_text()) for name in "ab"]
        for name in ("offered_gbps_per_tin", "accepted_gbps_per_tin"):
            a, b = (s[name] for s in summaries)
            self.assertEqual((metrics[name]["a"], metrics[name]["b"]), (a, b))
            self.assertAlmostEqual(metrics[name]["delta_percent"], 100 * (b - a) / a)
            self.assertLess(metrics[name]["low"], b - a)
            self.assertGreater(metrics[name]["high"], b - a)

    def test_repeated_runs_and_three_sides(self):
        for seed in (1, 2, 3):
            self.run_to(f"a{seed}", f"run.seed={seed}", "run.measure_us=60")
            self.run_to(f"b{seed}", f"run.seed={seed}", "run.measure_us=60", "traffic.0.load=0.5")
        metrics, settings = self.of("a1,a2,a3", "b1,b2,b3")
        self.assertEqual([s["key"] for s in settings], ["traffic.0.load"])
        self.assertEqual(metrics["latency_ns.p99"]["from"], "3 runs")
        values = [json.loads((self.folder / f"a{i}/summary.json").read_text())["latency_ns"]["p99"]
                  for i in (1, 2, 3)]
        self.assertAlmostEqual(metrics["latency_ns.p99"]["a"], sum(values) / 3)
        text = self.compare("a1", "b1", "b2", "--metrics", "latency_ns.p999,cells.*").stdout
        self.assertEqual(text.count("latency_ns.p999"), 2)
        self.assertNotIn("hops_mean", text)

    def test_other_lengths_are_not_comparable(self):
        self.run_to("a", "run.measure_us=20")
        self.run_to("b", "run.measure_us=40")
        metrics, _ = self.of("a", "b")
        # Figures that follow from the configuration do not depend on the length.
        self.assertEqual({m["verdict"] for m in metrics.values() if m["from"] != "configuration"},
                         {"not comparable"})
        self.assertEqual(metrics["hops_mean"]["reason"], "measurements of different length")

    def test_sweeps_are_compared_point_by_point(self):
        grid = "grid: {traffic.0.load: [0.2, 0.5], run.seed: [1, 2]}\n"
        for name, words in (("x", 20), ("y", 80)):
            self.out = self.folder / name
            self.write(f"set: {{tin.output.queue_words: {words}}}\n" + grid)
            self.sweep("--quiet")
        found, = json.loads(self.compare("x", "y", "--json").stdout)["comparisons"]
        self.assertEqual([p["point"] for p in found["points"]],
                         ["traffic.0.load = 0.2", "traffic.0.load = 0.5"])
        for point in found["points"]:
            self.assertEqual(point["runs"], [2, 2])
            self.assertEqual([s["key"] for s in point["configuration"]],
                             ["tin.output.queue_words"])

    def test_errors_have_status_2(self):
        self.run_to("a")
        self.run_to("b", "traffic.0.load=0.4")
        for arguments, text in (
                (["a"], "has one result only; expected two or more"),
                (["a", "none"], "none: holds neither summary.json nor sweep.json; expected"),
                (["a,b", "a"], "traffic.0.load is not that of a; expected runs of one side"),
                (["a,a", "b"], "run.seed 1 is that of a, too; expected"),
                (["a", "b", "--metrics", "p99"], "--metrics: no number of summary.json")):
            self.assertIn(text, self.compare(*arguments, status=2).stderr)
        (self.folder / "b" / "summary.json").write_text("{}")
        self.assertIn("has changed since tinsim wrote it",
                      self.compare("a", "b", status=2).stderr)


class Version(Case):
    def test_version_names_revision_and_compiler(self):
        done = subprocess.run([TINSIM, "--version"], capture_output=True, text=True, check=True)
        self.assertRegex(done.stdout, r"^tinsim \d+\.\d+\.\d+, revision (unknown|[0-9a-f]{12,}(-dirty)?), "
                                      r"(GNU|Clang) [\d.]+, \w+(, [A-Z]+)*\n$")
        (self.folder / "c.yaml").write_text(BASE)
        subprocess.run([TINSIM, "run", self.folder / "c.yaml", "--quiet", "--out", self.out],
                       check=True)
        second = (self.out / "manifest.sha256").read_text().splitlines()[1]
        self.assertEqual(second, "# Written by " + done.stdout.strip())
        self.assertTrue(re.match("# ", second))


if __name__ == "__main__":
    main()
