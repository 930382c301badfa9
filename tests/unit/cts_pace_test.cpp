// SPDX-License-Identifier: Apache-2.0
// How fast packets may be fetched for a wire.
#include "tlm/tin/ip/cts_pace.h"

#include <gtest/gtest.h>

namespace tinsim {
namespace {

constexpr WireRate kRate{250, 1};  // 100 Gb/s at 400 MHz

/// Bits that a frame takes of the wire: 20 octets of preamble and gap besides.
constexpr uint64_t wire_bits(unsigned frame_bytes) { return 8 * (frame_bytes + 20); }

// One is fetched ahead: the packet after the k-th may go when k - 1 would have left.
TEST(CtsPaceTest, PacketsGoAsTheWireWouldSendThem) {
  for (unsigned bytes : {64u, 82u, 256u, 1500u, 4160u, 9000u}) {
    CtsPace pace(kRate, 100);
    for (unsigned k = 1; k <= 50; ++k) {
      pace.fetched(0, bytes);
      EXPECT_EQ(pace.from(), (k - 1) * wire_bits(bytes) / kRate.bits) << bytes << " bytes, " << k;
    }
  }
}

TEST(CtsPaceTest, TimeInWhichNothingWasFetchedIsLost) {
  CtsPace pace(kRate, 100);
  pace.fetched(0, 4160);
  pace.fetched(0, 4160);
  pace.fetched(5000, 4160);
  EXPECT_EQ(pace.from(), 5000u);
  pace.fetched(5000, 4160);
  EXPECT_EQ(pace.from(), 5000 + wire_bits(4160) / kRate.bits);
}

TEST(CtsPaceTest, APercentageOfTheRate) {
  for (unsigned percent : {1u, 50u, 97u, 125u, 1000u}) {
    CtsPace pace(kRate, percent);
    for (unsigned k = 0; k <= 100; ++k) pace.fetched(0, 1500);
    EXPECT_EQ(pace.from(), 100 * 100 * wire_bits(1500) / (kRate.bits * percent)) << percent;
  }
}

// Packets of 105 octets take four cycles of the wire, and then eight.
TEST(CtsPaceTest, AnotherShareCountsFromTheNextPacketOn) {
  CtsPace pace(kRate, 100);
  for (unsigned k = 0; k < 2; ++k) pace.fetched(0, 105);
  EXPECT_EQ(pace.from(), 4u);
  pace.change(kRate, 50);
  EXPECT_EQ(pace.from(), 4u);
  for (const Cycle from : {8u, 16u, 24u}) {
    pace.fetched(0, 105);
    EXPECT_EQ(pace.from(), from);
  }
}

TEST(CtsPaceTest, NoPace) {
  CtsPace pace(kRate, 0);
  for (unsigned k = 0; k < 100; ++k) pace.fetched(7, 9000);
  EXPECT_EQ(pace.from(), 0u);
}

}  // namespace
}  // namespace tinsim
