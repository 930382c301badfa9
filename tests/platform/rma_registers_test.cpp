// SPDX-License-Identifier: Apache-2.0
// Registers of a 1RMA engine and its command windows, as software sees them in the BAR.
#include <gtest/gtest.h>

#include "base/errors.h"
#include "tests/platform/networks.h"
#include "tests/platform/rma_network_fixture.h"

namespace tinsim {
namespace {

class RmaRegisters : public testing::Test {
 protected:
  RmaRegisters() : net_(of_kind("pair", 2)), engine_(net_.rma().engine(0)) {}
  void store(uint32_t offset, uint64_t value, uint32_t bytes = 8, unsigned host = 0) {
    std::array<uint8_t, 64> octets{};
    store_little(octets.data(), 8, value);
    engine_.store(host, offset, {octets.data(), bytes}, 1);
  }
  uint64_t load(uint32_t offset, unsigned host = 0) {
    std::array<uint8_t, 8> octets{};
    EXPECT_TRUE(engine_.load(host, offset, octets.data(), 8, 1)) << offset;
    return load_little(octets.data(), 8);
  }
  bool can_load(uint32_t offset, uint32_t bytes, unsigned host = 0) {
    std::array<uint8_t, 64> octets{};
    return engine_.load(host, offset, octets.data(), bytes, 1);
  }
  uint64_t bad_stores() const { return engine_.counters().bad_stores; }

