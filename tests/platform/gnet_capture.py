# SPDX-License-Identifier: Apache-2.0
"""Hand-made captures and the fields tshark reads from them, for the tests of the dissector.

Words are put together from the tables of rtl_models/ordered_set_codec/README.md, docs/reference/traces.md and
rtl_models/cell_header_codec/README.md, not with the simulator's code.
"""
import shutil
import struct
import subprocess
import sys

SKIPPED = 77
LINK_TYPE_USER0 = 147


def require_wireshark():
    """Ends the program as skipped where tshark or capinfos is missing."""
    for program in ("tshark", "capinfos"):
        if shutil.which(program) is None:
            print(f"skipped: {program} is not installed")
            sys.exit(SKIPPED)


def crc8(data):
    """CRC-8/ROHC, bit by bit."""
    crc = 0xFF
    for byte in data:
        for bit in range(8):
            feedback = (crc ^ byte >> bit) & 1
            crc = crc >> 1 ^ (0xE0 if feedback else 0)
    return crc


assert crc8(b"123456789") == 0xD0  # the catalogue's check value


def pack(*fields):
    """(value, width) pairs, the first in the lowest bits, as one number."""
    number, at = 0, 0
    for value, width in fields:
        assert 0 <= value < 1 << width
        number |= value << at
        at += width
    return number


def with_crc(low56):
    data = low56.to_bytes(7, "little")
    return data + bytes([crc8(data)])


def header(dst, src, length, kind, vc=0, hop=12, trace=0, osc=1):
    return with_crc(pack((osc, 4), (dst, 16), (src, 16), (length, 5), (kind, 4), (vc, 5), (hop, 5),
                         (trace, 1)))


def ordered_set(code, *fields):
    return with_crc(pack((code, 4), *fields))


def record(words, kind=0, flags=0, version=1, direction=0, chip=0, port=0, cycle=0):
    return struct.pack("<BBBBHBBQ", version, kind, direction, flags, chip, port, 0, cycle) + words


def block(kind, body):
    body += bytes(-len(body) % 4)
    return struct.pack("<II", kind, len(body) + 12) + body + struct.pack("<I", len(body) + 12)


def write_capture(path, records):
    """One interface, one packet per microsecond."""
    with open(path, "wb") as out:
        out.write(block(0x0A0D0D0A, struct.pack("<IHHq", 0x1A2B3C4D, 1, 0, -1)))
        out.write(block(1, struct.pack("<HHI", LINK_TYPE_USER0, 0, 0)))
        for number, data in enumerate(records):
            out.write(block(6, struct.pack("<IIIII", 0, 0, number, len(data), len(data)) + data))


def run_tshark(script, path, *arguments):
    done = subprocess.run(["tshark", "-X", f"lua_script:{script}", "-r", str(path), *arguments],
                          capture_output=True, text=True, timeout=200, check=False)
    assert done.returncode == 0, done.stderr
    assert "Lua" not in done.stderr, done.stderr
    return done.stdout


def capinfos(path):
    """What capinfos says, line by line, numbers in full."""
    done = subprocess.run(["capinfos", "-M", str(path)], capture_output=True, text=True,
                          timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return [line.strip() for line in done.stdout.splitlines()]


def read_fields(script, path, names):
    """One dictionary per packet; a field that occurs several times is one text with `;`."""
    arguments = ["-T", "fields", "-E", "separator=|", "-E", "aggregator=;"]
    for name in names:
        arguments += ["-e", name]
    lines = run_tshark(script, path, *arguments).splitlines()
    return [dict(zip(names, line.split("|"))) for line in lines]
