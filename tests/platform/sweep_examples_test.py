#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Sweeps that come with the project, and the examples that call them from Slurm and Snakemake.

Slurm is stood in for by a script that runs the tasks it is given; Snakemake, where there is none,
by the rules of the Snakefile, read by a small stand-in.

Usage: sweep_examples_test.py TINSIM SOURCE_DIR
"""
import csv
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

TINSIM, SOURCE = sys.argv[1], pathlib.Path(sys.argv[2])
SWEEPS = SOURCE / "configs/sweeps"

SBATCH = """#!/bin/bash
# Stands in for Slurm: runs each task at once, prints the job's number.
echo "sbatch $*" >> "$SBATCH_LOG"
while (($#)); do
  case $1 in
    --array=0-*) last=${1#--array=0-} ;;
    --wrap) command=$2; shift ;;
    --*) ;;
    *) break ;;
  esac
  shift
done
if [[ -n ${command:-} ]]; then
  bash -c "$command" > "$SBATCH_LOG.out" || exit
else
  cp "$1" "$SBATCH_LOG.spooled"  # as Slurm does: the script no longer knows where it was
  for ((k = 0; k <= last; ++k)); do SLURM_ARRAY_TASK_ID=$k bash "$SBATCH_LOG.spooled" "${@:2}"; done
fi
echo "4711;cluster"
"""


def run(command, **options):
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=250,
                          check=False, **options)


class Examples(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tinsim sweep "))
        self.addCleanup(shutil.rmtree, self.folder)
        self.out = self.folder / "out"

    def rows(self, out=None):
        with open((out or self.out) / "sweep.csv", newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def hashes(self, out=None):
        return [row["state_hash"] for row in self.rows(out)]

    def test_shipped_sweeps_are_good(self):
        for file in SWEEPS.glob("*.yaml"):
            done = run([TINSIM, "sweep", file, "--list"])
            self.assertEqual((done.returncode, done.stderr), (0, ""), file)

    def test_load_sweep_of_a_pod_is_a_load_latency_curve(self):
        self.assertEqual(run([TINSIM, "sweep", SWEEPS / "pod_load.yaml", "--out", self.out,
                              "--quiet"]).returncode, 0)
        rows = self.rows()
        self.assertEqual([float(r["traffic.0.load"]) for r in rows],
                         [round(0.1 * k, 1) for k in range(1, 13)])
        latency = [float(r["latency_ns.mean"]) for r in rows]
        self.assertEqual(latency, sorted(latency))
        for row in rows:
            load = float(row["traffic.0.load"])
            offered, accepted = (float(row[f"{k}_gbps_per_tin"]) for k in ("offered", "accepted"))
            # 18 terminal ports of 25.6 Gb/s; Poisson, some 100 000 cells.
            self.assertAlmostEqual(offered / (load * 460.8), 1, delta=0.02)
            if load < 0.65:
                self.assertEqual(row["saturated"], "false")
                self.assertAlmostEqual(accepted / offered, 1, delta=0.02)
            elif load > 0.95:
                self.assertEqual(row["saturated"], "true")

    def test_slurm_array_gives_the_table_of_a_plain_sweep(self):
        plain = self.folder / "plain"
        run([TINSIM, "sweep", SWEEPS / "pod_load.yaml", "--out", plain, "--quiet"])
        bin_folder = self.folder / "bin"
        bin_folder.mkdir()
        (bin_folder / "sbatch").write_text(SBATCH)
        (bin_folder / "sbatch").chmod(0o755)
        log = self.folder / "log"
        done = run(["bash", SWEEPS / "slurm_array.sh", SWEEPS / "pod_load.yaml", self.out,
                    "--time=10"],
                   env={**os.environ, "TINSIM": TINSIM, "SBATCH_LOG": str(log),
                        "PATH": f"{bin_folder}:{os.environ['PATH']}"})
        self.assertEqual(done.returncode, 0, done.stderr)
        calls = log.read_text().splitlines()
        self.assertEqual(len(calls), 2)
        self.assertIn("--array=0-11 --time=10", calls[0])
        self.assertIn("--dependency=afterany:4711 ", calls[1])
        self.assertEqual(self.hashes(), self.hashes(plain))

    def test_slurm_script_has_no_faults(self):
        self.assertEqual(run(["bash", "-n", SWEEPS / "slurm_array.sh"]).returncode, 0)
        self.assertEqual(run(["bash", SWEEPS / "slurm_array.sh"]).returncode, 2)
        if shutil.which("shellcheck"):
            self.assertEqual(run(["shellcheck", SWEEPS / "slurm_array.sh"]).stdout, "")

    def test_snakemake_runs_each_point_once(self):
        if not shutil.which("snakemake"):
            self.skipTest("no snakemake")
        command = ["snakemake", "-s", SWEEPS / "Snakefile", "--cores", "2", "--directory",
                   self.folder, "--config", f"sweep={SWEEPS / 'pod_load.yaml'}",
                   f"out={self.out}", f"tinsim={TINSIM}"]
        done = run(command)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([r["status"] for r in self.rows()], ["done"] * 12)
        self.assertIn("Nothing to be done", run(command).stderr)

    def test_commands_of_the_snakefile_give_the_table(self):
        text = (SWEEPS / "Snakefile").read_text()
        # The Python before the rules is Python.
        values = {"config": {"tinsim": TINSIM, "sweep": str(SWEEPS / "pod_load.yaml"),
                             "out": str(self.out)}}
        exec(compile(text[:text.index("\nrule ")], "Snakefile", "exec"), values)
        self.assertEqual(len(values["NUMBER"]), 12)
        point, tables = [c for c in re.findall(r'shell:\s*"(.*)"', text)]
        words = {f"{{{k}:q}}": f"'{values[k]}'" for k in ("TINSIM", "SWEEP", "OUT")}
        for name, number in values["NUMBER"].items():
            (self.out / "points" / name).mkdir(parents=True)  # as Snakemake does
            self.run_shell(point, {**words, "{params.number}": number})
            self.assertTrue((self.out / "points" / name / "summary.json").exists())
        self.run_shell(tables, words)
        self.assertEqual([r["status"] for r in self.rows()], ["done"] * 12)

    def run_shell(self, command, words):
        for placeholder, word in words.items():
            command = command.replace(placeholder, word)
        self.assertEqual(run(["bash", "-c", command]).returncode, 0, command)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
