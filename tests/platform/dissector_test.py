#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The Wireshark dissector on hand-made cells and ordered sets of every kind, good and bad.

Usage: dissector_test.py SOURCE_DIR
"""
import pathlib
import sys
import tempfile
import unittest

import gnet_capture as gc

SCRIPT = pathlib.Path(sys.argv[1]) / "scripts/wireshark/gnet.lua"

RTS, CTS, CTD, DATA, REQ, WREQ, PULL, RESP, ACK, NACK = range(10)
DST, SRC = 0x1234, 0x0BCD  # pod 4 TiN 8 endpoint 52; pod 2 TiN 15 endpoint 13
NAMES = {RTS: "RTS", CTS: "CTS", CTD: "CTD", DATA: "DATA", REQ: "REQ", WREQ: "WREQ", PULL: "PULL",
         RESP: "RESP", ACK: "ACK", NACK: "NACK"}


def word(*fields):
    return gc.pack(*fields).to_bytes(8, "little")


def cell(kind, payload, **header):
    length = header.pop("length", 1 + len(payload) // 8)
    return gc.header(DST, SRC, length, kind, **header) + payload


class Dissector(unittest.TestCase):
    def dissect(self, data, *names):
        """Values of the fields of one record, as numbers where they are."""
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "one.pcapng"
            gc.write_capture(path, [data])
            names = [*names, "_ws.expert.message", "_ws.col.Info"]
            fields = gc.read_fields(SCRIPT, path, names)[0]
        self.experts, self.info = fields.pop("_ws.expert.message"), fields.pop("_ws.col.Info")
        return [[int(v, 0) for v in fields[name].split(";")] if fields[name] else []
                for name in names[:-2]]

    def expect(self, data, prefix, **values):
        """Each field prefix.name has the value, or the values, and nothing is wrong."""
        names = [f"{prefix}.{name}" for name in values]
        found = self.dissect(data, *names)
        expected = [value if isinstance(value, list) else [value] for value in values.values()]
        self.assertEqual(dict(zip(names, found)), dict(zip(names, expected)))
        self.assertEqual(self.experts, "")

    def expect_text(self, data, name, text):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "one.pcapng"
            gc.write_capture(path, [data])
            self.assertEqual(gc.read_fields(SCRIPT, path, [name])[0][name], text)

    def expect_fault(self, data, text):
        self.dissect(data)
        self.assertIn(text, self.experts)

    # An example of a header word.
    def test_header_of_the_example_word(self):
        example = (0xBB30C220BCD12341).to_bytes(8, "little")
        self.assertEqual(gc.header(0x1234, 0x0BCD, 2, 1, vc=6, hop=12), example)
        cts = gc.record(example + bytes(8), chip=513, port=49, cycle=2**40 + 1)
        self.expect(cts, "gnet", dst=0x1234, src=0x0BCD, len=2, type=1, vc=6, hop=12, trace=0,
                    crc=0xBB, crc_ok=1, word=0xBB30C220BCD12341, chip=513, port=49,
                    cycle=2**40 + 1, version=1, kind=0, direction=0, damaged=0, standin=0)
        self.expect(cts, "gnet.dst", pod=4, tin=8, ep=52)
        self.expect(cts, "gnet.src", pod=2, tin=15, ep=13)
        self.assertIn("CTS  2:15:13 > 4:8:52  2 words  vc 6  hop 12", self.info)

    def test_header_fields_at_their_largest(self):
        largest = gc.header(0xFFFF, 0xFFFF, 20, 15, vc=31, hop=31, trace=1) + bytes(19 * 8)
        self.expect(gc.record(largest, direction=1, flags=0), "gnet", dst=0xFFFF, src=0xFFFF,
                    len=20, type=15, vc=31, hop=31, trace=1, direction=1)
        self.assertIn("TEST", self.info)

    def test_rts(self):
        payload = word((9001, 14), (5, 3), (2, 2), (0x2ABCD, 18), (0xE7, 8), (0xBEEF, 16), (1, 2),
                       (0, 1))
        self.expect(gc.record(cell(RTS, payload)), "gnet.rts", len=9001, cos=5, eport=2,
                    iptr=0x2ABCD, usage=0xE7, fhash=0xBEEF, ect=1)
        self.assertIn("RTS  2:15:13 > 4:8:52", self.info)

    def test_cts(self):
        payload = word((0x3FFFE, 18), (0xCAFE, 16), (3, 2), (6, 3), (0, 25))
        self.expect(gc.record(cell(CTS, payload)), "gnet.cts", iptr=0x3FFFE, eptr=0xCAFE, eport=3,
                    cos=6)

    def test_ctd(self):
        payload = word((0x15555, 18), (9, 4), (0, 42))
        self.expect(gc.record(cell(CTD, payload)), "gnet.ctd", iptr=0x15555, reason=9)

    def test_data(self):
        packet = bytes(range(100, 112))
        payload = gc.pack((0xBEAD, 16), (200, 8), (10, 8)).to_bytes(4, "little") + packet
        data = gc.record(cell(DATA, payload))
        self.expect(data, "gnet.data", eptr=0xBEAD, idx=200, vbytes=10)
        self.expect_text(data, "gnet.data.bytes", packet[:10].hex())

    def test_requests(self):
        tag = bytes(range(16))
        payload = (word((0xA, 4), (0x5, 4), (0xFEDC, 16), (0x1234, 16), (0xABCDEF, 24)) +
                   word((0x123456789ABC, 48), (0x1122, 16)) +
                   word((0x3344, 16), (0xFFEEDDCCBBAA, 48)) + tag)
        for kind in (REQ, WREQ, PULL):
            data = gc.record(cell(kind, payload))
            self.expect(data, "gnet.req", op=0xA, flags=5, size=0xFEDC, slot=0x1234,
                        region=0xABCDEF, offset=0x123456789ABC, pid=0x33441122,
                        ctr=0xFFEEDDCCBBAA)
            self.assertIn(NAMES[kind], self.info)
            self.expect_text(data, "gnet.req.tag", tag.hex())

    def answer(self, more):
        tag = gc.pack((0x0102030405060708090A0B0C0D, 104))
        meta = gc.pack((0x8765, 16), (0xABC, 12), (0x80, 8), (0x7, 4), (0x665544332211, 48),
                       (tag, 104))
        return meta.to_bytes(24, "little") + more

    def test_responses(self):
        cipher = bytes(range(64))
        for kind, more in ((RESP, cipher), (ACK, b""), (ACK, bytes(range(8))), (NACK, b"")):
            data = gc.record(cell(kind, self.answer(more)))
            self.expect(data, "gnet.resp", slot=0x8765, off=0xABC, len=0x80, status=7,
                        ctr=0x665544332211)
            self.assertIn(NAMES[kind], self.info)
            self.expect_text(data, "gnet.resp.tag", "0d0c0b0a090807060504030201")
        self.expect_text(gc.record(cell(RESP, self.answer(cipher))), "gnet.resp.data", cipher.hex())
        self.expect(gc.record(cell(ACK, self.answer(bytes(range(8))))), "gnet.ack",
                    old=0x0706050403020100)

    def test_flow_control(self):
        data = gc.ordered_set(2, (31, 5), (4095, 12), (7, 5), (0x123, 12), (0, 5), (1, 12), (1, 1))
        self.expect(gc.record(data, kind=1), "gnet.fc", vc=[31, 7, 0], limit=[4095, 0x123, 1],
                    init=1)
        self.assertEqual(self.info.rstrip(),
                         "FC  vc 31 limit 4095, vc 7 limit 291, vc 0 limit 1  init")
        self.expect(gc.record(data, kind=1), "gnet", kind=1, osc=2, crc_ok=1)

    def test_time_sync(self):
        data = gc.ordered_set(3, (0xC, 4), (0xFEDCBA987654, 48))
        self.expect(gc.record(data, kind=1), "gnet.timesync", status=0xC, time=0xFEDCBA987654)
        self.expect(gc.record(data, kind=1), "gnet.set", body=0xFEDCBA987654C)

    def test_management(self):
        data = gc.ordered_set(4, (0x9, 4), (int.from_bytes(b"\1\2\3\4\5\6", "little"), 48))
        self.expect(gc.record(data, kind=1), "gnet.mos", sub=9)
        self.expect_text(gc.record(data, kind=1), "gnet.mos.payload", "010203040506")

    def test_phy(self):
        for state, name in enumerate(("DOWN", "TRAIN", "UP", "LOCAL_FAULT", "REMOTE_FAULT",
                                      "IDLE")):
            data = gc.ordered_set(5, (state, 4), (49, 8), (DST, 16), (0xABCDEF, 24))
            self.expect(gc.record(data, kind=1), "gnet.phy", state=state, port=49, addr=DST,
                        caps=0xABCDEF)
            self.assertIn(f"PHY  {name} port 49 addr 4:8:52", self.info)

    def test_latency(self):
        for sub, name in enumerate(("PING", "PONG")):
            data = gc.ordered_set(6, (sub, 4), (281474976710655, 48))
            self.expect(gc.record(data, kind=1), "gnet.lat", sub=sub, residence=2**48 - 1)
            self.assertIn(f"LAT  {name} residence 281474976710655", self.info)

    def test_idle(self):
        self.expect(gc.record(gc.ordered_set(7, (0, 52)), kind=1), "gnet", osc=7, crc_ok=1)

    def test_every_single_bit_error_of_a_control_word_is_a_crc_error(self):
        good = [cell(CTD, bytes(8)), gc.ordered_set(6, (1, 4), (77, 48))]
        records = []
        for kind, data in enumerate(good):
            for bit in range(64):
                bad = bytearray(data)
                bad[bit // 8] ^= 1 << bit % 8
                records.append(gc.record(bytes(bad), kind=kind))
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "bad.pcapng"
            gc.write_capture(path, records)
            fields = gc.read_fields(SCRIPT, path, ["gnet.crc_ok", "_ws.expert.message"])
        self.assertEqual(len(fields), 128)
        for one in fields:
            self.assertEqual(one["gnet.crc_ok"], "0")
            self.assertIn("CRC-8 is 0x", one["_ws.expert.message"])

    def test_faults_of_cells(self):
        for data, text in (
                (cell(RTS, bytes(8), osc=2), "Not a start-of-cell code"),
                (cell(RTS, bytes(8), length=1), "Length is not 2 to 20 words"),
                (cell(DATA, bytes(8), length=21), "Length is not 2 to 20 words"),
                (cell(DATA, bytes(8), length=3), "Length is 3 words, the record has 2"),
                (cell(10, bytes(8)), "Reserved type"),
                (cell(RTS, bytes(16)), "too short or too long for its type"),
                (cell(REQ, bytes(32)), "too short or too long for its type"),
                (cell(RESP, bytes(24)), "too short or too long for its type"),
                (cell(DATA, b"\0\0\0\x05" + bytes(4)), "More valid bytes than")):
            self.expect_fault(gc.record(data), text)
        self.expect_fault(gc.record(cell(RTS, bytes(8)), flags=1), "lost words")

    def test_faults_of_ordered_sets(self):
        for data, text in ((gc.ordered_set(8, (0, 52)), "Unknown ordered-set code"),
                           (gc.ordered_set(0, (0, 52)), "Unknown ordered-set code"),
                           (gc.ordered_set(5, (6, 4), (0, 48)), "no meaning"),
                           (gc.ordered_set(6, (2, 4), (0, 48)), "no meaning"),
                           (gc.ordered_set(7, (0, 51), (1, 1)), "An IDLE set with a body")):
            self.expect_fault(gc.record(data, kind=1), text)

    def test_faults_of_records(self):
        good = cell(RTS, bytes(8))
        self.expect_fault(gc.record(good, version=2), "Unknown record version")
        self.expect_fault(gc.record(good, kind=2), "Unknown kind of record")
        for short in (b"", b"\1", gc.record(b""), gc.record(good)[:-1]):
            if short:
                self.expect_fault(short, "The record ends early")


if __name__ == "__main__":
    gc.require_wireshark()
    unittest.main(argv=sys.argv[:1], verbosity=1)
