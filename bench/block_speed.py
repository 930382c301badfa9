#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the table of simulation speed of blocks and of a chip in RTL, as Markdown, to standard output.

Usage: block_speed.py TINSIM_BLOCK_BENCH TINSIM CLIQUE_CONFIG [--measure-us N]
Blocks: cycles per second of CPU time, from the benchmarks name/shape/{model,rtl,lockstep}. Chip: CPU time
of the Clique run with all chips as model, and with chip 0 as RTL or in lockstep, of the same cells; the
difference is what one chip costs. The state_hash of the three runs must be the same.
"""
import argparse
import collections
import json
import pathlib
import resource
import subprocess
import tempfile

WAYS = ("model", "rtl", "lockstep")


def block_rates(bench):
    """{(block, shape): {way: cycles per second}}, in the order of the benchmarks."""
    command = [bench, "--benchmark_format=json", "--benchmark_min_time=0.2"]
    report = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    rates = collections.defaultdict(dict)
    for entry in report["benchmarks"]:
        block, shape, way = entry["name"].split("/")
        rates[block, shape][way] = entry["items_per_second"]
    return rates


def run_clique(tinsim, config, measure_us, impl):
    """(CPU seconds, cycles, state_hash) of a run with chip 0 as `impl`."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "out"
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([tinsim, "run", config, "--out", str(out), "--set", f"run.measure_us={measure_us}",
                        "--set", f"tin.impl={impl}"], capture_output=True, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        summary = json.loads((out / "summary.json").read_text())
    return after.ru_utime - before.ru_utime, summary["cycles"], summary["state_hash"]


def short(rate):
    """Three digits and k or M."""
    return f"{rate / 1e6:.3g} M" if rate >= 1e6 else f"{rate / 1e3:.3g} k"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bench")
    parser.add_argument("tinsim")
    parser.add_argument("clique")
    parser.add_argument("--measure-us", type=float, default=200)
    arguments = parser.parse_args()

    print("| block | shape | model | RTL | lockstep |\n|---|---|--:|--:|--:|")
    for (block, shape), rates in block_rates(arguments.bench).items():
        print(f"| {block} | {shape} |", " | ".join(short(rates[way]) for way in WAYS), "|")

    runs = {impl: run_clique(arguments.tinsim, arguments.clique, arguments.measure_us, impl)
            for impl in ("model", "pins", "rtl", "lockstep")}
    assert len({state for _, _, state in runs.values()}) == 1, "the runs differ"
    base = runs["model"][0]
    print("\n| Clique with chip 0 as | CPU seconds | of that chip | its cycles per second |\n|---|--:|--:|--:|")
    for impl, (seconds, cycles, _) in runs.items():
        alone = "" if impl == "model" else f"{seconds - base:.1f}"
        rate = "" if impl == "model" else short(cycles / (seconds - base))
        print(f"| {impl} | {seconds:.1f} | {alone} | {rate} |")


if __name__ == "__main__":
    main()
