#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Speed of one run on several MPI ranks against one process.

Runs take turns, so that what else the machine does hits all alike; medians are printed, and the best,
which is nearest to an idle machine. "computing" is the CPU time of the busiest rank without handing
over and waiting: its ratio is the speed-up that the partition allows, whatever else the machine does.

Usage: bench_ranks.py [--ranks N] [--turns N] [--json FILE] TINSIM CONFIG [--set PATH=VALUE]...
"""
import argparse
import json
import os
import pathlib
import re
import statistics
import subprocess
import tempfile


def settings(ranks):
    """More ranks than cores, or root in a container, are the launcher's only with permission."""
    env = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
    if ranks > len(os.sched_getaffinity(0)):
        env.update(OMPI_MCA_rmaps_base_oversubscribe="1", OMPI_MCA_mpi_yield_when_idle="1")
    return env


def measure(ranks, arguments, more=()):
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "out"
        launcher = ["mpirun", "-n", str(ranks)] if ranks > 1 else []
        command = [*launcher, arguments.tinsim, "run", arguments.config, "--out", str(out)]
        for path in (*arguments.set, *more):
            command += ["--set", path]
        start = os.times()
        run = subprocess.run(command, env=settings(ranks), capture_output=True, text=True, check=True)
        end = os.times()
        summary = json.loads((out / "summary.json").read_text())
    text = " ".join(run.stdout.split())
    row = {"hops_per_s": summary["cell_hops_per_s"], "hops": summary["cell_hops"],
           "rss": summary["peak_rss_bytes"], "hash": summary["state_hash"]}
    if ranks > 1:
        row["waiting"] = float(re.search(r"([0-9.]+) % waiting", text)[1])
        row["computing"] = float(re.search(r"computed for ([0-9.]+) s", text)[1])
    else:
        row["waiting"] = 0.0
        row["computing"] = (end.children_user - start.children_user + end.children_system -
                            start.children_system)
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--ranks", type=int, default=2)
    parser.add_argument("--turns", type=int, default=7)
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--set", action="append", default=[])
    parser.add_argument("tinsim")
    parser.add_argument("config")
    arguments = parser.parse_args()
    rows = {1: [], arguments.ranks: []}
    nothing = ("run.warmup_us=0", "run.measure_us=0.1")  # 40 cycles
    set_up = min(measure(1, arguments, nothing)["computing"] for _ in range(5))
    for _ in range(arguments.turns):
        for ranks, of_ranks in rows.items():
            of_ranks.append(measure(ranks, arguments))
        rows[1][-1]["computing"] -= set_up
    if len({row["hash"] for of_ranks in rows.values() for row in of_ranks}) != 1:
        raise SystemExit("bench_ranks.py: the runs differ in state_hash")
    print(f"{'ranks':>5} {'M hops/s':>9} {'best':>6} {'computing s':>12} {'waiting %':>10} {'MB':>5}")
    for ranks, of_ranks in rows.items():
        def median(key, of_ranks=of_ranks):
            return statistics.median(row[key] for row in of_ranks)
        print(f"{ranks:>5} {median('hops_per_s') / 1e6:>9.2f} "
              f"{max(row['hops_per_s'] for row in of_ranks) / 1e6:>6.2f} "
              f"{median('computing'):>12.2f} {median('waiting'):>10.1f} {median('rss') / 1e6:>5.0f}")
    one, many = rows[1], rows[arguments.ranks]
    pairs = [b["hops_per_s"] / a["hops_per_s"] for a, b in zip(one, many)]
    print(f"speed-up: median of pairs {statistics.median(pairs):.2f}, best against best "
          f"{max(r['hops_per_s'] for r in many) / max(r['hops_per_s'] for r in one):.2f}, "
          f"computing {min(r['computing'] for r in one) / min(r['computing'] for r in many):.2f}")
    if arguments.json:
        arguments.json.write_text(json.dumps(rows, indent=2) + "\n")


if __name__ == "__main__":
    main()
