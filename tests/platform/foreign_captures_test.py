#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Captures as other programs write them, replayed through a Dragonfly of two pods: frames made by scapy, files in
every form that capture programs have, the result read by tshark and scapy.

Usage: foreign_captures_test.py TINSIM. Exit status 77 without scapy, tshark or editcap.
"""
import collections
import json
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest

from capture_forms import pcap, pcapng, two_link_types, uncommon_pcapng
from foreign_frames import LARGEST, LLDPDU, all_frames, changed, fcs

if LLDPDU is not None:
    from scapy.all import IP, Ether, RawPcapNgReader

TINSIM = sys.argv[1]


def flow_of(ip):
    """Addresses and, for UDP and TCP that are no fragments, ports. Enough: others never share both here."""
    if ip[0] >> 4 == 6:
        return ip[8:40], ip[6], ip[40:44] if ip[6] in (6, 17) else b""
    header = 4 * (ip[0] & 15)
    whole = not struct.unpack(">H", ip[6:8])[0] & 0x3FFF
    return ip[12:20], ip[9], ip[header:header + 4] if whole and ip[9] in (6, 17) else b""


def port_of(ip):
    dst = ip[24:40] if ip[0] >> 4 == 6 else ip[16:20]
    return {1: "host15", 2: "mac7"}[dst[-1]]


def by_flow(packets):
    flows = collections.defaultdict(list)
    for packet in packets:
        flows[flow_of(packet)].append(packet)
    return dict(flows)


def time_to_live(ip):
    return ip[7 if ip[0] >> 4 == 6 else 8]


def after_one_hop(ip):
    """The packet with a time to live that is one less, and its header checksum made again (RFC 1071)."""
    octets = bytearray(ip)
    if octets[0] >> 4 == 6:
        octets[7] -= 1
        return bytes(octets)
    octets[8] -= 1
    octets[10:12] = bytes(2)
    header = 4 * (octets[0] & 15)
    total = sum(struct.unpack(f">{header // 2}H", octets[:header])) % 0xFFFF
    octets[10:12] = (0xFFFF - (total or 0xFFFF)).to_bytes(2, "big")
    return bytes(octets)


def ip_in(frame):
    """What scapy finds in a frame that has left: without padding."""
    packet = Ether(frame)
    layer = packet.getlayer(1)
    octets = bytes(frame)[14:]
    return octets[:layer.len if isinstance(layer, IP) else 40 + layer.plen]


class Captures(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.frames = all_frames()

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name)

    def run_file(self, name, port="host: 1", replay="", ip=""):
        config = self.path / "c.yaml"
        config.write_text(f"""
