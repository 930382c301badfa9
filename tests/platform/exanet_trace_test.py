#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Traces of runs with ExaNet nodes: the capture by tshark is the table, frames have their length,
timeline and waves show the same words, and a trace changes no result.

Usage: exanet_trace_test.py TINSIM SOURCE_DIR
"""
import collections
import csv
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import gnet_capture as gc

TINSIM, SOURCE = sys.argv[1], pathlib.Path(sys.argv[2])
SCRIPT = SOURCE / "scripts/wireshark/exanet.lua"
LINE_CYCLES, PERIOD_PS = 20, 6400  # of 156.25 MHz
MESH = """
chip: exanet
topology: {kind: mesh, dims: [2, 2], tins_per_pod: 2, hosts_per_tin: 2}
exanet: {line_cycles: 20, bit_error_rate: 2.0e-5}
traffic: [{pattern: uniform, load: 0.2, packet_bytes: [0, 16, 256, 512]}]
run: {warmup_us: 1, measure_us: 60}
"""
# Column of the table -> field of the dissector.
SAME = {"first_cycle": "exanet.cycle", "chip": "exanet.chip", "port": "exanet.port",
        "vc": "exanet.vc", "damaged": "exanet.damaged"}
HEADER = {"dst": "exanet.dst", "src": "exanet.src", "bytes": "exanet.bytes", "kind": "exanet.use",
          "tag": "exanet.tag", "address": "exanet.address"}
OTHER = ["frame.interface_name", "frame.time_epoch", "frame.len", "exanet.kind", "exanet.word",
         "exanet.crc_ok", "exanet.credit.crc_ok"]


def run(out, *settings):
    config = out.parent / "mesh.yaml"
    config.write_text(MESH, encoding="utf-8")
    arguments = [TINSIM, "run", config, "--quiet", "--out", out]
    for setting in settings:
        arguments += ["--set", setting]
    done = subprocess.run(arguments, capture_output=True, text=True, timeout=200, check=False)
    assert done.returncode == 0, done.stderr
    return out


def table(path):
    with open(path, encoding="utf-8") as rows:
        return list(csv.DictReader(rows))


class Traces(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        top = pathlib.Path(cls.folder.name)
        cls.plain = run(top / "plain")
        cls.out = run(top / "traced", "trace.cells={ports: all, csv: true, sets: true}",
                      "trace.timeline.ports=all", "trace.waves.ports=all")
        ports = subprocess.run([TINSIM, "topology", top / "mesh.yaml", "--format", "csv"],
                               capture_output=True, text=True, check=True).stdout.splitlines()
        cls.lines = [row for row in csv.DictReader(ports) if row["kind"] in ("local", "global")]
        cls.packets, cls.sets = table(cls.out / "cells.csv"), table(cls.out / "cells_sets.csv")
        # tshark gives an empty field the text "".
        cls.records = gc.read_fields(SCRIPT, cls.out / "cells.pcapng",
                                     [*SAME.values(), *HEADER.values(), *OTHER])

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def of_kind(self, kind):
        return [r for r in self.records if int(r["exanet.kind"]) == kind]

    def is_of_line(self, row):
        return (row["chip"], row["port"]) in {(line["chip"], line["port"]) for line in self.lines}

    def test_a_trace_changes_no_result(self):
        for name in ("links.csv", "ports.csv", "latency.csv", "batches.csv"):
            self.assertEqual((self.plain / name).read_bytes(), (self.out / name).read_bytes(), name)
        hashes = [json.loads((out / "summary.json").read_text())["state_hash"]
                  for out in (self.plain, self.out)]
        self.assertEqual(hashes[0], hashes[1])

    def test_the_dissected_packets_are_those_of_the_table(self):
        self.assertGreater(len(self.packets), 400)
        records = self.of_kind(0)
        self.assertEqual(len(records), len(self.packets))
        for record, row in zip(records, self.packets):
            for column, name in SAME.items():
                self.assertEqual(int(record[name], 0), int(row[column]), row)
            self.assertEqual(record["frame.interface_name"],
                             f"pod{row['pod']}.tin{row['tin']}.port{row['port']}")
            seconds, nanoseconds = record["frame.time_epoch"].split(".")
            picoseconds = int(row["last_cycle"]) * PERIOD_PS
            self.assertEqual(int(seconds) * 10**9 + int(nanoseconds), picoseconds // 1000)
            self.assertEqual(row["time_ns"], f"{picoseconds // 1000}.{picoseconds % 1000:03}")
            if row["damaged"] == "1":
                continue
            self.assertEqual(record["exanet.crc_ok"], "1")
            # One wrong bit of a header is corrected in the table, not in the capture.
            differ = [c for c, name in HEADER.items()
                      if record[name] != row[c] and int(record[name], 0) != int(row[c])]
            self.assertLessEqual(len(differ), 1, row)

    def test_damaged_packets_are_noticed(self):
        damaged = sum(row["damaged"] == "1" for row in self.packets)
        summary = json.loads((self.out / "summary.json").read_text())["exanet"]
        self.assertGreater(summary["crc_errors"], 0)
        # Each is seen on the line that struck it and on all behind, and where it is read.
        self.assertGreaterEqual(damaged, 2 * summary["crc_errors"])
        bad = sum(r["exanet.crc_ok"] == "0" for r in self.of_kind(0))
        self.assertGreaterEqual(bad, summary["crc_errors"])

    def test_packets_on_lines_are_counted_by_the_run(self):
        self.assertEqual(len(self.lines), 8)
        for link in table(self.out / "links.csv"):
            lines = {(line["chip"], line["port"]) for line in self.lines
                     if line["kind"] == link["kind"]}
            self.assertEqual(len(lines), int(link["directions"]))
            seen = sum((row["chip"], row["port"]) in lines for row in self.packets)
            # One of each line may be on its way; frames that were struck are none here.
            struck = sum(row["name"] == "stray" for row in self.sets)
            self.assertLessEqual(seen, int(link["cells_sent"]))
            self.assertGreaterEqual(seen, int(link["cells_sent"]) - len(lines) - struck)

    def test_frames_have_the_length_of_the_format(self):
        shortest = {}
        for row in self.packets:
            words = (int(row["bytes"]) + 15) // 16
            cycles = int(row["last_cycle"]) - int(row["first_cycle"]) + 1
            on_line = self.is_of_line(row)
            if row["damaged"] == "1":
                continue
            expected = 2 + 2 * (words + 2) if on_line else words + 2
            self.assertGreaterEqual(cycles, expected, row)
            shortest[on_line, words] = min(cycles - expected, shortest.get((on_line, words), 99))
        self.assertEqual(set(shortest), {(line, words) for line in (True, False)
                                         for words in (0, 1, 16, 32)})
        self.assertEqual(set(shortest.values()), {0})

    def test_credit_words_follow_packets(self):
        words = self.of_kind(1) + self.of_kind(2)
        self.assertEqual(len(words), len(self.sets))
        credits = [row for row in self.sets if row["name"] == "credit"]
        self.assertGreater(len(credits), 200)
        for record, row in zip(self.of_kind(1), credits):
            self.assertEqual(int(record["exanet.word"], 16), int(row["word"], 16))
            self.assertEqual(record["exanet.credit.crc_ok"], "0" if row["damaged"] == "1" else "1")
        sent = {(r["chip"], r["port"], int(r["first_cycle"])) for r in credits}
        missing = [row for row in self.packets if self.is_of_line(row) and
                   (row["chip"], row["port"], int(row["last_cycle"]) + 1) not in sent]
        # A credit word that was struck may look like another word; one may come after the end.
        stray = sum(row["name"] == "stray" for row in self.sets)
        self.assertLessEqual(len(missing), stray + 8)

    def test_the_far_end_receives_what_was_sent_a_line_later(self):
        events = json.loads((self.out / "timeline.json").read_text())["traceEvents"]
        names = {e["tid"]: e["args"]["name"] for e in events if e["name"] == "thread_name"}
        processes = {e["pid"]: e["args"]["name"] for e in events if e["name"] == "process_name"}
        seen = collections.defaultdict(list)
        for event in events:
            if event["ph"] == "X":
                thread = processes[event["pid"]], names[event["tid"]]
                seen[thread].append((event["args"]["cycle"], event["name"], event["args"]["seq"]))
        tins = self.names_of_chips()
        for link in self.lines:
            sent = seen[tins[link["chip"]], f"port{link['port']} tx"]
            received = seen[tins[link["peer_chip"]], f"port{link['peer_port']} rx"]
            self.assertGreater(len(received), 20)
            late = [(cycle + LINE_CYCLES, *rest) for cycle, *rest in sent]
            self.assertEqual(late[:len(received)], received)

    def names_of_chips(self):
        return {row["chip"]: f"pod{row['pod']}.tin{row['tin']}" for row in self.packets}

    @unittest.skipUnless(shutil.which("fst2vcd"), "fst2vcd is not installed")
    def test_waves_show_each_word_of_a_line(self):
        vcd = subprocess.run(["fst2vcd", self.out / "waves.fst"], capture_output=True, text=True,
                             check=True).stdout.splitlines()
        link = self.lines[0]
        scope = [*self.names_of_chips()[link["chip"]].split("."), f"port{link['port']}"]
        code, scopes = None, []
        for line in vcd:
            words = line.split()
            if words[:1] == ["$scope"]:
                scopes.append(words[2])
            elif words[:1] == ["$upscope"]:
                scopes.pop()
            elif words[:1] == ["$var"] and words[4] == "tx_valid" and scopes[-3:] == scope:
                code = words[3]
        self.assertIsNotNone(code)
        now, since, cycles = 0, None, 0
        for line in vcd[vcd.index("$enddefinitions $end"):]:
            if line.startswith("#"):
                now = int(line[1:])
            elif line == "1" + code:
                since = now
            elif line == "0" + code and since is not None:
                cycles += (now - since) // PERIOD_PS
                since = None
        key = link["chip"], link["port"]
        words = sum(2 + 2 * ((int(r["bytes"]) + 15) // 16 + 2) for r in self.packets
                    if (r["chip"], r["port"]) == key and r["damaged"] == "0")
        words += sum((r["chip"], r["port"]) == key for r in self.sets)
        self.assertGreater(words, 500)
        # Damaged packets, whose length is not known, and one that the end of the run cut.
        damaged = sum((r["chip"], r["port"]) == key and r["damaged"] == "1" for r in self.packets)
        self.assertGreaterEqual(cycles, words)
        self.assertLessEqual(cycles, words + 70 * (damaged + 1))


class Parts(unittest.TestCase):
    def test_only_the_chosen_ports_and_times(self):
        with tempfile.TemporaryDirectory() as folder:
            out = run(pathlib.Path(folder) / "out",
                      "trace={from_us: 20, to_us: 30, cells: {ports: pod0.tin1.*, csv: true}}")
            rows = table(out / "cells.csv")
            self.assertGreater(len(rows), 10)
            for row in rows:
                self.assertEqual((row["pod"], row["tin"]), ("0", "1"))
                self.assertGreaterEqual(int(row["first_cycle"]) * PERIOD_PS, 20 * 10**6)
                self.assertLess(int(row["last_cycle"]) * PERIOD_PS, 30 * 10**6)
            self.assertFalse((out / "timeline.json").exists())


if __name__ == "__main__":
    gc.require_wireshark()
    unittest.main(argv=sys.argv[:1], verbosity=1)
