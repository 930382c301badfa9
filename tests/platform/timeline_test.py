#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Timelines as a viewer reads them: the rules of the trace-event format, tracks, sums of words.

Usage: timeline_test.py TINSIM TRACE_CSV. Runs TINSIM on small networks in a temporary folder.
"""
import collections
import csv
import decimal
import json
import pathlib
import subprocess
import sys
import tempfile

CONFIG = """
topology: {kind: pair, hosts_per_tin: 4, terminal_ports_per_host: 1, local_links_per_pair: 2}
tin: {switch: {ports: 6}}
traffic:
  - {pattern: trace, file: %s, loop: false, class: [0, 1, 4]}
run: {warmup_us: 0, measure_us: 10}
"""
ALL = "{timeline: {ports: [all]}, waves: {ports: [all]}, cells: {ports: [all], csv: true, sets: true}}"
NEEDED = {
    "M": {"name", "pid", "args"},
    "X": {"name", "pid", "tid", "ts", "dur", "args"},
    "C": {"name", "pid", "ts", "args"},
    "i": {"name", "pid", "tid", "ts", "s"},
}


def run(program, folder, trace, *overrides):
    config = folder / "config.yaml"
    config.write_text(CONFIG % trace)
    out = folder / f"out{len(list(folder.iterdir()))}"
    command = [program, "run", str(config), "--quiet", "--out", str(out)]
    for override in overrides:
        command += ["--set", override]
    subprocess.run(command, check=True)
    return out


def load(out):
    """Numbers with a point as decimals: what is compared must not be rounded."""
    return json.loads((out / "timeline.json").read_text(), parse_float=decimal.Decimal)


def faults(document):
    """What a viewer would stumble on."""
    found = []
    tracks = collections.defaultdict(list)
    threads = {}
    for event in document["traceEvents"]:
        missing = NEEDED.get(event.get("ph"), {"ph"}) - event.keys()
        if missing:
            found.append(f"{event}: lacks {missing}")
            continue
        if event["ph"] == "M":
            threads[event.get("tid")] = event["pid"]
            continue
        if event["ts"] < 0:
            found.append(f"{event}: negative time")
        if event["ph"] in "Xi" and threads.get(event["tid"]) != event["pid"]:
            found.append(f"{event}: thread without a name, or of another process")
        if event["ph"] == "C" and not all(v >= 0 for v in event["args"].values()):
            found.append(f"{event}: negative level")
        if event["ph"] == "i" and event["s"] not in ("g", "p", "t"):
            found.append(f"{event}: unknown scope")
        if event["ph"] == "X":
            if event["dur"] <= 0:
                found.append(f"{event}: no duration")
            tracks[event["tid"]].append((event["ts"], event["ts"] + event["dur"]))
    for slices in tracks.values():
        slices.sort()
        found += [f"slices overlap: {a} {b}" for a, b in zip(slices, slices[1:]) if b[0] < a[1]]
    return found


def thread_names(document):
    return {e["tid"]: e["args"]["name"] for e in document["traceEvents"]
            if e["ph"] == "M" and e["name"] == "thread_name"}


def words_by_track(document):
    names = thread_names(document)
    words = collections.Counter()
    for e in document["traceEvents"]:
        if e["ph"] == "X":
            words[e["pid"] - 1, names[e["tid"]]] += e["args"]["words"]
    return words


def words_in_table(out):
    words = collections.Counter()
    with open(out / "ports.csv", newline="", encoding="utf-8") as table:
        for row in csv.DictReader(table):
            words[int(row["chip"]), f"port{row['port']} rx"] += int(row["words"])
    return words


def check_words(out, document):
    """All cells have left the FIFOs by the end, so a port's slices are the words of its table row."""
    table, slices = words_in_table(out), words_by_track(document)
    received = {k: v for k, v in slices.items() if k[1].endswith("rx")}
    assert sum(table.values()) > 1000, table
    assert received == dict(table), (received, table)
    # The cells that leave the chips are those that entered.
    sent = sum(v for k, v in slices.items() if k[1].endswith("tx"))
    assert sent == sum(table.values()), (sent, table)


def check_durations(document):
    for e in document["traceEvents"]:
        if e["ph"] == "X":  # 400 MHz: 2.5 ns a word
            assert e["dur"] == e["args"]["words"] * decimal.Decimal("0.0025"), e
            assert e["ts"] == e["args"]["cycle"] * decimal.Decimal("0.0025"), e


def check_counters(document):
    """Occupancy ends at nothing and credit at what it began with, for all cells are delivered."""
    tracks = collections.defaultdict(list)
    for e in document["traceEvents"]:
        if e["ph"] == "C":
            tracks[e["pid"], e["name"]].append(e["args"]["words"])
    assert any("occupancy" in name for _, name in tracks)
    assert any("available" in name for _, name in tracks)
    for (_, name), values in tracks.items():
        assert values[0] == values[-1], (name, values)
        assert "occupancy" not in name or (values[0] == 0 and max(values) > 0), (name, values)


def state_hash(out):
    return json.loads((out / "summary.json").read_text())["state_hash"]


def main():
    program, trace = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        out = run(program, folder, trace, "trace=" + ALL)
        document = load(out)
        assert document["displayTimeUnit"] == "ns"
        assert not faults(document), faults(document)[:5]
        check_words(out, document)
        check_durations(document)
        check_counters(document)

        # The checks can fail: a slice longer than its cell, a lost slice, a nameless thread.
        slices = [e for e in document["traceEvents"] if e["ph"] == "X"]
        planted = json.loads(json.dumps(document, default=float))
        for e in planted["traceEvents"]:
            if e["ph"] == "X":
                e["dur"] += 1
        assert any("overlap" in f for f in faults(planted))
        assert faults({"traceEvents": [e for e in document["traceEvents"] if e["ph"] != "M"]})
        document["traceEvents"].remove(slices[0])
        try:
            check_words(out, document)
        except AssertionError:
            pass
        else:
            raise SystemExit("a lost slice was not noticed")

        # Traces change nothing.
        assert state_hash(out) == state_hash(run(program, folder, trace))

        # A timeline of nothing is one still; one of a part holds that part.
        empty = load(run(program, folder, trace, "trace=" + ALL, "trace.from_us=9.9"))
        assert not faults(empty) and not any(e["ph"] == "X" for e in empty["traceEvents"])
        part = load(run(program, folder, trace, "trace=" + ALL, "trace.timeline.ports=[pod0.tin1.port0]",
                        "trace.from_us=1", "trace.to_us=2"))
        assert not faults(part)
        assert set(thread_names(part).values()) == {"port0 tx", "port0 rx"}
        times = [e["ts"] for e in part["traceEvents"] if e["ph"] != "M"]
        assert times and min(times) >= 1 and max(times) < 2, (min(times), max(times))


if __name__ == "__main__":
    main()
