// SPDX-License-Identifier: Apache-2.0
// External routes: the best of each prefix, and the entries of the IP table, which the chip's own
// table reads back.
#include <gtest/gtest.h>

#include "platform/controller/ibr/external_rib.h"
#include "platform/controller/ibr/external_table.h"
#include "rtl_models/registers/decode.h"
#include "tlm/tin/ip/edited_ip_routes.h"

namespace tinsim::control {
namespace {

constexpr uint32_t kHops[] = {0x0a010102, 0x0a010202};
const BgpPrefix kPrefix = {0xc0000200, 24}, kOther = {0xc6336400, 24};

BgpUpdate reachable(std::size_t hop, std::vector<uint16_t> path,
                    const std::vector<BgpPrefix>& prefixes = {kPrefix},
                    BgpOrigin origin = BgpOrigin::kIgp) {
  return {{}, BgpAttributes{origin, {{false, std::move(path)}}, kHops[hop]}, prefixes};
}

class ExternalRibTest : public testing::Test {
 protected:
  ExternalRib rib_{65000, {{kHops[0]}, {kHops[1]}}};
};

TEST_F(ExternalRibTest, TheShortestPathThenOriginThenAddressIsBest) {
  rib_.update(0, reachable(0, {1, 2}));
  EXPECT_EQ(rib_.best(kPrefix), 0u);
  rib_.update(1, reachable(1, {3}));
  EXPECT_EQ(rib_.best(kPrefix), 1u);
  rib_.update(1, reachable(1, {3, 4}, {kPrefix}, BgpOrigin::kEgp));
  EXPECT_EQ(rib_.best(kPrefix), 0u);
  rib_.update(1, reachable(1, {3, 4}));
  EXPECT_EQ(rib_.best(kPrefix), 0u);  // the lower address
  rib_.update(0, {{kPrefix}, {}, {}});
  EXPECT_EQ(rib_.best(kPrefix), 1u);
  EXPECT_EQ(rib_.take_changed(), (std::set<BgpPrefix>{kPrefix}));
  EXPECT_TRUE(rib_.take_changed().empty());
}

TEST_F(ExternalRibTest, LoopsAndUnknownNextHopsGiveNoRouteAndEndTheOneBefore) {
  rib_.update(0, reachable(0, {1}));
  rib_.update(0, reachable(0, {1, 65000}));
  EXPECT_EQ(rib_.best(kPrefix), std::nullopt);
  rib_.update(0, reachable(0, {1}));
  BgpUpdate other = reachable(0, {1});
  other.attributes->next_hop = 0x01020304;
  rib_.update(0, other);
  EXPECT_EQ(rib_.best(kPrefix), std::nullopt);
  rib_.update(0, reachable(1, {1}));  // through the other peer's port
  EXPECT_EQ(rib_.best(kPrefix), 1u);
}

TEST_F(ExternalRibTest, AllRoutesOfAPeerAreWithdrawn) {
  rib_.update(0, reachable(0, {1}, {kPrefix, kOther}));
  rib_.update(1, reachable(1, {1, 2}));
  rib_.take_changed();
  rib_.withdraw_all(0);
  EXPECT_EQ(rib_.take_changed(), (std::set<BgpPrefix>{kPrefix, kOther}));
  EXPECT_EQ(rib_.best(kPrefix), 1u);
  EXPECT_EQ(rib_.prefixes(), (std::set<BgpPrefix>{kPrefix}));
}

/// Applies writes to the table of a chip that has two routes of its own.
class ExternalTableTest : public testing::Test {
 protected:
  ExternalTableTest() : chip_(own()) { apply(table_.setup()); }

