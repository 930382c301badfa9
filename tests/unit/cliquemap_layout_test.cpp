// SPDX-License-Identifier: Apache-2.0
// Octets of CliqueMap: entries lie as described, data proves itself.
#include "tests/unit/cliquemap_fixture.h"

namespace tinsim {
namespace {

TEST(CliqueLayout, EntriesLieAsDescribed) {
  CliqueIndexEntry entry;
  entry.hash = 0x0807060504030201;
  entry.version = 0x100f0e0d0c0b0a09;
  entry.region = 0x14131211;
  entry.size = 0x18171615;
  entry.offset = 0x201f1e1d1c1b1a19;
  uint8_t octets[32];
  entry.encode(octets);
  for (unsigned n = 0; n < 32; ++n) EXPECT_EQ(octets[n], n + 1);
  EXPECT_EQ(CliqueIndexEntry::decode(octets), entry);
}

/// CRC-32 bit by bit (IEEE 802.3), over the first 20 octets and the value.
uint32_t crc_of(const std::vector<uint8_t>& data) {
  uint32_t crc = 0xffffffff;
  for (std::size_t n = 0; n < data.size(); ++n) {
    if (n >= 20 && n < 24) continue;
    crc ^= data[n];
    for (unsigned bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc;
}

TEST(CliqueLayout, DataProvesItself) {
  const std::vector<uint8_t> value = value_of(5, 6, 77);
  const std::vector<uint8_t> data = encode_clique_data(5, 6, {value.data(), 77});
  ASSERT_EQ(data.size(), 24u + 77);
  EXPECT_EQ(load_little(data.data(), 8), 5u);
  EXPECT_EQ(load_little(data.data() + 8, 8), 6u);
  EXPECT_EQ(load_little(data.data() + 16, 4), 77u);
  EXPECT_EQ(load_little(data.data() + 20, 4), crc_of(data));
  const ByteView view{data.data(), 101};
  EXPECT_EQ(check_clique_data(view, 5, 6), CliqueDataFault::kNone);
  EXPECT_EQ(check_clique_data(view, 4, 6), CliqueDataFault::kKey);
  EXPECT_EQ(check_clique_data(view, 5, 7), CliqueDataFault::kVersion);
  EXPECT_EQ(check_clique_data({data.data(), 100}, 5, 6), CliqueDataFault::kSize);
  EXPECT_EQ(check_clique_data({data.data(), 23}, 5, 6), CliqueDataFault::kSize);
  EXPECT_EQ(check_clique_data({}, 5, 6), CliqueDataFault::kSize);
}

TEST(CliqueLayout, EveryBitOfItCounts) {
  const std::vector<uint8_t> value = value_of(1, 2, 200);
  const std::vector<uint8_t> data = encode_clique_data(1, 2, {value.data(), 200});
  for (std::size_t bit = 0; bit < 8 * data.size(); ++bit) {
    std::vector<uint8_t> mutant = data;
    mutant[bit / 8] = static_cast<uint8_t>(mutant[bit / 8] ^ 1u << bit % 8);
    ASSERT_NE(check_clique_data({mutant.data(), 224}, 1, 2), CliqueDataFault::kNone) << bit;
  }
}

}  // namespace
}  // namespace tinsim