topology: {{kind: dragonfly, pods: 2, tins_per_pod: 4, hosts_per_tin: 2, global_links_per_pair: 4}}
ip:
  enabled: true
  payload: carried
  max_frame_bytes: 16365
  non_ip: encapsulate
  non_ip_to: mac6
  replay: [{{{port}, file: {name}{replay}}}]
  capture: {{ports: all, with_fcs: true}}
{ip}
run: {{warmup_us: 0, measure_us: 400}}
""", encoding="utf-8")
        out = self.path / "out"
        shutil.rmtree(out, ignore_errors=True)
        done = subprocess.run([TINSIM, "run", config, "--quiet", "--out", out], capture_output=True, text=True,
                              timeout=200, check=False)
        return done, out

    def counts(self, out):
        return json.loads((out / "summary.json").read_text())["ip"]["frames"]

    def check(self, name, frames, **options):
        """What leaves is what entered, one hop later, read by tshark (where, and whether it is sound) and scapy (octets)."""
        done, out = self.run_file(name, **options)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        words = ["-o", "eth.check_fcs:TRUE", "-o", "ip.check_checksum:TRUE", "-o", "ip.defragment:FALSE", "-T", "fields"]
        for field in ("frame.interface_name", "frame.packet_flags_direction", "eth.fcs.status"):
            words += ["-e", field]
        rows = subprocess.run(["tshark", "-r", out / "frames.pcapng", *words, "-E", "occurrence=f"], check=True,
                              capture_output=True, text=True).stdout.split("\n")[:-1]
        reader = RawPcapNgReader(str(out / "frames.pcapng"))
        octets = [raw for raw, _ in reader]
        reader.close()
        self.assertEqual(len(rows), len(octets))
        left = collections.defaultdict(list)
        for row, frame in zip(rows, octets):
            port, way, status = row.split("\t")
            if int(way, 0) == 2:
                self.assertNotEqual(status, "0")
                left[port].append(frame)
        good = [frame for frame in frames if frame.fault is None]
        for port in ("host15", "mac7"):
            sent = [after_one_hop(frame.ip) for frame in good
                    if frame.ip is not None and time_to_live(frame.ip) > 1 and port_of(frame.ip) == port]
            self.assertEqual(by_flow(ip_in(frame) for frame in left[port]), by_flow(sent), port)
        others = collections.Counter(fcs(frame.octets) for frame in good if frame.ip is None)
        self.assertEqual(collections.Counter(left["mac6"]), others)  # each of a flow of its own
        counts = self.counts(out)
        expired = sum(frame.ip is not None and time_to_live(frame.ip) < 2 for frame in good)
        self.assertEqual(expired, sum(frame.name == "igmp" for frame in good))
        self.assertEqual(json.loads((out / "summary.json").read_text())["ip"]["packets_lost"]["expired"], expired)
        self.assertEqual(counts["left"], len(good) - expired)
        faults = collections.Counter(frame.fault for frame in frames if frame.fault)
        self.assertEqual(counts["malformed"], dict(faults))
        return counts

    def write(self, name, content):
        (self.path / name).write_bytes(content)
        return name

    def test_frames_are_what_they_should_be(self):
        self.assertGreaterEqual(len(self.frames), 75)
        self.assertEqual(max(len(frame.ip or b"") for frame in self.frames), LARGEST)
        self.assertEqual(len({frame.name for frame in self.frames}), len(self.frames))

    def test_every_form_of_pcap(self):
        for order in "<>":
            for nanoseconds in (False, True):
                with self.subTest(order=order, nanoseconds=nanoseconds):
                    self.check(self.write("a.pcap", pcap(self.frames, order, nanoseconds)), self.frames)

    def test_every_form_of_pcapng(self):
        for order in "<>":
            with self.subTest(order=order):
                self.check(self.write("a.pcapng", pcapng(self.frames, order)), self.frames)

    def test_blocks_that_few_programs_write(self):
        for name, content in uncommon_pcapng(self.frames):
            with self.subTest(name=name):
                self.check(self.write("a.pcapng", content), self.frames)
        done, _ = self.run_file(self.write("a.pcapng", two_link_types(self.frames)))
        self.assertEqual(done.returncode, 2)
        self.assertIn("an interface has a type 113 different from the type of the first interface", done.stderr)

    def test_records_without_a_header(self):
        whole = pcap(self.frames)
        for octets in (b"", bytes(13)):
            whole += struct.pack("<IIII", 1_700_000_000, 500, len(octets), len(octets)) + octets
        counts = self.check(self.write("a.pcap", whole), self.frames)
        self.assertEqual(counts["unreadable"], {"without_header": 2})

    def test_files_of_editcap(self):
        for kind in ("pcapng", "nsecpcap", "modpcap"):
            with self.subTest(kind=kind):
                self.write("a.pcap", pcap(self.frames, nanoseconds=True))
                subprocess.run(["editcap", "-F", kind, self.path / "a.pcap", self.path / "b"], check=True)
                self.check("b", self.frames)

    @unittest.skipIf(shutil.which("mergecap") is None, "mergecap not found")
    def test_merged_captures_of_other_snapshot_lengths(self):
        self.write("a.pcap", pcap(self.frames[:40], snaplen=65535))
        self.write("b.pcap", pcap(self.frames[40:], snaplen=20000, first=40))
        subprocess.run(["mergecap", "-a", "-w", self.path / "m.pcapng", self.path / "a.pcap", self.path / "b.pcap"],
                       check=True)
        self.check("m.pcapng", self.frames)

    def test_into_a_mac_with_flow_control(self):
        name = self.write("a.pcap", pcap(self.frames))
        self.check(name, self.frames, port="mac: 2")
        self.check(name, self.frames, port="mac: 2", ip="  mac: {flow_control: pause}")

    def test_with_fcs(self):
        with_fcs = [frame._replace(octets=fcs(frame.octets)) for frame in self.frames]
        name = self.write("a.pcap", pcap(with_fcs, linktype=0x24000001))
        self.check(name, self.frames)
        name = self.write("a.pcapng", pcapng(with_fcs))
        self.check(name, self.frames, replay=", fcs: present")
        wrong = [frame._replace(octets=frame.octets[:-1] + bytes([frame.octets[-1] ^ 1]), ip=None, fault="bad_fcs")
                 if frame.name in ("udp", "jumbo", "arp") else frame for frame in with_fcs]
        name = self.write("a.pcap", pcap(wrong, linktype=0x24000001))
        stripped = [frame if frame.fault else frame._replace(octets=frame.octets[:-4]) for frame in wrong]
        self.check(name, stripped)

    def test_cut_by_the_snapshot_length(self):
        cut = ("jumbo", "largest6", "flow7", "stp")
        name = self.write("a.pcap", pcap(self.frames, cut=cut))
        counts = self.check(name, [frame for frame in self.frames if frame.name not in cut])
        self.assertEqual(counts["unreadable"], {"cut_by_snaplen": len(cut)})

    def test_another_link_type_is_refused(self):
        for linktype, text in ((101, "RAW"), (113, "LINUX_SLL"), (105, "IEEE802_11"), (276, "LINUX_SLL2")):
            done, _ = self.run_file(self.write("a.pcap", pcap(self.frames, linktype=linktype)))
            self.assertEqual(done.returncode, 2)
            self.assertRegex(done.stderr, rf"\A[^\n]*a\.pcap: link type \d+ \({text}\); expected whole Ethernet "
                                          r"frames, EN10MB\n\Z")

    def test_what_is_no_capture_is_refused(self):
        whole = pcap(self.frames)
        for content in (b"", b"\x1f\x8b\x08\0" + bytes(40), whole[:20], whole[:-5], pcap([]),
                        pcapng(self.frames)[:-3], b"hello world, this is text\n"):
            done, _ = self.run_file(self.write("a.pcap", content))
            self.assertEqual(done.returncode, 2, content[:20])
            self.assertRegex(done.stderr, r"\A[^\n]*a\.pcap: [^\n]*; expected [^\n]*\n\Z")

    def test_the_comparison_sees_an_octet_and_an_order(self):
        name = self.write("a.pcap", pcap(self.frames))
        at = next(n for n, frame in enumerate(self.frames) if frame.name == "flow10")
        other = self.frames[at]
        changed_frames = list(self.frames)
        changed_frames[at] = other._replace(ip=changed(other.ip, 40, other.ip[40] ^ 1))
        swapped = list(self.frames)
        swapped[at], swapped[at + 2] = swapped[at + 2], swapped[at]
        for frames in (changed_frames, swapped, self.frames[1:]):
            with self.assertRaises(AssertionError):
                self.check(name, frames)


if __name__ == "__main__":
    if LLDPDU is None or shutil.which("tshark") is None or shutil.which("editcap") is None:
        print("scapy, tshark or editcap not found: skipped")
        sys.exit(77)
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
