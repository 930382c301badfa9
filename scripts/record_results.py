#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Records what every example configuration gives, so that two programs can be held to the same bytes.

Usage: record_results.py TINSIM OUT [--against DIR] [--ranks 1 2 3] [--only REGEX]

Runs each file of configs/ and configs/published/ with TINSIM, shortened, on each number of ranks, and
keeps the whole result folder in OUT/<configuration>/ranks_<n>. Figures that depend on the machine
(run time, memory) are left out, and so are checksums of files that hold them. The folders of one
configuration must be equal on all numbers of ranks; with --against also equal to those of an earlier
record. Exit status 1 and one line for each difference otherwise.
"""
import argparse
import filecmp
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
MACHINE_FIGURES = ("wall_s", "cell_hops_per_s", "peak_rss_bytes")
LARGE = 100  # chips from which on a run is cut to a few microseconds


def configurations(pattern):
    files = sorted((ROOT / "configs").glob("*.yaml")) + sorted((ROOT / "configs/published").glob("*.yaml"))
    return [f for f in files if re.search(pattern, str(f.relative_to(ROOT / "configs")))]


def size_of(tinsim, file):
    """Pods and chips."""
    topology = subprocess.run([tinsim, "topology", file], capture_output=True, text=True, check=True)
    return (int(re.search(rf"^{what} +(\d+)$", topology.stdout, re.MULTILINE).group(1))
            for what in ("pods", "chips"))


def times_of(chips, file):
    """Settings that cut warm-up and measurement: 3 us each for large networks, 50 us for others, but
    not before the last planned failure."""
    text = file.read_text()
    failures = [float(at) + 1 for at in re.findall(r"\bat_us: ([\d.]+)", text)]
    cap = max([3 if chips >= LARGE else 50] + failures)
    settings = []
    for key in ("warmup_us", "measure_us"):
        written = re.search(rf"\b{key}: ([\d.]+)", text)
        if written and float(written.group(1)) > cap:
            settings += ["--set", f"run.{key}={cap}"]
    return settings


def run(tinsim, file, ranks, settings, folder):
    command = [tinsim, "run", file, "--quiet", "--out", folder, *settings]
    if ranks > 1:
        command = ["mpirun", "--oversubscribe", "-n", str(ranks)] + command
    environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, env=environment)
    return "" if done.returncode == 0 else f"exit status {done.returncode}: {done.stderr.strip().splitlines()[0]}"


def drop_machine_figures(folder):
    summary = folder / "summary.json"
    content = json.loads(summary.read_text())
    for figure in MACHINE_FIGURES:
        content.pop(figure, None)
    summary.write_text(json.dumps(content, indent=1) + "\n")
    for manifest in folder.glob("manifest*"):
        manifest.unlink()  # checksums of the figures above
    return content["state_hash"]


def differences(a, b):
    """Files that one folder lacks or that differ, by name."""
    names = {f.relative_to(d) for d in (a, b) for f in d.rglob("*") if f.is_file()}
    return [str(n) for n in sorted(names)
            if not ((a / n).is_file() and (b / n).is_file() and filecmp.cmp(a / n, b / n, shallow=False))]


def record(args, file, out):
    faults = []
    pods, chips = size_of(args.tinsim, file)
    settings = times_of(chips, file)
    name = file.relative_to(ROOT / "configs").with_suffix("")
    first = None
    for ranks in (n for n in args.ranks if n <= pods):  # a pod is simulated in one process
        folder = out / name / f"ranks_{ranks}"
        shutil.rmtree(folder, ignore_errors=True)
        folder.parent.mkdir(parents=True, exist_ok=True)
        failed = run(args.tinsim, file, ranks, settings, folder)
        if failed:
            faults.append(f"{name} on {ranks} ranks: {failed}")
            continue
        state_hash = drop_machine_figures(folder)
        print(f"{name} ranks {ranks} {state_hash}", flush=True)
        first = first or folder
        faults += [f"{name}: {f} differs between {first.name} and {folder.name}"
                   for f in differences(first, folder)]
        if args.against:
            faults += [f"{name}: {f} differs from the earlier record on {ranks} ranks"
                       for f in differences(args.against / name / f"ranks_{ranks}", folder)]
    return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("tinsim", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--against", type=pathlib.Path, help="an earlier record to compare with")
    parser.add_argument("--ranks", type=int, nargs="+", default=[1, 2, 3])
    parser.add_argument("--only", default="", help="regular expression of configurations")
    args = parser.parse_args()
    args.tinsim = args.tinsim.resolve()
    os.chdir(ROOT)
    files = configurations(args.only)
    faults = [f for file in files for f in record(args, file, args.out.resolve())]
    print("\n".join(faults) if faults else f"{len(files)} configurations, all equal")
    return 1 if faults or not files else 0


if __name__ == "__main__":
    sys.exit(main())
