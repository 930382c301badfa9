#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Paths of traced cells. The captures of runs give paths that equal the event trace of the same run,
which knows each cell; black holes and missing records are named; Wireshark reads every field.

Usage: cell_trace_test.py TINSIM SOURCE_DIR [unittest arguments]
"""
import collections
import csv
import io
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import cell_trace_frames as ct
import gnet_capture as gc

TINSIM, SOURCE = sys.argv[1], pathlib.Path(sys.argv[2])
SCRIPT = SOURCE / "scripts/wireshark/cell_trace.lua"
MATCH_TO_TX = 5  # cycles, docs/explanation/architecture.md

# A pod of four TiNs, and four pods of three, with IP traffic and raw cells.
POD = ("configs/ip_pod.yaml", ["topology.tins_per_pod=4", "ip_traffic.0.gbps=30"])
DRAGONFLY = ("configs/ip_pod.yaml", [
    "topology.pods=4", "topology.tins_per_pod=3", "topology.global_links_per_pair=3",
    "ip_traffic.0.gbps=20", "traffic=[{pattern: uniform, load: 0.3, class: [1]}]"])
TRACED = ["cell_tracing.enabled=true", "cell_tracing.period=4", "cell_tracing.interval_us=2",
          "cell_tracing.from_us=3", "cell_tracing.to_us=12", "cell_tracing.buffer_records=65536",
          "run.warmup_us=0", "run.measure_us=150", "ip.cpu_gbps=25"]


def tinsim(*arguments):
    return subprocess.run([TINSIM, *map(str, arguments)], capture_output=True, text=True,
                          timeout=250, check=False)


def run(out, network, *settings):
    arguments = [SOURCE / network[0], "--quiet", "--out", out]
    for setting in [*network[1], *settings]:
        arguments += ["--set", setting]
    done = tinsim("run", *arguments)
    assert done.returncode == 0, done.stderr
    return out


def paths_of(capture, *options):
    """The hops of each path, as rows of numbers but for `end`."""
    done = tinsim("trace-paths", capture, "--format", "csv", *options)
    assert done.returncode == 0, done.stderr
    paths = collections.defaultdict(list)
    for row in csv.DictReader(io.StringIO(done.stdout)):
        hop = {name: value if name == "end" else int(value) for name, value in row.items()}
        paths[hop["path"]].append(hop)
    return list(paths.values())


def traced_rows(out):
    """Rows of the event trace that have the trace bit."""
    with open(out / "cells.csv", encoding="utf-8") as table:
        return [{name: int(value) for name, value in row.items() if name != "time_ns"}
                for row in csv.DictReader(table) if row["trace"] == "1"]


def cells_of(rows):
    """Cell -> its hops in order of time. (src, dst, type, birth, seq) names a cell as long as it is
    in the network; hops of one path have falling hop counts, so a rising one begins another cell."""
    cells, last = collections.defaultdict(list), {}
    for row in sorted(rows, key=lambda row: row["cycle"]):
        who = tuple(row[name] for name in ("src", "dst", "type", "len", "birth", "seq"))
        number, hop = last.get(who, (0, 99))
        if row["hop"] >= hop:
            number += 1
        last[who] = number, row["hop"]
        cells[who, number].append(row)
    return cells


def place(row):
    return row["pod"], row["tin"], row["out"] if "out" in row else row["port"]


def terminals_of(out):
    topology = tinsim("topology", out / "config.yaml", "--format", "csv").stdout
    return {(int(row["pod"]), int(row["tin"]), int(row["port"]))
            for row in csv.DictReader(io.StringIO(topology)) if row["kind"] == "terminal"}


def disagreement(paths, rows, terminals):
    """Why the paths are not those of the rows; None where they are. A record is the row of its chip,
    output port and VC: there traced cells leave in the order in which they were matched. Terminal
    ports send cells in that order on all VCs."""
    def queue_of(row):
        at = place(row)
        return at, None if at in terminals else row["vc"]
    queues = collections.defaultdict(list)
    for cell, hops in cells_of(rows).items():
        for row in hops:
            queues[queue_of(row)].append((row["cycle"], cell))
    records = collections.defaultdict(list)
    for number, path in enumerate(paths):
        for hop in path:
            records[queue_of(hop)].append((hop["cycle"], number))
    if {k: len(v) for k, v in queues.items()} != {k: len(v) for k, v in records.items()}:
        return "other numbers of cells at a port"
    cell_of = {}
    for key, queue in queues.items():
        for (start, cell), (match, number) in zip(sorted(queue), sorted(records[key])):
            if start < match + MATCH_TO_TX:
                return f"a cell left {key} in cycle {start}, matched in {match}"
            if cell_of.setdefault(number, cell) != cell:
                return f"path {number} has hops of two cells"
    lengths = {number: len(path) for number, path in enumerate(paths)}
    cells = cells_of(rows)
    for number, cell in cell_of.items():
        if lengths[number] != len(cells[cell]):
            return f"path {number} has {lengths[number]} hops, its cell {len(cells[cell])}"
    return None


class Paths(unittest.TestCase):
    """Each traced cell of a run, in a pod and in a Dragonfly."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.dir = pathlib.Path(self.folder.name)

    def check(self, network, cells, hops, *settings):
        out = run(self.dir / "out", network, *TRACED, *settings, "trace.cells.ports=all",
                  "trace.cells.csv=true", "trace.to_us=60")
        paths = paths_of(out / "cell_trace.pcapng")
        rows, terminals = traced_rows(out), terminals_of(out)
        self.assertGreater(len(paths), cells)
        self.assertEqual({path[0]["end"] for path in paths}, {"delivered"})
        self.assertEqual({path[0]["source"] for path in paths}, {1})
        self.assertIsNone(disagreement(paths, rows, terminals))
        self.assertLessEqual(hops, {len(path) for path in paths})
        self.assertEqual({path[0]["type"] for path in paths}, {0, 1, 3})
        # The checker notices a hop that is exchanged with that of another cell, and one that is left out.
        long = [path for path in paths if len(path) > 1]
        long[0][1], long[1][1] = long[1][1], long[0][1]
        self.assertIsNotNone(disagreement(paths, rows, terminals))
        long[0][1], long[1][1] = long[1][1], long[0][1]
        self.assertIsNone(disagreement(paths, rows, terminals))
        hop = long[0].pop()
        self.assertIsNotNone(disagreement(paths, rows, terminals))
        long[0].append(hop)
        text = tinsim("trace-paths", out / "cell_trace.pcapng").stdout
        self.assertIn(f"{len(paths)} paths: {len(paths)} complete;", text)
        self.assertIn("none missing", text)
        self.assertNotIn("BLACK HOLE", text)
        return out, paths

    def test_pod(self):
        _, paths = self.check(POD, 400, {1, 2, 3})
        self.assertTrue(any(hop["hop_cycles"] > 20 for path in paths for hop in path))

    def test_dragonfly(self):
        out, paths = self.check(DRAGONFLY, 1000, {1, 2, 3, 4})
        self.assertEqual({hop["pod"] for path in paths for hop in path}, {0, 1, 2, 3})
        fields = gc.read_fields(SCRIPT, out / "cell_trace.pcapng",
                                ["tintrace.count", "tintrace.time", "_ws.expert.message"])
        self.assertEqual({packet["_ws.expert.message"] for packet in fields}, {""})
        self.assertEqual(sum(int(packet["tintrace.count"]) for packet in fields),
                         sum(len(path) for path in paths))
        self.assertEqual(sorted(int(time) for packet in fields
                                for time in packet["tintrace.time"].split(";")),
                         sorted(hop["cycle"] for path in paths for hop in path))


    def test_whole_packets(self):
        """DATA cells of a packet have its eptr, the answer to an RTS its iptr: docs of the IP cells."""
        out, paths = self.check(DRAGONFLY, 300, {1, 2, 3, 4}, "cell_tracing.unit=packet")
        with open(out / "cells.csv", encoding="utf-8") as table:
            cells = [{name: int(value) for name, value in row.items() if name != "time_ns"}
                     for row in csv.DictReader(table)]
        data = collections.defaultdict(set)
        for cell in cells:
            if cell["type"] == 3 and cell["vc"] // 3 in (4, 9):  # DATA of IP, not raw cells
                data[cell["src"] >> 6, cell["dst"] >> 6, cell["seq"] & 0xffff].add(cell["trace"])
        self.assertEqual({len(bits) for bits in data.values()}, {1})
        self.assertEqual({min(bits) for bits in data.values()}, {0, 1})
        # Each traced packet has one RTS, which is answered.
        self.assertEqual(sum(path[0]["type"] == 0 for path in paths),
                         sum(path[0]["type"] in (1, 2) for path in paths))


