# SPDX-License-Identifier: Apache-2.0
"""Frames as scapy makes them: tags, options, extension headers, fragments, largest frames, frames without IP, and
frames at fault. LLDPDU is None without scapy.
"""
import collections
import struct
import zlib

try:
    from scapy.all import (ARP, AH, ESP, GRE, ICMP, IP, IPv6, LLC, SNAP, STP, TCP, UDP, Dot1AD, Dot1Q, Dot3, Ether,
                           IPOption_RR, IPOption_Router_Alert, IPOption_Timestamp, IPv6ExtHdrDestOpt,
                           IPv6ExtHdrFragment, IPv6ExtHdrHopByHop, IPv6ExtHdrRouting, PadN,
                           ICMPv6EchoRequest, fragment, fragment6)
    from scapy.contrib.igmp import IGMP
    from scapy.contrib.lldp import (LLDPDU, LLDPDUChassisID, LLDPDUEndOfLLDPDU, LLDPDUPortID, LLDPDUTimeToLive)
    from scapy.contrib.mpls import MPLS
except ImportError:
    LLDPDU = None

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
