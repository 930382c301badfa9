// SPDX-License-Identifier: Apache-2.0
// When the window of fetches narrows and widens, and by how much.
#include "tlm/tin/ip/fetch_window.h"

#include <gtest/gtest.h>

namespace tinsim {
namespace {

constexpr uint32_t kMost = 32 * 1024, kBytes = 1500;
constexpr Cycle kTarget = 800;
constexpr Cycle kOnWire = kBytes * 8 / 250;  // at 100 Gb/s
constexpr Cycle kLate = kTarget + kOnWire + 1;
// 100 Gb/s of packets are 4.22 words of DATA cells per cycle, of 148 bytes in 20 words.
constexpr double kDataWords = 250. / 8 / 148 * 20;
constexpr unsigned kPorts = 5, kRtsWords = 2;

FetchWindow::Params nic(Cycle target = kTarget) {
  return {kMost, target, WireRate{250, 1}, kPorts};
}

/// RTSs that leave as much as fills the wire in `cycles`, with twice their part at one port.
double harmless(Cycle cycles) { return cycles * (kPorts - kDataWords) / (2 * kRtsWords); }

TEST(FetchWindowTest, NarrowsByAnEighthOfALatePacketAndWidensByASixtyFourth) {
  FetchWindow window(nic());
  const auto many = static_cast<uint32_t>(harmless(kLate) * 1.1);
  window.fetched(kBytes, kLate, many);
  EXPECT_EQ(window.bytes(), kMost - kBytes / 8);
  window.fetched(kBytes, kLate - 1, many);
  EXPECT_EQ(window.bytes(), kMost - kBytes / 8 + kBytes / 64);
}

TEST(FetchWindowTest, StaysBetweenAHalfAndTheWhole) {
  FetchWindow window(nic());
  for (unsigned i = 0; i < 1000; ++i) window.fetched(kBytes, 2 * kLate, 2 * kLate);
  EXPECT_EQ(window.bytes(), kMost / 2);
  for (unsigned i = 0; i < 1000; ++i) window.fetched(kBytes, kTarget / 2, 0);
  EXPECT_EQ(window.bytes(), kMost);
}

// A fabric that is full of DATA makes fetches late, too: who asks for less there, gets less.
TEST(FetchWindowTest, HeedsNoDelayThatRtssDoNotMake) {
  for (const Cycle took : {kLate, 3 * kLate, 100 * kLate}) {
    FetchWindow window(nic());
    window.fetched(kBytes, took, static_cast<uint32_t>(harmless(took) * 0.99) - 1);
    EXPECT_EQ(window.bytes(), kMost) << took;
    window.fetched(kBytes, took, static_cast<uint32_t>(harmless(took) * 1.01) + 1);
    EXPECT_LT(window.bytes(), kMost) << took;
  }
}

TEST(FetchWindowTest, LongPacketsMayTakeTheirTimeOnTheWireBesides) {
  constexpr unsigned kJumbo = 9000;
  FetchWindow window(nic());
  window.fetched(kJumbo, kTarget + kJumbo * 8 / 250, 5 * kLate);
  EXPECT_EQ(window.bytes(), kMost);
  window.fetched(kJumbo, kTarget + kJumbo * 8 / 250 + 1, 5 * kLate);
  EXPECT_EQ(window.bytes(), kMost - kJumbo / 8);
}

TEST(FetchWindowTest, StaysAsItIsWithoutATarget) {
  FetchWindow window(nic(0));
  window.fetched(kBytes, 100 * kLate, 100 * kLate);
  EXPECT_EQ(window.bytes(), kMost);
}

}  // namespace
}  // namespace tinsim
