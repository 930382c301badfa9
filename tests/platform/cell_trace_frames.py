# SPDX-License-Identifier: Apache-2.0
"""Datagrams with trace records, put together from the tables of docs/reference/cell_tracing.md and
rtl_models/cell_header_codec/README.md, not with the simulator's code.
"""
import struct

import gnet_capture as gc

LINK_TYPE_ETHERNET = 1
PORT = 40400


def address(pod, tin, endpoint=0):
    return pod << 10 | tin << 6 | endpoint


def header_word(src, dst, length, kind, vc, hop, trace=1):
    return int.from_bytes(gc.header(dst, src, length, kind, vc=vc, hop=hop, trace=trace), "little")


def record(time, tin, port_in, port_out, vc, word):
    return (time << 16 | tin).to_bytes(8, "big") + bytes([port_in, port_out, vc, 0]) + struct.pack(">Q", word)


def datagram(tin, sequence, time, records, dropped=0, marked=0, version=2, silence=0):
    return struct.pack(">BBHIQIII", version, len(records), tin, sequence, time, dropped, marked,
                       silence) + b"".join(records)


def frame(payload, port=PORT):
    """Ethernet, IPv4 and UDP around the payload."""
    udp = struct.pack(">HHHH", port, port, 8 + len(payload), 0) + payload
    ip = struct.pack(">BBHHHBBH4s4s", 0x45, 0, 20 + len(udp), 0, 0x4000, 64, 17, 0,
                     bytes([10, 0, 1, 3]), bytes([10, 0, 0, 0]))
    total = sum(struct.unpack(">10H", ip))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    ip = ip[:10] + struct.pack(">H", total ^ 0xFFFF) + ip[12:]
    return bytes([2, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 8, 0]) + ip + udp


def write_capture(path, frames, link_type=LINK_TYPE_ETHERNET):
    """One interface, one packet per microsecond."""
    with open(path, "wb") as out:
        out.write(gc.block(0x0A0D0D0A, struct.pack("<IHHq", 0x1A2B3C4D, 1, 0, -1)))
        out.write(gc.block(1, struct.pack("<HHI", link_type, 0, 0)))
        for number, data in enumerate(frames):
            out.write(gc.block(6, struct.pack("<IIIII", 0, 0, number, len(data), len(data)) + data))
