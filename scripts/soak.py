#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Soak: sweeps of networks that are filled up and then left to drain, and the balance over all points.

Usage: soak.py TINSIM --out DIR --hops N [--jobs N] SWEEP.yaml...

Each sweep runs in a folder of its own below DIR, named by the program's contents: killed and started
again it goes on (docs/guide/sweep.md), and another program starts from nothing. Exit status 1 and one line
per fault if a point did not end well, lost a cell or kept one, or left a class without a delivery, or if
all points together have fewer than N cell-hops (a cell that crosses a chip).
"""
import argparse
import csv
import hashlib
import pathlib
import subprocess
import sys

CLASSES = 10  # docs/explanation/routing.md


def faults_of(row):
    """What is wrong with one point of a sweep: a row of its sweep.csv."""
    if row["status"] != "done":
        return [f"{row['status']}: {row['error']}"]
    injected, delivered, dropped, left = (
        int(row[f"cells.{count}"]) for count in ("injected", "delivered", "dropped", "in_flight"))
    found = []
    if injected != delivered + dropped + left:
        found.append(f"{injected} cells injected, but {delivered} delivered + {dropped} dropped + "
                     f"{left} in flight")
    if dropped:
        found.append(f"{dropped} cells dropped; expected none")
    if left:
        found.append(f"{left} cells still in flight; expected an empty network")
    # Those of the measurement; the network drains in it.
    seen = {int(row[f"classes.{i}.class"]) for i in range(CLASSES) if row.get(f"classes.{i}.class")}
    missing = sorted(set(range(CLASSES)) - seen)
    if missing:
        found.append(f"no cell of class {', '.join(map(str, missing))} delivered while draining")
    return found


def balance(tables, least_hops):
    """`tables`: sweep -> rows. Returns cells injected, cell-hops, and all faults."""
    faults, cells, hops = [], 0, 0
    for sweep, rows in tables.items():
        for number, row in enumerate(rows):
            faults += [f"{sweep} point {number} ({row['point']}): {f}" for f in faults_of(row)]
            if row["status"] == "done":
                cells += int(row["cells.injected"])
                hops += int(row["cell_hops"])
    if hops < least_hops:
        faults.append(f"{hops} cell-hops in all; expected at least {least_hops}")
    return cells, hops, faults


def rows_of(file):
    with open(file, newline="", encoding="utf-8") as table:
        return list(csv.DictReader(table))


def main():
    parser = argparse.ArgumentParser(description="sweeps that fill networks up and drain them")
    parser.add_argument("tinsim", type=pathlib.Path)
    parser.add_argument("sweeps", type=pathlib.Path, nargs="+", metavar="SWEEP.yaml")
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--hops", type=int, required=True, help="cell-hops needed in all")
    parser.add_argument("--jobs", type=int, help="points at a time; one per core unless given")
    arguments = parser.parse_args()
    version = hashlib.sha256(arguments.tinsim.read_bytes()).hexdigest()[:12]
    tables = {}
    for sweep in arguments.sweeps:
        out = arguments.out / version / sweep.stem
        jobs = ["--jobs", str(arguments.jobs)] if arguments.jobs else []
        out.parent.mkdir(parents=True, exist_ok=True)
        status = subprocess.run([arguments.tinsim, "sweep", sweep, "--out", out, "--quiet", *jobs],
                                check=False).returncode
        if not (out / "sweep.csv").exists():
            sys.exit(status or 1)  # the program has said why
        tables[sweep.stem] = rows_of(out / "sweep.csv")
    cells, hops, faults = balance(tables, arguments.hops)
    print("\n".join(faults), end="\n" if faults else "")
    points = sum(map(len, tables.values()))
    print(f"soak: {points} points, {hops:,} cell-hops, {cells:,} cells injected, "
          f"{len(faults)} faults")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