class BlackHoles(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.dir = pathlib.Path(self.folder.name)

    @staticmethod
    def holes(out):
        """(TiN, port) -> cells that stopped there."""
        text = tinsim("trace-paths", out / "cell_trace.pcapng").stdout
        return {(tin, int(port)): int(cells) for cells, tin, port in re.findall(
            r"^BLACK HOLE: (\d+) cells were last seen at (\S+) port (\d+), to ", text, re.MULTILINE)}

    @staticmethod
    def lost(out):
        """The same from the simulator's own count of the cells that links lost."""
        with open(out / "links.csv", encoding="utf-8") as table:
            rows = list(csv.DictReader(table))
        lost = {}
        for row in rows:
            cells = sum(int(value) for name, value in row.items() if name.startswith("cells_lost"))
            if cells:
                lost[f"pod{row['pod']}.tin{row['tin']}", int(row["port"])] = cells
        return lost

    def test_a_dark_link_is_named_with_each_cell_that_it_lost(self):
        """All cells are traced, so that the simulator's count is that of the records."""
        out = run(self.dir / "out", POD, *TRACED, "cell_tracing.period=1", "cell_tracing.from_us=0",
                  "cell_tracing.to_us=45",
                  "link.faults=[{links: pod0.tin1.port2, kind: down, at_us: 8, for_us: 2}]",
                  "link.local_m=100")
        holes = self.holes(out)
        self.assertEqual(holes, self.lost(out))
        self.assertGreater(sum(holes.values()), 0)

    def test_a_failed_link_is_named(self):
        out = run(self.dir / "out", POD, *TRACED, "cell_tracing.period=1", "cell_tracing.from_us=0",
                  "cell_tracing.to_us=45", "tin.switch.vcs=32", "link.local_m=100",
                  "failures.events=[{links: pod0.tin1.port2, at_us: 8}]")
        holes = self.holes(out)
        self.assertEqual(holes, self.lost(out))
        self.assertIn(("pod0.tin1", 2), holes)

    def test_the_example_shows_what_its_first_lines_say(self):
        out = run(self.dir / "out", ("configs/cell_tracing.yaml", []))
        holes = set(self.holes(out))
        self.assertTrue(holes and holes <= {("pod1.tin1", 4), ("pod2.tin0", 6)}, holes)
        self.assertIn("none missing", tinsim("trace-paths", out / "cell_trace.pcapng").stdout)
        self.assertEqual({len(path) for path in paths_of(out / "cell_trace.pcapng")},
                         set(range(1, 8)))


class Files(unittest.TestCase):
    """Captures put together by hand, and faulty ones."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.dir = pathlib.Path(self.folder.name)
        self.capture = self.dir / "trace.pcapng"
        config = self.dir / "config.yaml"
        config.write_text("topology: {pods: 1, tins_per_pod: 2, hosts_per_tin: 2, "
                          "terminal_ports_per_host: 9, local_links_per_pair: 1}\n"
                          "ip: {enabled: true}\ncell_tracing: {enabled: true}\n", encoding="utf-8")
        topology = tinsim("topology", config, "--format", "csv").stdout
        rows = list(csv.DictReader(io.StringIO(topology)))
        self.link = next(row for row in rows if row["kind"] == "local")
        self.terminal = min(int(row["port"]) for row in rows if row["kind"] == "terminal")
        self.local = int(self.link["port"])

    def hops(self, cycle, number):
        """Records of a cell from TiN 0 to TiN 1 that enters in `cycle`; `number` gives its length."""
        def word(vc, hop):
            return ct.header_word(ct.address(0, 0, 0), ct.address(0, 1, 0), 2 + number, 3, vc, hop)
        return (ct.record(cycle, ct.address(0, 0), self.terminal, self.local, 13, word(12, 12)),
                ct.record(cycle + 30, ct.address(0, 1), self.local, self.terminal, 13, word(13, 11)))

    def write(self, first, second, **more):
        datagrams = [ct.datagram(ct.address(0, 0), n, 5000 + n, records, marked=4)
                     for n, records in enumerate(first)]
        datagrams += [ct.datagram(ct.address(0, 1), n, 90000 + n, records, **more)
                      for n, records in second]
        ct.write_capture(self.capture, [ct.frame(each) for each in datagrams])
        return tinsim("trace-paths", self.capture)

    def test_whole_paths(self):
        cells = [self.hops(1000 + 100 * n, n) for n in range(4)]
        done = self.write([[a for a, _ in cells]], [(0, [b for _, b in cells])])
        self.assertEqual(done.stderr, "")
        self.assertIn("8 records in 2 datagrams of 2 TiNs, none missing", done.stdout)
        self.assertIn("4 cells traced where they entered; 4 paths begin there", done.stdout)
        self.assertIn("4 paths: 4 complete; 4 delivered, 0 on their way, 0 stopped", done.stdout)
        self.assertIn("#0 0:0:0 > 0:1:0 DATA 2 words: delivered, 75.0 ns", done.stdout)

    def test_a_cell_without_its_second_record_has_stopped(self):
        cells = [self.hops(1000 + 100 * n, n) for n in range(4)]
        done = self.write([[a for a, _ in cells]], [(0, [b for _, b in cells if b != cells[2][1]])])
        self.assertIn("4 paths: 3 complete; 3 delivered, 0 on their way, 1 stopped", done.stdout)
        self.assertIn(f"BLACK HOLE: 1 cells were last seen at pod0.tin0 port {self.local}, to "
                      f"pod0.tin1.port{self.link['peer_port']}, from 3.0000 to 3.0000 us",
                      done.stdout)

    def test_equal_headers_are_told_apart_by_time(self):
        cells = [self.hops(1000 + 100 * n, 0) for n in range(4)]
        done = self.write([[a for a, _ in cells]], [(0, [b for _, b in cells if b != cells[1][1]])])
        self.assertIn("1 stopped", done.stdout)
        self.assertIn("from 2.7500 to 2.7500 us", done.stdout)

    def test_a_missing_datagram_is_said(self):
        cells = [self.hops(1000 + 100 * n, n) for n in range(4)]
        done = self.write([[a for a, _ in cells]], [(0, [cells[0][1]]), (2, [cells[3][1]])])
        self.assertIn("MISSING of pod0.tin1: 1 datagrams, and 0 records", done.stdout)
        self.assertIn("4 paths: 2 complete; 2 delivered, 0 on their way, 0 stopped, 2 unknown",
                      done.stdout)
        self.assertNotIn("BLACK HOLE", done.stdout)

    def test_dropped_records_are_said(self):
        cells = [self.hops(1000 + 100 * n, n) for n in range(4)]
        done = self.write([[a for a, _ in cells]], [(0, [b for _, b in cells[:3]])], dropped=1)
        self.assertIn("MISSING of pod0.tin1: 0 datagrams, and 1 records", done.stdout)
        self.assertIn("1 unknown because records are missing", done.stdout)

    def test_a_chip_that_falls_silent_is_no_black_hole(self):
        """TiN 1 must send a datagram every 2500 cycles, and its last one was sent in cycle 2000."""
        cells = [self.hops(1000 + 1500 * n, n) for n in range(4)]
        first = [(cell[0], 1600 + 1500 * n) for n, cell in enumerate(cells)]

        def write(end):
            sent = [ct.datagram(ct.address(0, 0), n, time, [record], marked=4, silence=2500)
                    for n, (record, time) in enumerate(first)]
            sent.append(ct.datagram(ct.address(0, 0), 4, end, [], marked=4, silence=2500))
            sent.append(ct.datagram(ct.address(0, 1), 0, 2000, [cells[0][1]], silence=2500))
            ct.write_capture(self.capture, [ct.frame(each) for each in sent])
            return tinsim("trace-paths", self.capture, "--wait-us", "1").stdout

        silent = write(7001)
        self.assertIn("SILENT: no datagram after 5.0000 us of pod0.tin1, which sends one in 6.2500 us; "
                      "3 cells were last seen on their way to it", silent)
        self.assertIn("1 delivered, 0 on their way, 0 stopped, 3 unknown", silent)
        self.assertNotIn("BLACK HOLE", silent)
        early = write(7000)
        self.assertNotIn("SILENT", early)
        self.assertIn("1 delivered, 3 on their way, 0 stopped, 0 unknown", early)

    def test_a_datagram_that_arrives_twice_counts_once(self):
        cells = [self.hops(1000 + 100 * n, n) for n in range(4)]
        seconds = [b for _, b in cells]
        done = self.write([[a for a, _ in cells]], [(0, seconds), (0, seconds)])
        self.assertIn("4 paths: 4 complete", done.stdout)

    def test_a_path_without_its_beginning_is_said(self):
        done = self.write([], [(0, [self.hops(1000, 0)[1]])])
        self.assertIn("delivered, first records missing", done.stdout)
        self.assertIn("1 paths: 0 complete; 1 delivered", done.stdout)

    def refused(self, *texts):
        done = tinsim("trace-paths", self.capture)
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stdout, "")
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        for text in (str(self.capture), "expected", *texts):
            self.assertIn(text, done.stderr)

    def test_faulty_files_are_refused_in_one_line(self):
        good = ct.frame(ct.datagram(0, 0, 5000, [self.hops(1000, 0)[0]]))
        ct.write_capture(self.capture, [good])
        whole = self.capture.read_bytes()
        self.assertEqual(tinsim("trace-paths", self.capture).returncode, 0)
        for size in (0, 3, 40, len(whole) - 30):
            self.capture.write_bytes(whole[:size])
            self.refused()
        self.capture.write_bytes(b"no capture, but long enough to be one")
        self.refused("capture")
        self.capture.unlink()
        self.refused("cannot be opened")
        ct.write_capture(self.capture, [])
        self.refused("no trace records among 0 packets")
        ct.write_capture(self.capture, [ct.frame(b"x" * 40)])
        self.refused("packet 1", "40 octets to UDP port 40400")
        ct.write_capture(self.capture, [good], link_type=gc.LINK_TYPE_USER0)
        self.refused("link type")
        word = ct.header_word(0, 64, 2, 3, 12, 12)
        for tin, port_in, port_out in ((ct.address(3, 0), 0, 0), (0, 60, 0), (0, 0, 255)):
            record = ct.record(1000, tin, port_in, port_out, 13, word)
            ct.write_capture(self.capture, [ct.frame(ct.datagram(0, 0, 5000, [record]))])
            self.refused("the network has not")

    def test_mutants_of_a_capture_end_in_paths_or_in_one_line(self):
        cells = [self.hops(1000 + 100 * n, n) for n in range(4)]
        self.write([[a for a, _ in cells]], [(0, [b for _, b in cells])])
        whole, state = self.capture.read_bytes(), 12345
        for _ in range(60):
            octets = bytearray(whole)
            for _ in range(4):
                state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
                octets[(state >> 33) % len(octets)] = state >> 24 & 255
            self.capture.write_bytes(octets)
            done = tinsim("trace-paths", self.capture)
            self.assertIn(done.returncode, (0, 2), done.stderr)
            self.assertEqual(len(done.stderr.splitlines()), done.returncode // 2)

    def test_without_a_network_the_option_is_named(self):
        other = self.dir / "elsewhere"
        other.mkdir()
        ct.write_capture(other / "t.pcapng", [])
        done = tinsim("trace-paths", other / "t.pcapng")
        self.assertEqual(done.returncode, 2)
        self.assertIn("--network", done.stderr)


class Dissector(unittest.TestCase):
    FIELDS = ["version", "count", "tin", "sequence", "sent", "dropped", "marked", "silence", "time", "at", "in",
              "out", "vc", "word", "dst", "src", "len", "type", "vc_in", "hop", "bit", "crc"]

    def dissect(self, payload):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "one.pcapng"
            ct.write_capture(path, [ct.frame(payload)])
            names = [f"tintrace.{name}" for name in self.FIELDS]
            fields = gc.read_fields(SCRIPT, path, [*names, "_ws.expert.message", "_ws.col.Info"])[0]
        self.experts, self.info = fields.pop("_ws.expert.message"), fields.pop("_ws.col.Info")
        return {name: [int(v, 0) for v in fields[f"tintrace.{name}"].split(";") if v]
                for name in self.FIELDS}

    def test_every_field(self):
        word = ct.header_word(ct.address(2, 15, 13), ct.address(4, 8, 52), 20, 3, vc=12, hop=11)
        records = [ct.record(2**47 + 5, ct.address(0, 1), 33, 6, 13, word),
                   ct.record(7, ct.address(0, 1), 61, 1, 14, word)]
        found = self.dissect(ct.datagram(ct.address(0, 1), 7, 2**40 + 1, records, 5, 9, silence=11))
        self.assertEqual(found, {
            "version": [2], "count": [2], "tin": [64], "sequence": [7], "sent": [2**40 + 1],
            "dropped": [5], "marked": [9], "silence": [11], "time": [2**47 + 5, 7], "at": [64, 64], "in": [33, 61],
            "out": [6, 1], "vc": [13, 14], "word": [word] * 2, "dst": [0x1234] * 2,
            "src": [0x0BCD] * 2, "len": [20] * 2, "type": [3] * 2, "vc_in": [12] * 2,
            "hop": [11] * 2, "bit": [1] * 2, "crc": [word >> 56] * 2})
        self.assertEqual(self.experts, "")
        self.assertEqual(self.info, "pod0.tin1: datagram 7, 2 records, 5 dropped so far")

    def test_faults_are_marked(self):
        word = ct.header_word(0, 64, 2, 3, 12, 12, trace=0)
        good = ct.datagram(0, 0, 0, [ct.record(1, 0, 0, 0, 0, word)])
        self.dissect(good)
        self.assertIn("no trace bit", self.experts)
        self.dissect(good[:-1])
        self.assertIn("Length", self.experts)
        self.dissect(b"\x03" + good[1:])
        self.assertIn("Unknown version", self.experts)
        self.dissect(good[:20])
        self.assertIn("Length", self.experts)


if __name__ == "__main__":
    gc.require_wireshark()
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]], verbosity=2)
