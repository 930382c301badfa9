// SPDX-License-Identifier: Apache-2.0
// The C ABI: registers of blocks by name, with the values that their READMEs give.
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "rtl_models/golden/tinsim_golden.h"

namespace tinsim {
namespace {

using Values = std::vector<std::uint64_t>;

/// A block after reset, whose inputs are zero but for those that are set.
class Held {
 public:
  explicit Held(const char* block, const char* parameters = "")
      : golden_(tinsim_golden_create(block, parameters), tinsim_golden_free) {
    EXPECT_NE(golden_, nullptr) << tinsim_golden_error(nullptr);
  }
  void set(const char* port, std::uint64_t value, std::size_t element = 0) {
    EXPECT_EQ(tinsim_golden_set(golden_.get(), port, element, value), 0) << error();
  }
  void reset() { EXPECT_EQ(tinsim_golden_reset(golden_.get()), 0) << error(); }
  void tick() { EXPECT_EQ(tinsim_golden_tick(golden_.get()), 0) << error(); }
  Values state(const char* name) {
    Values values(5000);
    const long count = tinsim_golden_state(golden_.get(), name, values.data(), values.size());
    EXPECT_GE(count, 0) << error();
    values.resize(count < 0 ? 0 : static_cast<std::size_t>(count));
    return values;
  }
  std::vector<std::uint32_t> words(const char* port, std::size_t count) {
    std::vector<std::uint32_t> words(count);
    EXPECT_EQ(tinsim_golden_get_words(golden_.get(), port, words.data(), count), 0) << error();
    return words;
  }

