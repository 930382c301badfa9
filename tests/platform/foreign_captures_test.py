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
import zlib

try:
    from scapy.all import (ARP, AH, ESP, GRE, ICMP, IP, IPv6, LLC, SNAP, STP, TCP, UDP, Dot1AD, Dot1Q, Dot3, Ether,
                           IPOption_RR, IPOption_Router_Alert, IPOption_Timestamp, IPv6ExtHdrDestOpt,
                           IPv6ExtHdrFragment, IPv6ExtHdrHopByHop, IPv6ExtHdrRouting, PadN, RawPcapNgReader,
                           ICMPv6EchoRequest, fragment, fragment6)
    from scapy.contrib.igmp import IGMP
    from scapy.contrib.lldp import (LLDPDU, LLDPDUChassisID, LLDPDUEndOfLLDPDU, LLDPDUPortID, LLDPDUTimeToLive)
    from scapy.contrib.mpls import MPLS
except ImportError:
    LLDPDU = None

TINSIM = sys.argv[1]
ETH = dict(src="00:1b:21:aa:bb:cc", dst="00:1b:21:dd:ee:ff")
HOST, MAC = "10.1.3.1", "10.1.3.2"  # host 15, and the external port of chip 7
HOST6, MAC6 = "fd00::1:3:1", "fd00::1:3:2"
LARGEST = 16347  # octets of IP in the longest frame that fits into an RTS when encapsulated

Frame = collections.namedtuple("Frame", "name octets ip fault")  # without FCS; ip: octets of IP, or None


def data(count, seed=0):
    return bytes((11 * i + seed) & 0xFF for i in range(count))


def ip4(dst=HOST, **more):
    return IP(src="198.51.100.7", dst=dst, id=1000 + len(str(more)), **more)


def ip6(dst=HOST6, **more):
    return IPv6(src="2001:db8::7", dst=dst, **more)


def frames_with_ip():
    """(name, L2, IP, what follows: padding or a trailer)."""
    udp = UDP(sport=1111, dport=2222)
    eth = Ether(**ETH)
    yield "udp", eth, ip4() / udp / data(100), b""
    yield "udp_without_data", eth, ip4() / udp, bytes(18)
    yield "udp6_without_data", eth, ip6() / udp, b""
    yield "tcp_padded", eth, ip4(MAC) / TCP(sport=80, dport=90, flags="A"), bytes(6)
    yield "padded_with_rubbish", eth, ip4() / udp / b"ab", b"\xa5" * 16
    yield "trailer", eth, ip4() / udp / data(64), b"a trailer of a switch"
    yield "least", eth, ip4(proto=253), bytes(26)
    yield "no_next_header", eth, ip6(nh=59), bytes(6)
    yield "vlan", eth / Dot1Q(vlan=100, prio=5), ip4() / udp / data(50, 1), b""
    yield "qinq_ad", eth / Dot1AD(vlan=10) / Dot1Q(vlan=20), ip4() / udp / data(50, 2), b""
    yield "qinq_old", eth / Dot1Q(vlan=10) / Dot1Q(vlan=20), ip6() / udp / data(50, 3), b""
    yield "options", eth, ip4(options=[IPOption_RR(routers=["1.2.3.4"]), IPOption_Router_Alert()]) / udp / b"x", b""
    yield "timestamps", eth, ip4(MAC, options=[IPOption_Timestamp()]) / udp / data(77), b""
    yield "hop_by_hop", eth, ip6() / IPv6ExtHdrHopByHop(options=[PadN(optdata=bytes(12))]) / udp / data(9), b""
    yield "routing_header", eth, ip6() / IPv6ExtHdrRouting(addresses=["fd00::9", "fd00::a"]) / udp / data(9), b""
    yield "chain", eth, (ip6(MAC6) / IPv6ExtHdrHopByHop() / IPv6ExtHdrDestOpt() / AH(nh=60, payloadlen=4, icv=bytes(12))
                         / IPv6ExtHdrDestOpt() / TCP(sport=5, dport=6)), b""
    for n, part in enumerate(fragment(ip4() / UDP(sport=3, dport=4) / data(4000), 1400)):
        yield f"fragment{n}", eth, part, b""
    whole = ip6() / IPv6ExtHdrFragment(id=9) / UDP(sport=3, dport=4) / data(4000)
    for n, part in enumerate(fragment6(whole, 1400)):
        yield f"fragment6_{n}", eth, part, b""
    yield "esp", eth, ip4() / ESP(spi=7, seq=8, data=data(40)), b""
    yield "gre", eth, ip4() / GRE() / IP(dst="1.1.1.1") / udp, b""
    yield "igmp", eth, ip4() / IGMP(), bytes(18)
    yield "icmp", eth, ip4() / ICMP() / data(1000), b""
    yield "icmp6", eth, ip6() / ICMPv6EchoRequest(data=data(1001)), b""
    yield "jumbo", eth, ip4() / udp / data(8972), b""
    yield "jumbo6", eth, ip6(MAC6) / udp / data(8952), b""
    yield "largest", eth, ip4() / udp / data(LARGEST - 28), b""
    yield "largest6", eth, ip6() / udp / data(LARGEST - 48), b""
    for n in range(30):  # one flow, of all sizes: order
        yield f"flow{n}", eth, ip4(MAC if n % 2 else HOST) / UDP(sport=77, dport=88) / data(1 + n * 47, n), b""


