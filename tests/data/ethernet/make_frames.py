#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes kinds.pcap and faults.pcap with scapy: frames that a small network rarely shows.

Usage: make_frames.py FOLDER. kinds.pcap holds sound frames without FCS, faults.pcap frames with FCS of which
most have one fault. The names in the lists below are those that tests use, in order.
"""
import pathlib
import struct
import sys
import zlib

from scapy.all import (ARP, GRE, ICMP, IP, LLC, SNAP, STP, TCP, UDP, AH, Dot1AD, Dot1Q, Dot3, Ether,
                       ESP, IPOption_Router_Alert, IPv6, IPv6ExtHdrDestOpt, IPv6ExtHdrFragment,
                       IPv6ExtHdrHopByHop, IPv6ExtHdrRouting, PadN, PcapWriter, Raw, SCTP)

ETH = dict(src="02:00:00:00:00:01", dst="02:00:01:03:00:01")
V4 = dict(src="10.0.0.1", dst="10.1.3.1", id=77)
V6 = dict(src="fd00::1", dst="fd00::1:3:1", fl=0x12345)
UDP_ = dict(sport=4000, dport=5000)


def octets(count):
    return bytes((7 * i + 1) & 0xFF for i in range(count))


def padded(frame, count=60):
    return bytes(frame).ljust(count, b"\0")


def kinds():
    data = octets(100)
    udp = UDP(**UDP_) / data
    return {
        "udp4": Ether(**ETH) / IP(**V4, tos=0xB8 | 1) / udp,
        "udp6": Ether(**ETH) / IPv6(**V6, tc=0x48 | 2) / udp,
        "padded4": padded(Ether(**ETH) / IP(**V4) / UDP(**UDP_) / b"x"),
        "trailer6": bytes(Ether(**ETH) / IPv6(**V6) / udp) + b"trailer",
        "vlan": Ether(**ETH) / Dot1Q(vlan=5, prio=3) / IP(**V4) / udp,
        "service_vlan": Ether(**ETH) / Dot1AD(vlan=7, prio=6) / Dot1Q(vlan=9, prio=1) / IPv6(**V6) / udp,
        "priority_tag": Ether(**ETH) / Dot1Q(vlan=0, prio=7) / IP(**V4, tos=0x20) / udp,
        "three_tags": Ether(**ETH) / Dot1AD(vlan=7) / Dot1Q(vlan=9) / Dot1Q(vlan=11) / IP(**V4) / udp,
        "options": Ether(**ETH) / IP(**V4, options=[IPOption_Router_Alert()]) / udp,
        "most_options": Ether(**ETH) / IP(**V4, options=[b"\x01"] * 40) / udp,
        "first_fragment": Ether(**ETH) / IP(**V4, flags="MF") / udp,
        "later_fragment": Ether(**ETH) / IP(**V4, frag=100, proto=17) / data,
        "tcp6_hop_by_hop": Ether(**ETH) / IPv6(**V6) / IPv6ExtHdrHopByHop(options=[PadN(optdata=b"abcd")])
                           / TCP(**UDP_, flags="S"),
        "many_extensions": Ether(**ETH) / IPv6(**V6) / IPv6ExtHdrHopByHop() / IPv6ExtHdrDestOpt()
                           / IPv6ExtHdrRouting(addresses=["fd00::2"]) / AH(nh=60, icv=b"0123456789ab", payloadlen=4)
                           / IPv6ExtHdrDestOpt() / udp,
        "atomic_fragment6": Ether(**ETH) / IPv6(**V6) / IPv6ExtHdrFragment(offset=0, m=0, id=5) / udp,
        "first_fragment6": Ether(**ETH) / IPv6(**V6) / IPv6ExtHdrFragment(offset=0, m=1, id=6) / udp,
        "later_fragment6": Ether(**ETH) / IPv6(**V6) / IPv6ExtHdrFragment(offset=13, m=0, id=6, nh=17) / data,
        "esp6": Ether(**ETH) / IPv6(**V6) / ESP(spi=1, seq=2, data=data),
        "no_next_header": padded(Ether(**ETH) / IPv6(**V6, nh=59)),
        "sctp": Ether(**ETH) / IP(**V4) / SCTP(sport=4000, dport=5000),
        "icmp": Ether(**ETH) / IP(**V4) / ICMP() / data,
        "gre": Ether(**ETH) / IP(**V4) / GRE() / IP(**V4) / udp,
        "arp": Ether(**{**ETH, "dst": "ff:ff:ff:ff:ff:ff"}) / ARP(hwsrc=ETH["src"], psrc=V4["src"], pdst=V4["dst"]),
        "stp": Dot3(src=ETH["src"], dst="01:80:c2:00:00:00") / LLC() / STP(),
        "snap": Dot3(**ETH) / LLC(dsap=0xAA, ssap=0xAA, ctrl=3) / SNAP(OUI=0, code=0x0800) / IP(**V4) / udp,
        "experimental": Ether(**ETH, type=0x88B5) / data,
        "jumbo": Ether(**ETH) / IP(**V4) / UDP(**UDP_) / octets(8972),
        "largest": Ether(**ETH) / IP(**V4) / UDP(**UDP_) / octets(9170),
    }


def with_fcs(frame):
    return frame + struct.pack("<I", zlib.crc32(frame))


def changed(frame, at, *values):
    frame = bytearray(bytes(frame))
    frame[at:at + len(values)] = bytes(values)
    return bytes(frame)


def resummed(frame, at, *values):
    """An IPv4 frame in which octets have changed, and the checksum with them."""
    header = IP(changed(frame, at, *values)[14:])
    del header.chksum
    return bytes(frame)[:14] + bytes(header)[:20] + changed(frame, at, *values)[34:]


def faults():
    good = bytes(Ether(**ETH) / IP(**V4) / UDP(**UDP_) / octets(100))
    good6 = bytes(Ether(**ETH) / IPv6(**V6) / UDP(**UDP_) / octets(100))
    tagged6 = bytes(Ether(**ETH) / Dot1AD(vlan=7) / Dot1Q(vlan=9) / IPv6(**V6, nh=59))
    return {
        "none": with_fcs(good),
        "too_short": with_fcs(good[:59]),
        "too_long": with_fcs(bytes(Ether(**ETH) / IP(**V4) / UDP(**UDP_) / octets(9171))),
        "bad_fcs": changed(with_fcs(good), 80, 0),
        "bad_length": with_fcs(padded(changed(Dot3(**ETH) / LLC() / STP(), 12, 0, 47))),
        "bad_length_1501": with_fcs(changed(good, 12, 5, 221)),
        "cut_header": with_fcs(tagged6[:61]),
        "cut_header4": with_fcs(resummed(good, 14, 0x4F)[:60]),
        "bad_version": with_fcs(changed(good, 14, 0x55)),
        "bad_version6": with_fcs(changed(good6, 12, 0x08, 0x00)),
        "bad_header_length": with_fcs(changed(good, 14, 0x44)),
        "bad_total_length": with_fcs(resummed(good, 16, 0, 129)),
        "bad_total_length_short": with_fcs(resummed(good, 16, 0, 19)),
        "bad_total_length6": with_fcs(changed(good6, 18, 0, 109)),
        "bad_checksum": with_fcs(changed(good, 24, 0, 0)),
        "jumbogram": with_fcs(bytes(Ether(**ETH) / IPv6(**V6, nh=0, plen=0)
                                    / IPv6ExtHdrHopByHop() / octets(80))),
        "none6": with_fcs(good6),
    }


def write(path, frames, linktype):
    with PcapWriter(str(path), linktype=linktype) as out:
        for n, frame in enumerate(frames.values()):
            packet = Raw(bytes(frame))
            packet.time = 1700000000 + n * 1e-5
            out.write(packet)


if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1])
    write(folder / "kinds.pcap", kinds(), 1)
    write(folder / "faults.pcap", faults(), 0x24000001)  # Ethernet with an FCS of 2 * 16 bits