 private:
  const char* error() const { return tinsim_golden_error(golden_.get()); }
  std::unique_ptr<tinsim_golden, void (*)(tinsim_golden*)> golden_;
};

// A cell of cycle x waits for the queue lengths of cycle x+1 with what was sampled in x.
TEST(GoldenState, OfRouteSelectIsTheCellBetweenTheStages) {
  Held block("route_select", "NumPorts=4");
  block.set("minimal_count_i", 2);
  block.set("minimal_bias_i", 7);
  block.reset();
  EXPECT_EQ(block.state("minimal_count"), Values{2});
  EXPECT_EQ(block.state("minimal_bias"), Values{7});
  EXPECT_EQ(block.state("pending"), Values{0});
  block.set("valid_i", 1);
  block.set("hashed_i", 1);
  block.set("hash_i", 19);
  for (const unsigned port : {1u, 3u}) block.set("up_i", 1, port);
  block.set("minimal_i", 3, 5);
  block.set("minimal_valid_i", 1, 5);
  block.tick();
  EXPECT_EQ(block.state("pending"), Values{1});
  EXPECT_EQ(block.state("pending_hashed"), Values{1});
  EXPECT_EQ(block.state("pending_hash"), Values{19});
  EXPECT_EQ(block.state("pending_up"), Values{0b1010});
  EXPECT_EQ(block.state("pending_minimal").at(5), 3u);
  block.set("valid_i", 0);
  block.tick();
  EXPECT_EQ(block.state("pending"), Values{0});
}

TEST(GoldenState, OfRegionTableIsItsRegions) {
  Held block("region_table", "NumRegions=16");
  block.reset();
  EXPECT_EQ(block.state("live"), Values(16, 0));
  block.set("write_valid_i", 1);
  block.set("write_region_i", 9);
  block.set("write_base_i", 0x123456789000);
  block.set("write_length_i", 4096);
  block.set("write_perms_i", 0b0101);
  block.set("write_host_i", 1);
  block.tick();
  EXPECT_EQ(block.state("live").at(9), 1u);
  EXPECT_EQ(block.state("base").at(9), 0x123456789000u);
  EXPECT_EQ(block.state("length").at(9), 4096u);
  EXPECT_EQ(block.state("perms").at(9), 0b0101u);
  EXPECT_EQ(block.state("host").at(9), 1u);
  block.set("write_kind_i", 2);  // revoke
  block.tick();
  EXPECT_EQ(block.state("live"), Values(16, 0));
}

// Stage 1 compares, stage 2 selects member base + ((hash * count) >> 16).
TEST(GoldenState, OfIpLookupIsItsTablesAndTheLookupsInTheStages) {
  Held block("ip_lookup", "NumEntries=64,NumMembers=64");
  block.reset();
  block.set("write_entry_i", 1);
  block.set("write_member_i", 1);
  block.set("write_index_i", 11);
  block.set("entry_live_i", 1);
  block.set("entry_length_i", 8);
  block.set("entry_prefix_hi_i", std::uint64_t{10} << 56);
  block.set("entry_base_i", 4);
  block.set("entry_count_i", 10);
  block.set("member_i", 0xABC);
  block.tick();
  EXPECT_EQ(block.state("live").at(11), 1u);
  EXPECT_EQ(block.state("length").at(11), 8u);
  EXPECT_EQ(block.state("base").at(11), 4u);
  EXPECT_EQ(block.state("count").at(11), 10u);
  EXPECT_EQ(block.state("members").at(11), 0xABCu);
  block.set("write_entry_i", 0);
  block.set("write_member_i", 0);
  block.set("valid_i", 1);
  block.set("address_hi_i", std::uint64_t{10} << 56 | 12345);
  block.set("hash_i", 0xC000);
  block.tick();
  EXPECT_EQ(block.state("compared"), Values{1});
  EXPECT_EQ(block.state("compared_hit"), Values{1});
  block.set("valid_i", 0);
  block.tick();
  EXPECT_EQ(block.state("compared"), Values{0});
  EXPECT_EQ(block.state("selected_hit"), Values{1});
  EXPECT_EQ(block.state("selected_member"), Values{4 + (0xC000 * 10 >> 16)});
}

// Clause 49.2.6: s[n] = d[n] xor s[n-39] xor s[n-58], and ones before the first bit. The register
// holds the last 58 bits sent, the oldest in bit 0.
TEST(GoldenState, OfPcsTxIsTheScrambler) {
  Held block("pcs_tx");
  block.reset();
  EXPECT_EQ(block.state("scrambler"), Values{(std::uint64_t{1} << 58) - 1});
  constexpr std::uint64_t kWord = 0x0123456789ABCDEF;
  block.set("valid_i", 1);
  block.set("word_i", kWord);
  block.tick();
  std::vector<unsigned> sent(58, 1);
  for (unsigned bit = 0; bit < 64; ++bit)
    sent.push_back((kWord >> bit & 1) ^ sent[sent.size() - 39] ^ sent[sent.size() - 58]);
  std::uint64_t last = 0;
  for (unsigned bit = 0; bit < 58; ++bit)
    last |= std::uint64_t{sent[sent.size() - 58 + bit]} << bit;
  EXPECT_EQ(block.state("scrambler"), Values{last});
}

// r is 0 after reset. Two blocks are taken while a rest of r bits and one block do not fill a line
// word of 70 bits.
TEST(GoldenState, OfTxGearboxIsTheLengthOfTheRest) {
  Held block("tx_gearbox");
  block.reset();
  EXPECT_EQ(block.state("rest_bits"), Values{0});
  block.set("enable_i", 1);
  unsigned rest = 0;
  for (unsigned cycle = 0; cycle < 70; ++cycle) {
    rest += (rest + 66 < 70 ? 2 * 66 : 66) - 70;
    block.tick();
    EXPECT_EQ(block.state("rest_bits"), Values{rest}) << cycle;
  }
}

TEST(GoldenState, OfEcnCtdIsTheDepthOfEachQueue) {
  Held block("ecn_ctd");
  for (unsigned cls = 0; cls < 8; ++cls) block.set("drop_threshold_i", 1, cls);
  block.reset();
  Values depth(32, 0);
  EXPECT_EQ(block.state("depth"), depth);
  block.set("rts_valid_i", 1);
  block.set("rts_queue_i", 21);
  for (const unsigned expected : {1u, 2u, 2u}) {  // a depth of 2 exceeds the threshold
    block.tick();
    depth[21] = expected;
    EXPECT_EQ(block.state("depth"), depth);
  }
  block.set("rts_valid_i", 0);
  block.set("pop_valid_i", 1);
  block.set("pop_queue_i", 21);
  block.tick();
  depth[21] = 1;
  EXPECT_EQ(block.state("depth"), depth);
}

}  // namespace
}  // namespace tinsim