def frames_without_ip():
    yield "arp", Ether(src=ETH["src"], dst="ff:ff:ff:ff:ff:ff") / ARP(psrc="198.51.100.7", pdst=HOST)
    yield "lldp", (Ether(src=ETH["src"], dst="01:80:c2:00:00:0e", type=0x88CC)
                   / LLDPDUChassisID(subtype=4, id="00:1b:21:aa:bb:cc") / LLDPDUPortID(subtype=5, id=b"eth0")
                   / LLDPDUTimeToLive(ttl=120) / LLDPDUEndOfLLDPDU())
    yield "mpls", Ether(**ETH, type=0x8847) / MPLS(label=16, s=1, ttl=64) / ip4() / UDP() / data(20)
    yield "stp", Dot3(src=ETH["src"], dst="01:80:c2:00:00:00") / LLC() / STP()
    yield "snap", Dot3(**ETH) / LLC(dsap=0xAA, ssap=0xAA, ctrl=3) / SNAP(OUI=0xC, code=0x2000) / data(70)
    yield "ptp", Ether(**ETH, type=0x88F7) / data(44)
    yield "old_tag", Ether(**ETH, type=0x9100) / data(60)
    yield "pppoe", Ether(**ETH, type=0x8864) / data(80)


def changed(octets, at, *values):
    return octets[:at] + bytes(values) + octets[at + len(values):]


def frames_at_fault():
    good = bytes(Ether(**ETH) / ip4() / UDP() / data(100))
    yield "sum", changed(good, 24, good[24] ^ 1), "bad_checksum"
    yield "ihl", changed(good, 14, 0x44), "bad_header_length"
    yield "version", changed(good, 14, 0x65), "bad_version"
    yield "length", bytes(Ether(**ETH) / ip4(len=2000) / UDP() / data(100)), "bad_total_length"
    yield "offload", bytes(Ether(**ETH) / ip4(len=0) / UDP() / data(100)), "bad_total_length"
    yield "too_long", bytes(Ether(**ETH) / ip4() / UDP() / data(LARGEST - 27)), "too_long"


def all_frames():
    frames = []
    for name, l2, packet, behind in frames_with_ip():
        ip = bytes(packet)
        frames.append(Frame(name, bytes(l2 / packet) + behind, ip, None))
        assert frames[-1].octets.endswith(ip + behind), name
    frames += [Frame(name, bytes(frame), None, None) for name, frame in frames_without_ip()]
    frames += [Frame(name, frame, None, fault) for name, frame, fault in frames_at_fault()]
    return frames


def fcs(frame):
    frame = frame.ljust(60, b"\0")
    return frame + struct.pack("<I", zlib.crc32(frame))


