# SPDX-License-Identifier: Apache-2.0
"""Capture files as other programs write them, of frames with `name` and `octets`."""
import struct


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


SECTION = block(0x0A0D0D0A, struct.pack("<IHHq", 0x1A2B3C4D, 1, 0, -1))
MICRO = block(1, struct.pack("<HHI", 1, 0, 0))
NANO = block(1, struct.pack("<HHIHHI", 1, 0, 0, 9, 1, 9) + struct.pack("<HHqI", 14, 8, 100, 0))  # 100 s later


def timed(n):
    return 1_700_000_000 * 10**6 + 2 * n


def enhanced(n, frame, interface=0):
    time = (timed(n) - 100 * 10**6) * 1000 if interface else timed(n)
    size = len(frame.octets)
    return block(6, struct.pack("<IIIII", interface, time >> 32, time & 0xFFFFFFFF, size, size) + to_word(frame.octets))


def big_endian(n, frame):
    time, size = timed(n), len(frame.octets)
    return block(6, struct.pack(">IIIII", 1, time >> 32, time & 0xFFFFFFFF, size, size) + to_word(frame.octets), ">")


def old(n, frame):
    time, size = timed(n), len(frame.octets)
    return block(2, struct.pack("<HHIIII", 0, 0, time >> 32, time & 0xFFFFFFFF, size, size) + to_word(frame.octets))


def simple(frame):
    return block(3, struct.pack("<I", len(frame.octets)) + to_word(frame.octets))


def limited(order, *limits):
    """Interfaces of Ethernet with these snapshot lengths."""
    return b"".join(block(1, struct.pack(order + "HHI", 1, 0, limit), order) for limit in limits)


def uncommon_pcapng(frames):
    """(what is uncommon about it, file) with blocks that few programs write."""
    numbered = list(enumerate(frames))

    def all_of(part):
        return b"".join(enhanced(n, frame) for n, frame in part)
    first, later = all_of(numbered[:30]), all_of(numbered[30:])
    yield "two interfaces", SECTION + MICRO + NANO + b"".join(enhanced(n, frame, n % 2) for n, frame in numbered)
    yield "snapshot lengths", SECTION + limited("<", 9000, 65535) + first + later
    yield "no limit and one", SECTION + limited("<", 96, 0) + first + later
    yield "big-endian lengths", (block(0x0A0D0D0A, struct.pack(">IHHq", 0x1A2B3C4D, 1, 0, -1), ">")
                                 + limited(">", 20000, 262144) + b"".join(big_endian(*each) for each in numbered))
    yield "sections with lengths of their own", SECTION + MICRO + first + SECTION + limited("<", 20000) + later
    yield "two sections", SECTION + MICRO + first + SECTION + MICRO + later
    yield "old blocks", SECTION + MICRO + b"".join(old(*each) for each in numbered)
    yield "blocks without time", SECTION + MICRO + b"".join(map(simple, frames))


def two_link_types(frames):
    return SECTION + MICRO + block(1, struct.pack("<HHI", 113, 0, 0)) + enhanced(0, frames[0])
