#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs a fuzz target: on every kept seed once, then on 2,000 inputs made from them, or as many
times more as TINSIM_SOAK_FACTOR says; the same in each run.

Usage: run_target.py TARGET SEEDS…. An input with which the target fails is left in the current
folder, and its name is printed. Exit status 0: each input was refused or accepted, in bounded time
and memory.
"""
import os
import pathlib
import subprocess
import sys
import tempfile

INPUTS = 2_000 * int(os.environ.get("TINSIM_SOAK_FACTOR", "1"))
MAX_OCTETS = 8192
# Seconds and megabytes: of one input, of one request for memory, and of all inputs with what the
# sanitizer keeps of freed memory.
LIMITS = ["-timeout=5", "-malloc_limit_mb=256", "-rss_limit_mb=1024"]


def run(arguments):
    done = subprocess.run(arguments, stderr=subprocess.PIPE, text=True, errors="replace",
                          check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, arguments[:4]))}: status {done.returncode}\n"
                 + done.stderr[-6000:])
    return done.stderr.splitlines()


def main():
    target, folders = sys.argv[1], sys.argv[2:]
    seeds = sorted(path for folder in folders for path in pathlib.Path(folder).rglob("*")
                   if path.is_file())
    if not seeds:
        sys.exit("there is no seed")
    # Seeds may be longer than what is made from them.
    run([target, *LIMITS, *seeds])
    with tempfile.TemporaryDirectory() as found:
        said = run([target, f"-runs={INPUTS}", "-seed=1", f"-max_len={MAX_OCTETS}",
                    "-print_final_stats=1", *LIMITS, found, *folders])
    stats = {line.split()[0]: int(line.split()[-1]) for line in said if line.startswith("stat::")}
    print(f"{len(seeds)} seeds", *(f"{name[6:]} {value}" for name, value in stats.items()), sep="\n")
    if stats.get("stat::number_of_executed_units:", 0) < INPUTS:
        sys.exit(f"expected {INPUTS} inputs")


main()
