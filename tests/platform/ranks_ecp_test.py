#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Control processors on several MPI ranks give the files of one process, byte by byte.

Usage: ranks_ecp_test.py TINSIM PROBE MPIEXEC SOURCE_DIR [unittest arguments]
MPIEXEC empty: this build has no MPI; the tests are skipped.
"""
import struct
import sys
import unittest

from ranks_runs import RanksTest

STACK, CODE = 0x8000, 0x100
# The image of ecp_run_test.cpp: returns each frame by the interface of its arrival, with source and
# destination of IPv4 swapped.
ECHO = (0x490f, 0x4c10, 0x4d10, 0x261a, 0x1976, 0x6808, 0x07c0, 0xd0fc, 0x684a, 0x614a, 0x688b, 0x610b, 0x2300,
        0x5ce0, 0x54e8, 0x3301, 0x4293, 0xd1fa, 0x8830, 0x88b2, 0x8032, 0x80b0, 0x8870, 0x88f2, 0x8072, 0x80f0,
        0x69c8, 0x07c0, 0xd0fc, 0x618b, 0x60cb, 0xe7e4, 0x0000, 0x4002, 0x0000, 0x4003, 0x4000, 0x4003)


def image():
    return struct.pack("<II", STACK, CODE | 1).ljust(CODE, b"\0") + struct.pack(f"<{len(ECHO)}H", *ECHO)


def udp_frame(source, target, size):
    """UDP over IPv4 without FCS; addresses 10.pod.tin.host."""
    head = struct.pack(">BBHHHBBH", 0x45, 0, 28 + size, 7, 0, 64, 17, 0) + bytes([10, *source, 10, *target])
    total = sum(struct.unpack(">10H", head))
    check = 0xffff - (total % 0xffff or 0xffff)
    head = head[:10] + struct.pack(">H", check) + head[12:]
    body = struct.pack(">HHHH", 1000, 2000, 8 + size, 0) + bytes(i % 251 for i in range(size))
    return bytes.fromhex("020000000009020000000008") + b"\x08\x00" + head + body


def capture(frames, gap_ns):
    """A pcap with times in nanoseconds."""
    data = struct.pack("<IHHiIII", 0xa1b23c4d, 2, 4, 0, 0, 65535, 1)
    for number, frame in enumerate(frames):
        data += struct.pack("<IIII", 0, number * gap_ns, len(frame), len(frame)) + frame
    return data


class SameFilesOfControlProcessors(RanksTest):
    def test_echoes_through_the_fabric(self):
        pods, tins = 4, 2
        (self.path / "echo.bin").write_bytes(image())
        chips = [(pod, tin, 3) for pod in range(pods) for tin in range(tins)]
        frames = [udp_frame((0, 0, 1), chip, 30 + 40 * i) for chip in chips for i in range(5)]
        (self.path / "ping.pcap").write_bytes(capture(frames, 400))
        config = self.path / "echo.yaml"
        config.write_text(f"""
topology: {{kind: dragonfly, pods: {pods}, tins_per_pod: {tins}, hosts_per_tin: 2, global_links_per_pair: 4}}
ip:
  enabled: true
  payload: carried
  replay: [{{host: 1, file: ping.pcap}}]
  capture: {{ports: [all]}}
ecp: {{enabled: true, image: echo.bin}}
run: {{warmup_us: 0, measure_us: 60, audit: 10}}
""", encoding="utf-8")
        self.check_all(config=config, holds=[r'"frames_received": 40', r'"frames_sent": 40', r'"hard_faults": 0'])

    def test_bring_up(self):
        """DHCP crosses pods in MOS words between ranks; the host, at the first rank, reads all chips over TCP."""
        config = self.path / "bring_up.yaml"
        config.write_text("""
topology: {kind: dragonfly, pods: 4, tins_per_pod: 2, hosts_per_tin: 2, global_links_per_pair: 4}
ip: {enabled: true, payload: carried, routes: [{prefix: 255.255.255.255/32, punt: true}]}
ecp: {enabled: true, ethernet_chips: [0]}
bring_up: {enabled: true}
run: {warmup_us: 0, measure_us: 30000}
""", encoding="utf-8")
        # Four pods on two ranks, and on three, of which one has two pods. The echo above has one to four ranks.
        self.check_all(config=config, holds=[r'"read": 8,', r'"mos_received": [1-9]', r'"complete_us": [1-9]'],
                       numbers=(2, 3))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[5:]])