  RmaTestNetwork net_;
  RmaEngine& engine_;
};

TEST_F(RmaRegisters, IdentifyTheChip) {
  EXPECT_EQ(load(0x8), net_.address_of(0));
  EXPECT_NE(load(0x0), 0u);
}

TEST_F(RmaRegisters, AllocateSlotsOfEachHostUntilNoneIsFree) {
  for (unsigned n = 0; n < 128; ++n) {
    EXPECT_EQ(load(0x10), n);
    EXPECT_EQ(load(0x18, 1), 128 + n);
  }
  EXPECT_EQ(load(0x10), ~uint64_t{0});
  EXPECT_EQ(load(0x18, 1), ~uint64_t{0});
}

TEST_F(RmaRegisters, RegisterRekeyAndRevokeRegions) {
  store(0x100, 0x12345678);
  store(0x108, 4096);
  store(0x110, 0x03);
  store(0x118, 77);
  store(0x120, 88);
  store(0x128, 9);
  store(0x130, 0);
  const RmaRegion region = *engine_.region(9);
  EXPECT_TRUE(region.live);
  EXPECT_EQ(region.base, 0x12345678u);
  EXPECT_EQ(region.length, 4096u);
  EXPECT_EQ(region.perms, 3);
  EXPECT_EQ(region.host, 0);
  EXPECT_EQ(region.key.lo, 77u);
  EXPECT_EQ(region.key.hi, 88u);
  store(0x118, 99);
  EXPECT_EQ(engine_.region(9)->key.lo, 77u);
  store(0x130, 1);
  EXPECT_EQ(engine_.region(9)->key.lo, 99u);
  store(0x130, 2);
  EXPECT_FALSE(engine_.region(9)->live);
  store(0x128, 4096);  // beyond the table
  store(0x130, 0);
  EXPECT_EQ(engine_.region(4096), nullptr);
}

/// The reserved key, all zero, is everybody's.
TEST_F(RmaRegisters, TakeNoKeyOfZeros) {
  const auto add = [this](uint64_t low, uint64_t high, uint64_t kind) {
    const uint64_t values[] = {0x1000, 64, 15, low, high, 5, kind};
    for (unsigned n = 0; n < 7; ++n) store(0x100 + 8 * n, values[n]);
  };
  add(0, 0, 0);
  EXPECT_EQ(bad_stores(), 1u);
  EXPECT_EQ(engine_.region(5), nullptr);
  add(0, 1, 0);
  EXPECT_TRUE(engine_.region(5)->live);
  add(0, 0, 1);
  EXPECT_EQ(bad_stores(), 2u);
  EXPECT_EQ(engine_.region(5)->key.hi, 1u);
  EXPECT_THROW(engine_.register_region(6, {true, 0, 64, 15, 0, {}}), InvariantError);
}

/// Cut to its width a value would mean something else.
TEST_F(RmaRegisters, RefuseValuesThatDoNotFit) {
  constexpr std::pair<uint32_t, unsigned> kWidths[] = {
      {0x200, 20}, {0x208, 16}, {0x210, 16}, {0x218, 16}, {0x220, 20},
      {0x228, 1},  {0x230, 8},  {0x238, 8},  {0x240, 16}, {0x1000, 32}};
  uint64_t refused = 0;
  for (const auto& [offset, bits] : kWidths) {
    const uint64_t before = load(offset);
    for (unsigned bit = bits; bit < 64; ++bit) {
      store(offset, uint64_t{1} << bit | 1);
      EXPECT_EQ(bad_stores(), ++refused) << std::hex << offset << " bit " << bit;
    }
    EXPECT_EQ(load(offset), before);
    store(offset, (uint64_t{1} << bits) - 1);
    EXPECT_EQ(load(offset), (uint64_t{1} << bits) - 1);
  }
}

/// The drivers of two hosts know nothing of each other.
TEST_F(RmaRegisters, StageARegionForEachHost) {
  const std::pair<uint32_t, uint64_t> staged[] = {{0x100, 10}, {0x108, 20}, {0x110, 3},
                                                  {0x118, 30}, {0x120, 40}, {0x128, 5}};
  for (const auto& [offset, value] : staged)
    for (unsigned host : {0u, 1u})
      store(offset, value + host * (offset == 0x110 ? 17 : 1), 8, host);
  for (unsigned host : {0u, 1u}) store(0x130, 0, 8, host);
  for (unsigned host : {0u, 1u}) {
    const RmaRegion region = *engine_.region(5 + host);
    EXPECT_EQ(region.base, 10u + host);
    EXPECT_EQ(region.length, 20u + host);
    EXPECT_EQ(region.perms, 3 + host);
    EXPECT_EQ(region.key.lo, 30u + host);
    EXPECT_EQ(region.key.hi, 40u + host);
  }
}

/// Two hosts share the chip, not their memory.
TEST_F(RmaRegisters, LetAHostDisposeOfItsOwnMemoryOnly) {
  const auto add = [this](unsigned by, uint64_t base, uint64_t length, uint64_t perms) {
    const uint64_t values[] = {base, length, perms, 7, 0, 5, 0};
    for (unsigned n = 0; n < 7; ++n) store(0x100 + 8 * n, values[n], 8, by);
  };
  add(1, 0x1000, 0x100, 3);  // in the memory of host 0
  EXPECT_EQ(bad_stores(), 1u);
  EXPECT_EQ(engine_.region(5), nullptr);
  add(0, 0x1000, 0x100, 3);
  EXPECT_TRUE(engine_.region(5)->live);
  add(1, 0x2000, 0x100, 3 | 1 << 4);  // where host 0 has one
  for (const uint64_t kind : {1u, 2u}) store(0x130, kind, 8, 1);
  EXPECT_EQ(bad_stores(), 4u);
  EXPECT_EQ(engine_.region(5)->base, 0x1000u);
  store(0x130, 3, 8, 0);  // no such kind
  EXPECT_EQ(bad_stores(), 5u);
  store(0x130, 2, 8, 0);
  store(0x130, 0, 8, 1);
  EXPECT_EQ(engine_.region(5)->host, 1) << "it was free then";
  store(0x1000 + 8 * 127, 1, 8, 1);  // the PID of a slot of host 0
  EXPECT_EQ(bad_stores(), 6u);
}

/// Addresses have 64 bits: the last byte of a region is there before they restarts.
TEST_F(RmaRegisters, TakeNoRegionAroundTheEndOfAddresses) {
  const auto add = [this](uint64_t base, uint64_t length) {
    const uint64_t values[] = {base, length, 15, 7, 0, 5, 0};
    for (unsigned n = 0; n < 7; ++n) store(0x100 + 8 * n, values[n]);
  };
  add(~uint64_t{0} - 8, 8);
  EXPECT_EQ(bad_stores(), 0u);
  add(~uint64_t{0} - 8, 10);
  add(~uint64_t{0}, ~uint64_t{0});
  EXPECT_EQ(bad_stores(), 2u);
  EXPECT_EQ(engine_.region(5)->length, 8u);
}

TEST_F(RmaRegisters, ChangeParametersAtOnce) {
  EXPECT_EQ(load(0x200), 65536u);
  EXPECT_EQ(load(0x208), 4000u);  // 10 us
  EXPECT_EQ(load(0x210), 8000u);  // 20 us
  EXPECT_EQ(load(0x218), 16u);
  store(0x200, 8192);
  store(0x210, 1234);
  EXPECT_EQ(engine_.params().solicitation.window, 8192u);
  EXPECT_EQ(engine_.params().timeout, 1234u);
  EXPECT_EQ(load(0x210), 1234u);
  EXPECT_EQ(load(0x240), 7600u);  // 19 us
  store(0x240, 4321);
  EXPECT_EQ(engine_.params().pull_timeout, 4321u);
  EXPECT_EQ(load(0x240), 4321u);
  store(0x230, 0);  // a weight of zero would stand still
  EXPECT_EQ(load(0x230), 1u);
  EXPECT_EQ(bad_stores(), 1u);
}

TEST_F(RmaRegisters, CountAndKeepPids) {
  store(0x1000 + 8 * 255, 4711, 8, 1);
  EXPECT_EQ(load(0x1000 + 8 * 255, 1), 4711u);
  EXPECT_FALSE(can_load(0x1000 + 8 * 255, 8)) << "of the other host";
  EXPECT_EQ(load(0x400), 0u);  // commands
  EXPECT_FALSE(can_load(0x400 + 8 * 18, 8));
}

TEST_F(RmaRegisters, DropWhatMakesNoSense) {
  EXPECT_FALSE(can_load(0x8, 4));
  EXPECT_FALSE(can_load(0x9, 8));
  EXPECT_FALSE(can_load(0x100, 8));
  EXPECT_FALSE(can_load(kCommandWindow, 8));
  store(0x0, 1);                            // read only
  store(0x200, 1, 4);                       // half of a register
  store(0x204, 1);                          // between two
  store(kCommandWindow + 8, 1, 16);         // not a quarter
  store(kCommandWindow, 1, 8);              // half of one
  store(kCommandWindow + 64 * 128, 1, 16);  // of the other host
  store(kCommandWindow + 64 * 256, 1, 16);  // beyond the slots
  EXPECT_EQ(bad_stores(), 7u);
}

}  // namespace
}  // namespace tinsim
