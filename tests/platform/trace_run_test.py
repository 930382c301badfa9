#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Captures of runs, read by tshark: every field of every cell is that of the run's table, every
delivery of the run is in it, and a wrong byte is noticed.

Usage: trace_run_test.py TINSIM SOURCE_DIR
"""
import csv
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import gnet_capture as gc

TINSIM, SOURCE = sys.argv[1], pathlib.Path(sys.argv[2])
SCRIPT = SOURCE / "scripts/wireshark/gnet.lua"

# Column of the table -> field of the dissector.
SAME = {
    "cycle": "gnet.cycle", "chip": "gnet.chip", "port": "gnet.port", "dst": "gnet.dst",
    "src": "gnet.src", "len": "gnet.len", "type": "gnet.type", "vc": "gnet.vc", "hop": "gnet.hop",
    "trace": "gnet.trace", "crc": "gnet.crc", "damaged": "gnet.damaged",
    "birth": "gnet.standin.birth", "seq": "gnet.standin.seq"
}
OTHER = ["frame.interface_name", "frame.time_epoch", "frame.len", "gnet.crc_ok", "gnet.dst.pod",
         "gnet.dst.tin", "gnet.dst.ep", "gnet.src.pod", "gnet.src.tin", "gnet.src.ep",
         "_ws.expert.message"]


def tinsim(*arguments):
    return subprocess.run([TINSIM, "run", *map(str, arguments)], capture_output=True, text=True,
                          timeout=200, check=False)


def traced_run(out, config, *settings):
    arguments = [SOURCE / "configs" / config, "--quiet", "--out", out]
    for setting in settings:
        arguments += ["--set", setting]
    done = tinsim(*arguments)
    assert done.returncode == 0, done.stderr
    return out


def first_difference(cell, row):
    """Where a dissected cell differs from the table's row; None where it does not."""
    for column, name in SAME.items():
        if int(cell[name], 0) != int(row[column]):
            return f"{column} {row[column]}, dissected as {cell[name]}"
    expected = {
        "frame.interface_name": f"pod{row['pod']}.tin{row['tin']}.port{row['port']}",
        "frame.len": str(16 + 8 * int(row["len"])),
        "gnet.crc_ok": "1",
        "_ws.expert.message": ""
    }
    for side in ("dst", "src"):
        address = int(row[side])
        for part, value in (("pod", address >> 10), ("tin", address >> 6 & 15), ("ep", address & 63)):
            expected[f"gnet.{side}.{part}"] = str(value)
    for name, value in expected.items():
        if cell[name] != value:
            return f"{name} is {cell[name]}, expected {value}"
    # tshark cuts picoseconds to nanoseconds.
    whole, part = row["time_ns"].split(".")
    seconds, nanoseconds = cell["frame.time_epoch"].split(".")
    if int(seconds) * 10**9 + int(nanoseconds) != int(whole):
        return f"time {cell['frame.time_epoch']}, expected {whole} ns"
    if int(whole) * 1000 + int(part) != 2500 * int(row["cycle"]):
        return f"{row['time_ns']} ns is not cycle {row['cycle']} at 400 MHz"
    return None