def pcap(frames, order="<", nanoseconds=False, linktype=1, snaplen=262144, cut=(), first=0):
    """draft-ietf-opsawg-pcap. Frames of the names in `cut` have lost octets; one is sent every 2 us from `first` on."""
    magic, unit = (0xA1B23C4D, 1000) if nanoseconds else (0xA1B2C3D4, 1)
    out = struct.pack(order + "IHHiIII", magic, 2, 4, 0, 0, snaplen, linktype)
    for n, frame in enumerate(frames, first):
        kept = frame.octets[:len(frame.octets) // 2] if frame.name in cut else frame.octets
        out += struct.pack(order + "IIII", 1_700_000_000, n * 2 * unit, len(kept), len(frame.octets)) + kept
    return out


def to_word(octets):
    return octets.ljust((len(octets) + 3) // 4 * 4, b"\0")


def block(kind, body, order="<"):
    size = 12 + len(body)
    return struct.pack(order + "II", kind, size) + body + struct.pack(order + "I", size)


def pcapng(frames, order="<"):
    """draft-ietf-opsawg-pcapng, times in 2^-20 s, with blocks and options that a reader must step over."""
    def block_of(kind, body):
        return block(kind, body, order)

    def option(code, value):
        return struct.pack(order + "HH", code, len(value)) + to_word(value)
    out = block_of(0x0A0D0D0A, struct.pack(order + "IHHq", 0x1A2B3C4D, 1, 0, -1) + option(4, b"a test") + option(0, b""))
    out += block_of(1, struct.pack(order + "HHI", 1, 0, 0) + option(2, b"eth0") + option(9, b"\x94") + option(0, b""))
    out += block_of(4, struct.pack(order + "HH", 0, 0))  # name resolution, empty
    out += block_of(0x40000BAD, bytes(8))
    for n, frame in enumerate(frames):
        time = (1_700_000_000 << 20) + 2 * n
        out += block_of(6, struct.pack(order + "IIIII", 0, time >> 32, time & 0xFFFFFFFF, len(frame.octets),
                                       len(frame.octets)) + to_word(frame.octets) + option(1, b"comment") + option(0, b""))
    return out


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
        """What leaves is what entered, read by tshark (where, and whether it is sound) and scapy (octets)."""
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
            sent = [frame.ip for frame in good if frame.ip is not None and port_of(frame.ip) == port]
            self.assertEqual(by_flow(ip_in(frame) for frame in left[port]), by_flow(sent), port)
        others = collections.Counter(fcs(frame.octets) for frame in good if frame.ip is None)
        self.assertEqual(collections.Counter(left["mac6"]), others)  # each of a flow of its own
        counts = self.counts(out)
        self.assertEqual(counts["left"], len(good))
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
        section = block(0x0A0D0D0A, struct.pack("<IHHq", 0x1A2B3C4D, 1, 0, -1))
        micro = block(1, struct.pack("<HHI", 1, 0, 0))
        nano = block(1, struct.pack("<HHIHHI", 1, 0, 0, 9, 1, 9) + struct.pack("<HHqI", 14, 8, 100, 0))  # 100 s later

        def enhanced(n, interface):
            octets, time = self.frames[n].octets, 1_700_000_000 * 10**6 + 2 * n
            time = (time - 100 * 10**6) * 1000 if interface else time
            return block(6, struct.pack("<IIIII", interface, time >> 32, time & 0xFFFFFFFF, len(octets), len(octets))
                         + to_word(octets))

        def big(n):
            octets, time = self.frames[n].octets, 1_700_000_000 * 10**6 + 2 * n
            return block(6, struct.pack(">IIIII", 1, time >> 32, time & 0xFFFFFFFF, len(octets), len(octets))
                         + to_word(octets), ">")

        def old(n):
            octets, time = self.frames[n].octets, 1_700_000_000 * 10**6 + 2 * n
            return block(2, struct.pack("<HHIIII", 0, 0, time >> 32, time & 0xFFFFFFFF, len(octets), len(octets))
                         + to_word(octets))

        def simple(n):
            return block(3, struct.pack("<I", len(self.frames[n].octets)) + to_word(self.frames[n].octets))
        every = range(len(self.frames))
        for name, content in (
                ("two interfaces", section + micro + nano + b"".join(enhanced(n, n % 2) for n in every)),
                ("snapshot lengths", section + block(1, struct.pack("<HHI", 1, 0, 9000))
                 + block(1, struct.pack("<HHI", 1, 0, 65535)) + b"".join(enhanced(n, 0) for n in every)),
                ("no limit and one", section + block(1, struct.pack("<HHI", 1, 0, 96))
                 + block(1, struct.pack("<HHI", 1, 0, 0)) + b"".join(enhanced(n, 0) for n in every)),
                ("big-endian lengths", block(0x0A0D0D0A, struct.pack(">IHHq", 0x1A2B3C4D, 1, 0, -1), ">")
                 + block(1, struct.pack(">HHI", 1, 0, 20000), ">") + block(1, struct.pack(">HHI", 1, 0, 262144), ">")
                 + b"".join(map(big, every))),
                ("sections with lengths of their own", section + micro + b"".join(enhanced(n, 0) for n in every[:30])
                 + section + block(1, struct.pack("<HHI", 1, 0, 20000)) + b"".join(enhanced(n, 0) for n in every[30:])),
                ("two sections", section + micro + b"".join(enhanced(n, 0) for n in every[:30])
                 + section + micro + b"".join(enhanced(n, 0) for n in every[30:])),
                ("old blocks", section + micro + b"".join(map(old, every))),
                ("blocks without time", section + micro + b"".join(map(simple, every)))):
            with self.subTest(name=name):
                self.check(self.write("a.pcapng", content), self.frames)
        other = block(1, struct.pack("<HHI", 113, 0, 0))
        done, _ = self.run_file(self.write("a.pcapng", section + micro + other + enhanced(0, 0)))
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
