// SPDX-License-Identifier: Apache-2.0
// 1RMA in small networks: latency to the cycle by formula, statuses, delays, rings.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <tuple>
#include <vector>

#include "testbench/fresh_kernel.h"
#include "tests/platform/networks.h"
#include "tests/platform/rma_network_fixture.h"

namespace tinsim {
namespace {

// docs/reference/rma.md, docs/reference/pcie.md, with the default delays; host memory answers after
// 600 ns sharp.
constexpr unsigned kCommand = 40, kRequest = 8, kCheck = 40, kCrypt = 40, kMemory = 240;
constexpr double kPcieBytes = 113.70 / 8 * 2.5;  // of packets per cycle, MPS 256

PlatformConfig sharp(PlatformConfig config) {
  config.pcie.read_sigma_ns = 0;
  return config;
}

/// Cycles from a cell's first word at its source to its last at its sink, over `links` local links
/// of 1 m: 16 for each chip, 2 for each wire, one word per cycle
/// (docs/explanation/architecture.md).
unsigned cell_latency(unsigned links, unsigned words) {
  return 16 * (links + 1) + 2 * links + words - 1;
}
unsigned on_pcie(double bytes) { return static_cast<unsigned>(std::ceil(bytes / kPcieBytes)); }
unsigned words_of(unsigned bytes) { return 4 + (bytes + 7) / 8; }

/// A read that fits one cell, from its command's being whole.
unsigned short_read(unsigned links, unsigned bytes) {
  const unsigned padded = (bytes + 3) / 4 * 4;
  return kCommand + kRequest + cell_latency(links, 6) + kCheck + on_pcie(24) + kMemory +
         on_pcie(20 + padded) + kCrypt + cell_latency(links, words_of(bytes)) + kCrypt;
}

/// Local links between the chips (none: one chip; two: over the top of a fat tree), and bytes.
class ShortRead : public testing::TestWithParam<std::tuple<unsigned, unsigned>> {};

PlatformConfig chips(unsigned links, unsigned lanes) {
  const char* const kinds[] = {"single", "pair", "fat_tree"};
  PlatformConfig config = sharp(of_kind(kinds[links], 2, lanes));
  config.topology.arity = config.topology.levels = 2;
  return config;
}

TEST_P(ShortRead, TakesWhatTheFormulaSays) {
  const auto [links, bytes] = GetParam();
  RmaTestNetwork net(chips(links, 1));
  net.host(0).issue(0, net.command(0, links == 0 ? 1 : 3, RmaOp::Read, bytes), 100);
  net.run_to(5000);
  ASSERT_EQ(net.host(0).ended().size(), 1u);
  const RmaCompletion& end = net.host(0).ended()[0].completion;
  EXPECT_EQ(end.status, RmaStatus::kOk);
  EXPECT_EQ(end.bytes, bytes);
  EXPECT_EQ(end.issue, kCommand);
  EXPECT_EQ(end.total, short_read(links, bytes));
  EXPECT_TRUE(net.is_quiet());
}

INSTANTIATE_TEST_SUITE_P(Sizes, ShortRead,
                         testing::Combine(testing::Values(0, 1, 2),
                                          testing::Values(1, 2, 7, 8, 9, 63, 64, 65, 100, 128)));

/// 4 KB: eight requests of 512 octets, sixteen completions of 256, thirty-two cells. PCIe is slower
/// than six ports, so the last cell follows the last completion; the second of two cells that it
/// makes is encrypted a cycle later.
class LongRead : public testing::TestWithParam<unsigned> {};

TEST_P(LongRead, FollowsPcie) {
  const unsigned links = GetParam();
  RmaTestNetwork net(chips(links, 12));
  net.host(0).issue(0, net.command(0, links == 0 ? 1 : 3, RmaOp::Read, 4096), 100);
  net.run_to(5000);
  ASSERT_EQ(net.host(0).ended().size(), 1u);
  const unsigned first = kCommand + kRequest + cell_latency(links, 6) + kCheck + on_pcie(24);
  const unsigned last =
      first + kMemory + on_pcie(16 * 276) + kCrypt + 1 + cell_latency(links, 20) + kCrypt;
  const Cycle total = net.host(0).ended()[0].completion.total;
  EXPECT_GE(total, last);
  EXPECT_LE(total, last + 20) << "at most one cell waits for another";
}

INSTANTIATE_TEST_SUITE_P(Links, LongRead, testing::Values(0, 1));

/// Between pods, by a local link, 50 m of fibre and a local link, each twice: the budget of facts
/// 5.2. Two links of a word per cycle are slower than PCIe, so the last of 32 cells follows the
/// first by 31 / 2 cells of 20 words.
TEST(RmaLatency, ALongReadBetweenPodsKeepsItsBudget) {
  PlatformConfig config = sharp(dragonfly(2, 4, 2, 2));
  config.routing.mode = RouteMode::minimal_adaptive;
  RmaTestNetwork net(config);
  const Topology topology = make_topology(config);
  const auto leaf = [&](unsigned first) {  // a chip from `first` on without a link between pods
    while (ports_of(topology.chips[first], PortKind::kGlobal) != 0) ++first;
    return first;
  };
  const unsigned from = leaf(0), to = leaf(topology.chips.size() / 2);
  ASSERT_NE(topology.chips[from].pod, topology.chips[to].pod);
  net.host(2 * from).issue(0, net.command(2 * from, 2 * to, RmaOp::Read, 4096), 100);
  net.run_to(5000);
  ASSERT_EQ(net.host(2 * from).ended().size(), 1u);
  const auto& ended = net.host(2 * from).ended()[0];
  const Cycle fibre = 100, fec = 12, total = ended.completion.total;
  const auto latency = [&](unsigned words) { return 16 * 4 + 2 * 2 + fibre + fec + words - 1; };
  const unsigned first = kCommand + kRequest + latency(6) + kCheck + on_pcie(24) + kMemory +
                         on_pcie(20 + 256) + kCrypt + latency(20) + kCrypt;
  EXPECT_GE(total, first + 310);
  EXPECT_LE(total, first + 310 + 20) << "at most one cell waits for another";
  EXPECT_NEAR(latency(6) * 2.5e-3, 0.45, 0.02);  // us, of a request
  // From the four stores until the completion is in host memory.
  const double us = (ended.at - 100) * 2.5e-3;
  EXPECT_GE(us, 3.05);
  EXPECT_LE(us, 3.25);
}

/// Four hops: request, PULL, data, acknowledgement.
TEST(RmaLatency, AWriteTakesFourHopsToTheCycle) {
  RmaTestNetwork net(sharp(of_kind("pair", 2)));
  net.host(0).issue(0, net.command(0, 2, RmaOp::Write, 64), 100);
  net.run_to(5000);
  ASSERT_EQ(net.host(0).ended().size(), 1u);
  const unsigned request = kCommand + kRequest + cell_latency(1, 6) + kCheck;
  const unsigned pull = kRequest + cell_latency(1, 6) + kCheck;
  const unsigned data = on_pcie(24) + kMemory + on_pcie(84) + kCrypt + cell_latency(1, 12) + kCrypt;
  const unsigned acknowledgement = kCrypt + cell_latency(1, 4) + kCrypt;
  EXPECT_EQ(net.host(0).ended()[0].completion.total, request + pull + data + acknowledgement);
  EXPECT_TRUE(net.is_quiet());
}

TEST(RmaLatency, AnAtomicOperationWaitsForTwoMemories) {
  RmaTestNetwork net(sharp(of_kind("pair", 2)));
  net.host(0).issue(0, net.command(0, 2, RmaOp::Faa, 8), 100);
  net.run_to(5000);
  ASSERT_EQ(net.host(0).ended().size(), 1u);
  const unsigned request = kCommand + kRequest + cell_latency(1, 6) + kCheck;
  const unsigned pull = kRequest + cell_latency(1, 6) + kCheck;
  const unsigned data = on_pcie(24) + kMemory + on_pcie(28) + kCrypt + cell_latency(1, 5) + kCrypt;
  const unsigned atomic = on_pcie(32) + kMemory + on_pcie(28);
  const unsigned acknowledgement = kCrypt + cell_latency(1, 5) + kCrypt;
  EXPECT_EQ(net.host(0).ended()[0].completion.total,
            request + pull + data + atomic + acknowledgement);
}

TEST(RmaPath, ClassLTakesVcsOfItsOwnAndTheSameTime) {
  RmaTestNetwork net(sharp(of_kind("pair", 2)));
  RmaCommand command = net.command(0, 2, RmaOp::Read, 64);
  command.cls = 1;
  net.host(0).issue(0, command, 100);
  net.run_to(5000);
  ASSERT_EQ(net.host(0).ended().size(), 1u);
  EXPECT_EQ(net.host(0).ended()[0].completion.total, short_read(1, 64));
}

/// The reports of two chips to their hosts under congested reads and writes, line by line.
std::vector<std::string> crowd(bool is_observed, const PlatformConfig& config) {
  fresh_kernel();
  RmaTestNetwork net(config);
  // A filter that may change cells requires each in its cycle; this one changes nothing.
  if (is_observed) net.rma().mail().tamper([](const Cell&, RmaMessage&) {});
  for (unsigned n = 0; n < 1200; ++n) {
    const unsigned from = n % 4, to = (from + 1 + n / 4 % 3) % 4;
    const RmaOp op = n % 5 == 0 ? RmaOp::Write : n % 11 == 0 ? RmaOp::Faa : RmaOp::Read;
    const unsigned bytes = op == RmaOp::Faa ? 8 : 1 + n * 611 % 4096;
    RmaCommand command =
        net.command(from, to, op, bytes, n % 7 * 4096 + (op == RmaOp::Faa ? 0 : n), n % 9 * 4096);
    command.cls = n % 3 == 0 ? 1 : 0;
    command.cookie = n;
    net.host(from).issue(from % 2 * 128 + n / 4 % 32, command, 100 + n / 128 * 20000 + n % 128 * 9);
  }
  // From the end of the first run on work may be late.
  for (const Cycle cycle : {100u, 50000u, 50050u, 300000u}) net.run_to(cycle);
  std::vector<std::string> lines;
  for (unsigned host = 0; host < net.hosts(); ++host) {
    for (const ScriptedRmaHost::Ended& end : net.host(host).ended()) {
      const RmaCompletion& c = end.completion;
      lines.push_back(fmt::format("host {} op {} status {} issue {} total {} at {}", host, c.cookie,
                                  static_cast<int>(c.status), c.issue, c.total, end.at));
    }
  }
  EXPECT_TRUE(net.is_quiet());
  return lines;
}

/// An unobserved engine does its work late, without a visible difference.
TEST(RmaPath, WorkThatIsDoneLateGivesTheSameTimes) {
  const PlatformConfig config = of_kind("pair", 2);
  const std::vector<std::string> late = crowd(false, config), at_once = crowd(true, config);
  ASSERT_EQ(late.size(), 1200u);
  EXPECT_EQ(late, at_once);
}

/// The end of an atomic operation, which comes by PCIe, opens the window for the next PULL; that of
/// a read lets a write be judged that waits behind another read.
TEST(RmaPath, WorkThatIsDoneLateGivesTheSameTimesWherePullsWait) {
  PlatformConfig config = of_kind("pair", 2);
  config.rma.pull_window_bytes = 4096;
  config.rma.read_contexts = 2;
  for (const unsigned check : {1u, kCheck}) {
    config.rma.check_cycles = check;
    const std::vector<std::string> late = crowd(false, config), at_once = crowd(true, config);
    ASSERT_EQ(late.size(), 1200u);
    EXPECT_EQ(late, at_once) << check;
  }
}

/// Without an answer within the limits.
TEST(RmaPath, GivesUpAfterItsTimeouts) {
  PlatformConfig config = of_kind("pair", 2);
  config.rma.operation_timeout_us = 0.5;  // less than host memory takes
  config.rma.solicitation_window_bytes = 4096;
  config.rma.dispatch_timeout_us = 0.2;
  RmaTestNetwork net(sharp(config));
  net.host(0).issue(0, net.command(0, 2, RmaOp::Read, 64), 100);
  net.host(0).issue(1, net.command(0, 2, RmaOp::Read, 64), 100);
  net.run_to(5000);
  ASSERT_EQ(net.host(0).ended().size(), 2u);
  const auto& late = net.host(0).ended()[0].completion;  // the window has no room for it
  EXPECT_EQ(late.slot, 1);
  EXPECT_EQ(late.status, RmaStatus::kDispatchTimeout);
  EXPECT_EQ(late.issue, kCommand + 80u);
  EXPECT_EQ(late.total, late.issue);
  const auto& lost = net.host(0).ended()[1].completion;
  EXPECT_EQ(lost.status, RmaStatus::kTimeout);
  EXPECT_EQ(lost.total - lost.issue, 200u);
  EXPECT_EQ(net.dropped(RmaDrop::kUnknown), 1u);  // the answer, which arrived too late
  EXPECT_TRUE(net.is_quiet());
}

TEST(RmaPath, RefusesWhatRegionsDoNotAllow) {
  RmaTestNetwork net(of_kind("pair", 2));
  const auto read = [&](unsigned bytes, uint64_t offset) {
    return net.command(0, 2, RmaOp::Read, bytes, offset);
  };
  const uint64_t end = RmaTestNetwork::kBytes;
  RmaCommand nowhere = read(8, 0), own_bounds = read(8, 0), no_op = read(8, 0);
  nowhere.remote_region = 77;
  own_bounds.local_offset = end - 7;
  no_op.op = 5;
  RmaCommand no_chip = read(8, 0), foreign = read(8, 0);
  no_chip.remote = 3 << 6;
  foreign.local_region = 2;  // of the chip's other host
  RmaCommand far_here = read(8, 0), far_there = read(8, 0);
  far_here.local_offset = ~uint64_t{0} - 3;  // its end is offset 3
  far_there.remote_offset = uint64_t{1} << 48;
  const std::vector<std::pair<RmaCommand, RmaStatus>> cases = {
      {read(4096, end - 4096), RmaStatus::kOk},
      {read(4096, end - 4095), RmaStatus::kAuthentication},
      {net.command(0, 2, RmaOp::Faa, 8, 4), RmaStatus::kAuthentication},
      {nowhere, RmaStatus::kAuthentication},
      {own_bounds, RmaStatus::kLocalError},
      {no_op, RmaStatus::kLocalError},
      {no_chip, RmaStatus::kLocalError},
      {foreign, RmaStatus::kLocalError},
      {far_here, RmaStatus::kLocalError},
      {far_there, RmaStatus::kLocalError}};
  for (unsigned n = 0; n < cases.size(); ++n) net.host(0).issue(n, cases[n].first, 100);
  net.run_to(20000);
  ASSERT_EQ(net.host(0).ended().size(), cases.size());
  for (const auto& ended : net.host(0).ended())
    EXPECT_EQ(ended.completion.status, cases[ended.completion.slot].second)
        << ended.completion.slot;
  const auto& refused = net.engine_of(2).counters().refused;
  EXPECT_EQ(refused[static_cast<std::size_t>(RmaRefusal::Bounds)], 1u);
  EXPECT_EQ(refused[static_cast<std::size_t>(RmaRefusal::Alignment)], 1u);
  EXPECT_EQ(refused[static_cast<std::size_t>(RmaRefusal::NoRegion)], 1u);
}

TEST(RmaPath, AnswersWithANackWhatFindsTooManyWaiting) {
  PlatformConfig config = of_kind("pair", 2);
  config.rma.nack_threshold = 2;
  config.rma.inbound_cycles = 400;
  RmaTestNetwork net(sharp(config));
  for (unsigned slot = 0; slot < 8; ++slot)
    net.host(0).issue(slot, net.command(0, 2, RmaOp::Read, 64), 100);
  net.run_to(20000);
  unsigned nacks = 0;
  for (const auto& ended : net.host(0).ended())
    nacks += ended.completion.status == RmaStatus::kNack;
  ASSERT_EQ(net.host(0).ended().size(), 8u);
  EXPECT_EQ(nacks, 4u);  // one is taken, three wait
  EXPECT_EQ(net.sum(&RmaCounters::nacks), 4u);
  EXPECT_TRUE(net.is_quiet());
}

/// A ring of 512 entries: its second lap has the other phase.
TEST(RmaPath, WritesCompletionsAroundTheRing) {
  PlatformConfig config = of_kind("pair", 2);
  config.rma.payload = Payload::carried;
  RmaTestNetwork net(config);
  constexpr unsigned kEntries = RmaTestNetwork::kRingBytes / kCompletionBytes;
  for (unsigned n = 0; n < kEntries + 3; ++n) {
    RmaCommand command = net.command(0, 2, RmaOp::Read, 8);
    command.cookie = 1000 + n;
    net.host(0).issue(n % 8, command, 100 + n / 8 * 4000);
  }
  net.run_to(100 + (kEntries / 8 + 2) * 4000);
  ASSERT_EQ(net.host(0).ended().size(), kEntries + 3);
  for (unsigned entry : {0u, 2u, 3u, kEntries - 1}) {
    CompletionBytes bytes{};
    ASSERT_TRUE(net.memory(0).read(entry * kCompletionBytes, bytes.data(), bytes.size()));
    EXPECT_EQ(bytes[0], entry < 3 ? 0x00 : 0x80) << entry;  // OK; phase 1 in the first lap
    EXPECT_EQ(load_little(bytes.data() + 4, 4), 8u);
  }
}

}  // namespace
}  // namespace tinsim
