// SPDX-License-Identifier: Apache-2.0
// pcapng writer and records: every byte as the format says, put down by hand.
#include "platform/trace/pcapng.h"

#include <gtest/gtest.h>

#include "config_test_util.h"
#include "platform/trace/record.h"

namespace tinsim {
namespace {

using Bytes = std::vector<uint8_t>;

Bytes bytes_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

const Bytes kSection = {
    0x0A, 0x0D, 0x0D, 0x0A, 44,   0,    0,    0,     // section header block, 44 bytes
    0x4D, 0x3C, 0x2B, 0x1A, 1,    0,    0,    0,     // little endian, version 1.0
    0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,  // length of the section not given
    4,    0,    6,    0,    't',  'i',  'n',  's',  'i', 'm', 0, 0,  // application
    0,    0,    0,    0,    44,   0,    0,    0};

const Bytes kInterface = {1,   0, 0, 0, 60,  0,   0,    0,  // interface description block, 60 bytes
                          147, 0, 0, 0, 0,   0,   0,    0,  // USER0, whole packets
                          2,   0, 3, 0, 'e', 't', 'h',  0,  // name
                          3,   0, 4, 0, 'l', 'i', 'n',  'k',               // description
                          8,   0, 8, 0, 0,   0,   0xE1, 0xF5, 5, 0, 0, 0,  // 25.6 Gb/s
                          9,   0, 1, 0, 12,  0,   0,    0,                 // 10^-12 s
                          0,   0, 0, 0, 60,  0,   0,    0};

const Bytes kPacket = {6,  0, 0, 0, 40,   0,    0,    0,     // enhanced packet block, 40 bytes
                       1,  0, 0, 0,                          // interface 1
                       2,  0, 0, 0, 0x78, 0x56, 0x34, 0x12,  // time, high half first
                       5,  0, 0, 0, 5,    0,    0,    0,     // captured, original
                       9,  8, 7, 6, 5,    0,    0,    0,     // padded to 4 bytes
                       40, 0, 0, 0};

TEST(Pcapng, AFileWithoutInterfacesIsASectionHeader) {
  const TempDir dir;
  PcapngWriter writer(dir / "a.pcapng", "tinsim");
  writer.close();
  EXPECT_EQ(bytes_of(dir / "a.pcapng"), kSection);
}

TEST(Pcapng, InterfacesAndPacketsAreBlocksOfTheirOwn) {
  const TempDir dir;
  PcapngWriter writer(dir / "a.pcapng", "tinsim");
  const PcapngInterface interface { kLinkTypeUser0, "eth", "link", 25'600'000'000 };
  EXPECT_EQ(writer.add_interface(interface), 0u);
  EXPECT_EQ(writer.add_interface(interface), 1u);
  const Bytes packet = {9, 8, 7, 6, 5};
  writer.add_packet(1, 0x212345678, packet.data(), packet.size());
  writer.close();
  Bytes expected = kSection;
  for (const Bytes* block : {&kInterface, &kInterface, &kPacket}) {
    expected.insert(expected.end(), block->begin(), block->end());
  }
  EXPECT_EQ(bytes_of(dir / "a.pcapng"), expected);
}

TEST(Pcapng, AFileThatCannotBeWrittenIsAnError) {
  EXPECT_THROW(PcapngWriter("/nowhere/a.pcapng", "tinsim"), OutputError);
  // A device that is always full: detected by close() at the latest.
  PcapngWriter full("/dev/full", "tinsim");
  EXPECT_THROW(full.close(), OutputError);
}

Bytes bytes_of(const RecordBytes& record) {
  return {record.bytes.begin(), record.bytes.begin() + record.count};
}

TEST(TraceRecord, ACellIsAPseudoHeaderAndItsWordsLowestByteFirst) {
  Cell cell;
  cell.dst = 0x1234;
  cell.src = 0x0BCD;
  cell.words = 3;
  cell.vc = 6;
  cell.hop = 12;
  cell.seq = 0x01020304;
  cell.birth = 0xA1B2C3D4;
  RecordPlace place;
  place.chip = 0x0201;
  place.port = 49;
  place.cycle = 0x87654321;
  place.flags = kFlagDamaged;
  const Bytes record = bytes_of(cell_record(place, cell));
  ASSERT_EQ(record.size(), 16u + 3 * 8);
  EXPECT_EQ(Bytes(record.begin(), record.begin() + 16),
            (Bytes{1, 0, 0, 3, 1, 2, 49, 0, 0x21, 0x43, 0x65, 0x87, 0, 0, 0, 0}));
  // Header: SOC 1, dst, src, len 3, type DATA 3, vc 6, hop 12 from bit 0 up; then its CRC.
  const uint64_t header =
      1 | 0x1234ull << 4 | 0x0BCDull << 20 | 3ull << 36 | 3ull << 41 | 6ull << 45 | 12ull << 50;
  for (unsigned i = 0; i < 7; ++i) EXPECT_EQ(record[16 + i], header >> 8 * i & 0xFF) << i;
  EXPECT_EQ(Bytes(record.begin() + 24, record.begin() + 32),
            (Bytes{4, 3, 2, 1, 0xD4, 0xC3, 0xB2, 0xA1}));
}

TEST(TraceRecord, AnOrderedSetIsOneWord) {
  RecordPlace place;
  place.port = 7;
  const Bytes record = bytes_of(set_record(place, 0x8877665544332211));
  EXPECT_EQ(record, (Bytes{1, 1, 0, 0, 0,    0,    7,    0,    0,    0,    0,    0,
                           0, 0, 0, 0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88}));
}

}  // namespace
}  // namespace tinsim
