// SPDX-License-Identifier: Apache-2.0
// The figures of the ExaNet paper: overhead, efficiencies, latencies of software and hops.
#include <gtest/gtest.h>

#include "tests/unit/exanet_lattices.h"

namespace tinsim {
namespace {

using Network = ExanetNetwork<ExanetPaperRouter>;

/// Payload bytes per cycle that arrive at a port, over a whole number of periods of four packets.
double bytes_per_cycle(Network& network, ExanetTilePort& at, unsigned bytes,
                       const std::vector<ExanetTilePort*>& senders, const ExanetPlace& dst) {
  const auto run_until = [&](std::uint64_t packets) {
    while (at.stats().received < packets) {
      for (ExanetTilePort* sender : senders)
        if (sender->queued() < 2) sender->send(exanet_packet(dst, 2, bytes));
      network.step();
      at.received().clear();
    }
    return network.cycle();
  };
  const std::uint64_t from = run_until(80);
  return 400.0 * bytes / static_cast<double>(run_until(480) - from);
}

TEST(ExanetFigures, TheOverheadAt512BytesIs6Point25Percent) {
  const auto words = exanet_bus_words(exanet_packet({}, 0, 512));
  EXPECT_EQ(words.size(), 34u);
  EXPECT_DOUBLE_EQ((static_cast<double>(words.size()) - 32) / 32, 0.0625);
}

TEST(ExanetFigures, TheRouterHas76PercentWithOneSenderAnd89Point5WithTwo) {
  for (unsigned bytes : {256u, 320u, 384u, 448u, 512u}) {
    Network one(exanet_lattice(1, 1, 1, false)), two(exanet_lattice(1, 1, 1, false));
    const double words = bytes / 16.0;
    const double alone = bytes_per_cycle(one, one.port(0, 2), bytes, {&one.port(0, 0)}, {}) / 16;
    const double both =
        bytes_per_cycle(two, two.port(0, 2), bytes, {&two.port(0, 0), &two.port(0, 1)}, {}) / 16;
    EXPECT_NEAR(alone, words / (words + 2 + 8), 1e-9) << bytes;
    EXPECT_NEAR(both, words / (words + 2 + 1.75), 1e-9) << bytes;
    if (bytes != 512) continue;
    EXPECT_NEAR(alone, 0.762, 0.0005);
    EXPECT_NEAR(both, 0.895, 0.0005);
  }
}

TEST(ExanetFigures, TheLinkHas90Percent) {
  for (unsigned bytes : {256u, 320u, 384u, 448u, 512u}) {
    Network network(exanet_lattice(2, 1, 1, false));
    const double rate =
        bytes_per_cycle(network, network.port(1, 2), bytes, {&network.port(0, 0)}, {1, 0, 0}) / 8;
    const double halves = bytes / 8.0;
    EXPECT_NEAR(rate, halves / (halves + 4 + 2 + 1), 1e-9) << bytes;
    if (bytes == 512) {
      EXPECT_NEAR(rate, 0.901, 0.0005);
    }
  }
}

/// Cycles of a round trip between node 0 and node `far` of a ring of four, by ARM registers.
std::uint64_t round_trip(unsigned far, unsigned bytes) {
  Network network(exanet_lattice(4, 1, 1, true));
  ExanetTilePort &near_port = network.port(0, 0), &far_port = network.port(far, 0);
  near_port.set_access(kExanetArm);
  far_port.set_access(kExanetArm);
  network.run(50);
  std::uint64_t start = 0;
  for (unsigned trip = 0; trip < 3; ++trip) {  // each takes as long as the first
    const std::uint64_t now = network.cycle();
    near_port.send(exanet_packet({static_cast<std::uint8_t>(far), 0, 0}, 0, bytes, trip));
    while (far_port.received().empty()) network.step();
    EXPECT_EQ(take_received(far_port).wrong, 0u);
    far_port.send(exanet_packet({0, 0, 0}, 0, bytes, trip));
    while (near_port.received().empty()) network.step();
    take_received(near_port);
    if (trip > 0) {
      EXPECT_EQ(network.cycle() - now, start);
    }
    start = network.cycle() - now;
  }
  return start;
}

TEST(ExanetFigures, AHopAddsPoint46MicrosecondsToTheRoundTrip) {
  for (unsigned bytes : {0u, 16u, 128u, 512u}) {
    const std::uint64_t one = round_trip(1, bytes), two = round_trip(2, bytes);
    EXPECT_EQ(two - one, 72u) << bytes;
  }
  EXPECT_NEAR(72 * kExanetCycleNs, 460, 5);
}

TEST(ExanetFigures, APingPongOf16BytesTakes1Point38Microseconds) {
  EXPECT_NEAR(static_cast<double>(round_trip(1, 16)) * kExanetCycleNs, 1380, 5);
  // The ARM reads 3 words of 20 cycles and writes 3 of 4; the rest is below a microsecond.
  const double network = static_cast<double>(round_trip(1, 16)) - 2 * (3 * 20 + 3 * 4);
  EXPECT_NEAR(network * kExanetCycleNs, 460, 5);
}

TEST(ExanetFigures, TheRoundTripGrowsBy20CyclesPerWordAndDirection) {
  for (unsigned bytes : {16u, 64u, 256u, 512u})
    EXPECT_EQ(round_trip(1, bytes), 2 * (48 + 20 * (bytes / 16 + 2))) << bytes;
}

TEST(ExanetFigures, ArmRegistersTake76Point8And384Nanoseconds) {
  ExanetTilePort port;
  port.reset({}, 0, 128, 4096);
  port.set_access(kExanetArm);
  port.send(exanet_packet({}, 0, 16));
  port.send(exanet_packet({}, 0, 16));
  std::vector<std::uint64_t> writes;
  std::vector<ExanetBusWord> words;
  for (std::uint64_t cycle = 0; words.size() < 6; ++cycle) {
    if (const auto word = port.write(cycle, 0, 0)) {
      writes.push_back(cycle);
      words.push_back(*word);
    }
  }
  const double ns = static_cast<double>(writes[3] - writes[0]) * kExanetCycleNs;
  EXPECT_NEAR(ns, 76.8, 1e-9);

  std::uint64_t cycle = 100;
  for (unsigned n = 0; n < 3; ++n) port.read(cycle++, words[n]);
  while (port.received().empty()) port.read(cycle++, std::nullopt);
  EXPECT_NEAR(static_cast<double>(cycle - 101) * kExanetCycleNs, 384, 1e-9);
}

}  // namespace
}  // namespace tinsim