  static IpRoutes own() {
    IpRoutes routes;
    routes.add({{false, uint64_t{0x0a000001} << 32, 0}, 32, false, {0x11}});
    routes.add({{false, uint64_t{0x0a000002} << 32, 0}, 32, false, {0x12}});
    return routes;
  }
  /// By the offsets of docs/reference/registers.md.
  void apply(const std::vector<ExternalWrite>& writes) {
    const auto group = registers_of_ip();
    for (const ExternalWrite& write : writes) {
      const uint32_t offset = write.address - group;
      if (offset < 0x20000) {
        ASSERT_GE(offset, 0x10000u);
        for (std::size_t n = 0; n < write.values.size(); ++n)
          chip_.apply({IpEdit::What::kMember,
                       static_cast<uint16_t>((offset - 0x10000) / 4 + n),
                       {write.values[n]}});
        continue;
      }
      ASSERT_EQ(write.values.size(), 6u);
      IpEdit edit{IpEdit::What::kEntry, static_cast<uint16_t>((offset - 0x20000) / 32), {}};
      std::copy(write.values.begin(), write.values.end(), edit.words.begin());
      ASSERT_TRUE(EditedIpRoutes::is_valid(edit));
      chip_.apply(edit);
    }
  }
  static uint32_t registers_of_ip();
  std::optional<uint16_t> destination(uint32_t address) const {
    const auto found = chip_.routes().find({false, uint64_t{address} << 32, 0}, 0);
    return found ? std::optional<uint16_t>(found->dst) : std::nullopt;
  }

  ExternalTable table_{{2, 5, 2, {0xaa, 0xbb}}};
  EditedIpRoutes chip_;
};

uint32_t ExternalTableTest::registers_of_ip() {
  for (const registers::Group& group : registers::kMap)
    if (registers::is_equal(group.name, "ip")) return group.base;
  return 0;
}

TEST_F(ExternalTableTest, PacketsLeaveByThePortOfThePeer) {
  apply(table_.set(kPrefix, 0));
  EXPECT_EQ(destination(0xc0000263), 0xaa);
  EXPECT_EQ(destination(0xc0000363), std::nullopt);
  EXPECT_EQ(destination(0x0a000002), 0x12);
  apply(table_.set(kPrefix, 1));
  EXPECT_EQ(destination(0xc0000263), 0xbb);
  apply(table_.set(kPrefix, std::nullopt));
  EXPECT_EQ(destination(0xc0000263), std::nullopt);
  EXPECT_EQ(table_.routes(), 0u);
}

TEST_F(ExternalTableTest, TheDefaultRouteGivesWayToAllOthers) {
  apply(table_.set({0, 0}, 0));
  apply(table_.set(kPrefix, 1));
  EXPECT_EQ(destination(0x08080808), 0xaa);
  EXPECT_EQ(destination(0xc0000201), 0xbb);
  EXPECT_EQ(destination(0x0a000001), 0x11);
}

TEST_F(ExternalTableTest, NothingIsWrittenTwice) {
  EXPECT_EQ(table_.set(kPrefix, 0).size(), 1u);
  EXPECT_TRUE(table_.set(kPrefix, 0).empty());
  EXPECT_TRUE(table_.set(kOther, std::nullopt).empty());
}

TEST_F(ExternalTableTest, AFullTableServesTheOthersWhenAnEntryIsFree) {
  for (uint32_t i = 0; i < 4; ++i) apply(table_.set({i << 24, 8}, 0));
  EXPECT_EQ(table_.without_entry(), 1u);
  EXPECT_EQ(destination(0x03000001), std::nullopt);
  apply(table_.set({1u << 24, 8}, std::nullopt));
  EXPECT_EQ(table_.without_entry(), 0u);
  EXPECT_EQ(destination(0x03000001), 0xaa);
  EXPECT_EQ(destination(0x01000001), std::nullopt);
}

TEST_F(ExternalTableTest, AllWritesMakeAFreshTableTheSame) {
  apply(table_.set(kPrefix, 0));
  apply(table_.set(kOther, 1));
  apply(table_.set(kPrefix, std::nullopt));
  chip_ = EditedIpRoutes(own());
  apply(table_.setup());
  apply(table_.all());
  EXPECT_EQ(destination(0xc6336401), 0xbb);
  EXPECT_EQ(destination(0xc0000201), std::nullopt);
}

}  // namespace
}  // namespace tinsim::control