class Capture(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.dir = pathlib.Path(cls.folder.name)
        cls.out = traced_run(cls.dir / "all", "dragonfly_4pod.yaml", "trace.cells.ports=all",
                             "trace.cells.csv=true", "run.warmup_us=0.5", "run.measure_us=1.5")
        with open(cls.out / "cells.csv", encoding="utf-8") as table:
            cls.rows = list(csv.DictReader(table))

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_every_field_of_every_cell_is_in_the_table(self):
        self.assertGreaterEqual(len(self.rows), 10_000)
        cells = gc.read_fields(SCRIPT, self.out / "cells.pcapng", [*SAME.values(), *OTHER])
        self.assertEqual(len(cells), len(self.rows))
        for number, (cell, row) in enumerate(zip(cells, self.rows), 1):
            self.assertIsNone(first_difference(cell, row), f"cell {number}")

    def test_a_difference_would_be_seen(self):
        cell = gc.read_fields(SCRIPT, self.out / "cells.pcapng", [*SAME.values(), *OTHER])[0]
        self.assertIsNone(first_difference(cell, self.rows[0]))
        for column in [*SAME, "pod", "tin"]:
            wrong = dict(self.rows[0])
            wrong[column] = str(int(wrong[column]) ^ 1)
            self.assertIsNotNone(first_difference(cell, wrong), column)
        wrong = dict(self.rows[0], time_ns="1" + self.rows[0]["time_ns"])
        self.assertIsNotNone(first_difference(cell, wrong))

    def test_rows_are_sorted_and_cells_on_a_link_do_not_overlap(self):
        keys = [(int(r["cycle"]), int(r["chip"]), int(r["port"])) for r in self.rows]
        self.assertEqual(keys, sorted(keys))
        free = {}
        for row in self.rows:
            link = row["chip"], row["port"]
            self.assertGreaterEqual(int(row["cycle"]), free.get(link, 0))
            free[link] = int(row["cycle"]) + int(row["len"])

    def test_every_delivery_of_the_run_leaves_a_terminal_port(self):
        topology = subprocess.run(
            [TINSIM, "topology", SOURCE / "configs/dragonfly_4pod.yaml", "--format", "csv"],
            capture_output=True, text=True, check=True).stdout.splitlines()
        terminals = {(r["chip"], r["port"]) for r in csv.DictReader(topology)
                     if r["kind"] == "terminal"}
        summary = json.loads((self.out / "summary.json").read_text())
        # Delivered with its last word, which is at the endpoint 3 cycles after the pins.
        delivered = sum((r["chip"], r["port"]) in terminals and
                        int(r["cycle"]) + 3 + int(r["len"]) - 1 < summary["cycles"]
                        for r in self.rows)
        self.assertEqual(delivered, summary["cells"]["delivered"])

    def test_each_cell_is_captured_once_on_each_link_of_its_way(self):
        ways = {}
        for row in self.rows:
            ways.setdefault((row["src"], row["seq"]), []).append(row)
        for way in ways.values():
            hops = [int(row["hop"]) for row in way]
            # The first chip sends it with 11 hops left.
            self.assertEqual(hops, list(range(11, 11 - len(way), -1)))

    def test_capinfos_reads_the_file(self):
        lines = gc.capinfos(self.out / "cells.pcapng")
        general = [re.sub(r":\s+", ": ", line) for line in lines[:30]]
        # 48 chips of 22 local, 8 global and 18 terminal ports.
        for line in ("File type: pcapng", "File encapsulation: user0", "Strict time order: True",
                     f"Number of packets: {len(self.rows)}", "Capture application: tinsim",
                     f"Number of interfaces in file: {48 * (22 + 8 + 18)}"):
            self.assertIn(line, general)
        first = lines[lines.index("Interface #0 info:"):lines.index("Interface #1 info:")]
        for line in ("Name = pod0.tin0.port0", "Description = local link to pod0.tin1.port0",
                     "Time ticks per second = 1000000000000", "Speed = 25600000000"):
            self.assertIn(line, first)

    def test_a_wrong_byte_is_noticed_wherever_it_is(self):
        data = (self.out / "cells.pcapng").read_bytes()
        first = data.index(b"\x01\0\0\x02")  # the pseudo header of the first cell
        words = int(self.rows[0]["len"])
        places = [*range(8), *range(8, 8 * words)]
        noticed = 0
        for at in places:
            broken = bytearray(data[:first + 16 + 8 * words + 4])
            broken[first + 16 + at] ^= 0x10
            path = self.dir / "broken.pcapng"
            path.write_bytes(broken)
            cell = gc.read_fields(SCRIPT, path, ["gnet.crc_ok", "_ws.expert.message"])[0]
            if at < 8:
                self.assertEqual(cell["gnet.crc_ok"], "0", f"byte {at}")
                self.assertIn("CRC-8 is", cell["_ws.expert.message"])
            else:
                self.assertIn("is not what birth and sequence number make it",
                              cell["_ws.expert.message"], f"byte {at}")
            noticed += 1
            if at >= 24:  # one byte of a later word is like another; each costs a tshark
                break
        self.assertEqual(noticed, 25)

    def test_a_capture_without_packets_is_valid(self):
        out = traced_run(self.dir / "late", "pair.yaml", "trace.cells.ports=local",
                         "trace.from_us=1000")
        self.assertEqual(gc.run_tshark(SCRIPT, out / "cells.pcapng"), "")
        lines = [re.sub(r":\s+", ": ", line) for line in gc.capinfos(out / "cells.pcapng")]
        self.assertIn("Number of packets: 0", lines)
        self.assertIn("Number of interfaces in file: 4", lines)

    def test_a_traced_result_can_be_replaced(self):
        out = traced_run(self.dir / "again", "pair.yaml", "trace.cells.ports=local")
        traced_run(out, "pair.yaml")
        self.assertFalse((out / "cells.pcapng").exists())


class Mistakes(unittest.TestCase):
    def expect(self, settings, text):
        arguments = [SOURCE / "configs/pair.yaml"]
        for setting in settings:
            arguments += ["--set", setting]
        done = tinsim(*arguments)
        self.assertEqual(done.returncode, 2)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        self.assertIn(text, done.stderr)

    def test_no_folder(self):
        self.expect(["trace.cells.ports=all"], "trace: writes files into the result folder; expected --out DIR")

    def test_no_such_port(self):
        self.expect(["trace.cells.ports=[local, pod0.tin7.port0]"],
                    "trace.cells.ports.1: 'pod0.tin7.port0' names no port in use")
        self.expect(["trace.cells.ports=everything"],
                    "trace.cells.ports.0: 'everything' is no port selector")


if __name__ == "__main__":
    gc.require_wireshark()
    unittest.main(argv=sys.argv[:1], verbosity=1)
