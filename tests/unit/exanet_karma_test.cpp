// SPDX-License-Identifier: Apache-2.0
// Registers of KARMA: what software of a node reads and writes, and what the router makes of it.
#include <gtest/gtest.h>

#include "tests/unit/exanet_lattices.h"
#include "tlm/exanet/karma_registers.h"

namespace tinsim {
namespace {

using Network = ExanetNetwork<ExanetPaperRouter>;

TEST(KarmaRegisters, AreThoseOfTheNode) {
  Network network(exanet_lattice(4, 3, 2, true));
  KarmaRegisters registers(network, network.node_at({1, 2, 0}));
  EXPECT_EQ(registers.read(karma::kCoordinates), 0x000201u);
  EXPECT_EQ(registers.read(karma::kLattice), 0x828384u);
  EXPECT_EQ(registers.read(karma::kPriority), 0b100100u);
  EXPECT_EQ(registers.read(karma::kEnable), 0b111111u);
  EXPECT_EQ(registers.read(karma::kChannelRule), 2u);
  EXPECT_EQ(registers.read(karma::kFixed), 0u);
  EXPECT_EQ(registers.read(karma::kRank + 8 * 14), 0u);
}

TEST(KarmaRegisters, RefuseOtherAddressesAndValues) {
  Network network(exanet_lattice(2, 2, 1, false));
  KarmaRegisters registers(network, 0);
  for (std::uint32_t address : {0x030u, 0x004u, 0x0f8u, 0x118u, 0x170u, 0x188u})
    EXPECT_EQ(registers.read(address), std::nullopt) << address;
  for (std::uint32_t address : {karma::kCoordinates, karma::kLattice, karma::kSendCount, 0x030u})
    EXPECT_FALSE(registers.write(address, 0)) << address;
  EXPECT_FALSE(registers.write(karma::kPriority, 0b000100));  // dimension 0 twice
  EXPECT_FALSE(registers.write(karma::kPriority, 0b100111));
  EXPECT_FALSE(registers.write(karma::kEnable, 0b000010));  // node 0 has no link towards -X
  EXPECT_FALSE(registers.write(karma::kChannelRule, 3));
  EXPECT_FALSE(registers.write(karma::kRank, 16));
  EXPECT_FALSE(registers.write(karma::kHealth, 256));
  EXPECT_EQ(registers.read(karma::kPriority), 0b100100u);
}

TEST(KarmaRegisters, ADisabledDirectionIsAvoidedByAnotherPriority) {
  Network network(exanet_lattice(2, 2, 1, false));
  KarmaRegisters registers(network, 0);
  ASSERT_TRUE(registers.write(karma::kEnable, 0b000100));  // +Y alone
  network.port(0, 0).send(exanet_packet({1, 1, 0}, 0, 64));
  network.run(300);
  EXPECT_EQ(network.stats().discarded, 1u);
  ASSERT_TRUE(registers.write(karma::kPriority, 0b100001));  // Y, X, Z
  network.port(0, 0).send(exanet_packet({1, 1, 0}, 0, 64));
  EXPECT_EQ(registers.read(karma::kSendCount), 1u);
  network.run(300);
  EXPECT_EQ(registers.read(karma::kSendCount), 0u);
  EXPECT_EQ(KarmaRegisters(network, 3).read(karma::kReceiveCount), 1u);
}

TEST(KarmaRegisters, HealthIsReadAtTheNeighboursOfALink) {
  Network network(exanet_lattice(2, 1, 1, false));
  KarmaRegisters here(network, 0), there(network, 1);
  EXPECT_EQ(there.read(karma::kLinkStatus + 8), 0x0001u);
  EXPECT_EQ(there.read(karma::kLinkStatus), 0u);  // no link towards +X
  ASSERT_TRUE(here.write(karma::kHealth, 0x81));
  network.run(100);
  EXPECT_EQ(there.read(karma::kLinkStatus + 8), 0x8101u);
}

}  // namespace
}  // namespace tinsim
