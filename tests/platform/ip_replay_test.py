#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""configs/ip_replay.yaml run by the program, and its capture read by tshark: what leaves is what entered, one hop
later.

Usage: ip_replay_test.py TINSIM SOURCE_DIR. Exit status 77 without tshark.
"""
import collections
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

TINSIM, SOURCE = sys.argv[1], pathlib.Path(sys.argv[2])
CONFIG = SOURCE / "configs/ip_replay.yaml"
SETTINGS = ["ip.defragment:FALSE", "ipv6.defragment:FALSE", "ip.check_checksum:TRUE",
            "eth.check_fcs:TRUE", "tcp.desegment_tcp_streams:FALSE"]
PLACE = ["frame.interface_name", "frame.packet_flags_direction", "frame.time_epoch", "vlan.id",
         "eth.fcs.status", "ip.checksum.status"]
# Fields that identify a packet; transport checksums cover its data.
PACKET = ["ip.src", "ip.dst", "ip.len", "ip.id", "ip.frag_offset", "ipv6.src", "ipv6.dst",
          "ipv6.plen", "ipv6.flow", "udp.checksum", "tcp.checksum", "tcp.seq_raw", "icmpv6.checksum",
          "data.data"]
HOPS = ["ip.ttl", "ipv6.hlim"]
AS_THEY_CAME = ("mac6", "cpu0")  # frames without IP, and packets that end in a control processor


def tinsim(*arguments):
    return subprocess.run([TINSIM, "run", CONFIG, *map(str, arguments)], capture_output=True,
                          text=True, timeout=250, check=False)


def captured_run(out):
    done = tinsim("--out", out, "--set", "ip.capture.ports=all", "--set", "ip.capture.with_fcs=true")
    assert done.returncode == 0, done.stderr
    return done.stdout


def tshark(path, fields):
    words = [word for setting in SETTINGS for word in ("-o", setting)]
    words += [word for field in fields for word in ("-e", field)]
    out = subprocess.run(["tshark", "-r", path, *words, "-T", "fields", "-E", "occurrence=f"],
                         check=True, capture_output=True, text=True).stdout
    return [dict(zip(fields, line.split("\t"))) for line in out.split("\n")[:-1]]


class Replay(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        out = pathlib.Path(cls.folder.name) / "a"
        cls.table = captured_run(out)
        cls.capture = out / "frames.pcapng"
        cls.frames = json.loads((out / "summary.json").read_text())["ip"]["frames"]
        cls.rows = tshark(cls.capture, PLACE + PACKET + HOPS)
        cls.entered, cls.left = ([row for row in cls.rows
                                  if int(row["frame.packet_flags_direction"], 0) == way]
                                 for way in (1, 2))

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_all_that_enters_leaves(self):
        self.assertEqual(self.frames["ip"] + self.frames["encapsulated"], 132)
        self.assertEqual(self.frames["left"], 132)
        self.assertEqual(self.frames["malformed"], {})
        self.assertEqual((len(self.entered), len(self.left)), (132, 132))
        self.assertIn("encapsulated", self.table)

    def test_wireshark_sees_the_same_packets_on_both_sides(self):
        def hops(row, less):
            return tuple(row[name] and int(row[name]) - less for name in HOPS)

        def packets(rows):
            return collections.Counter(
                tuple(row[name] for name in PACKET)
                + hops(row, -1 if row in self.left and row["frame.interface_name"] not in AS_THEY_CAME else 0)
                for row in rows)
        self.assertGreater(len(packets(self.entered)), 100)
        self.assertEqual(packets(self.entered), packets(self.left))

    def test_every_check_sequence_and_checksum_is_good(self):
        self.assertEqual({row["eth.fcs.status"] for row in self.rows}, {"1"})
        self.assertLessEqual({row["ip.checksum.status"] for row in self.rows}, {"", "1"})

    def test_ports_and_tags_are_as_configured(self):
        self.assertEqual({row["frame.interface_name"] for row in self.entered}, {"host1", "mac2"})
        for row in self.left:
            if row["frame.interface_name"] == "mac6":
                continue  # as it came
            self.assertEqual(row["vlan.id"], "100")
            where = {"10.0.0.1": "host1", "10.1.3.1": "host15", "fd00::1": "host1",
                     "fd00::1:3:1": "host15"}.get(row["ip.dst"] or row["ipv6.dst"], "cpu0")
            self.assertEqual(row["frame.interface_name"], where)
        times = [row["frame.time_epoch"] for row in self.rows]
        self.assertEqual(times, sorted(times, key=float))

    def test_another_run_writes_the_same_octets(self):
        out = pathlib.Path(self.folder.name) / "b"
        captured_run(out)
        self.assertEqual((out / "frames.pcapng").read_bytes(), self.capture.read_bytes())

    def test_a_capture_needs_a_folder(self):
        done = tinsim("--set", "ip.capture.ports=all")
        self.assertEqual(done.returncode, 2)
        self.assertIn("ip.capture: writes files into the result folder; expected --out DIR",
                      done.stderr)


if __name__ == "__main__":
    if shutil.which("tshark") is None:
        print("tshark not found: skipped")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])
