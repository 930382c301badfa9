// SPDX-License-Identifier: Apache-2.0
// Hosts with flows on wires of a fixed delay: starts and ends by formula, collective operations
// against alpha and beta.
#include "tlm/host/flows/flow_host.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <queue>

#include "tlm/host/flows/collectives.h"

namespace tinsim {
namespace {

constexpr Cycle kWire = 700;      ///< from the first bit at one NIC to the last at the other
constexpr Cycle kProcess = 1600;  ///< of software, and of a notice
constexpr unsigned kPacket = 4096;
constexpr double kPacketCycles = kPacket * 8 / 20.0 * 0.4;  ///< at 20 Gb/s

/// A list in memory.
class Listed final : public FlowSource {
 public:
  explicit Listed(std::vector<Flow> flows) : flows_(std::move(flows)) {}
  bool next(Flow& flow) override {
    if (at_ == flows_.size()) return false;
    flow = flows_[at_++];
    return true;
  }
  std::string place() const override { return "list"; }

 private:
  std::vector<Flow> flows_;
  std::size_t at_ = 0;
};

/// Hosts that send at 20 Gb/s.
class FlowWires {
 public:
  explicit FlowWires(unsigned hosts) : stats_({0, 20'000, 400}, true) {
    host_stats_.measure(kNoCycle, kNoCycle);
    for (unsigned i = 0; i < hosts; ++i)
      network_.addresses.push_back(ipv4_of({0, static_cast<uint8_t>(i), 0}));
    network_.entries.emplace_back();
    network_.swift.endpoint_target = 1e9;
    HostConfig section;
    section.jitter_us = 0;
    section.send_gbps = 20;
    network_.host = HostParams(section, 400);
  }

  /// The end of the last flow.
  Cycle run(std::unique_ptr<FlowSource> source) {
    std::vector<HostFlows*> all;
    for (uint16_t i = 0; i < network_.addresses.size(); ++i) {
      flows_.push_back(std::make_unique<HostFlows>(i));
      board_.add_own(i, *flows_.back());
      all.push_back(flows_.back().get());
    }
    FlowFeed feed(std::move(source), {}, all);
    for (uint16_t i = 0; i < network_.addresses.size(); ++i)
      hosts_.push_back(std::make_unique<FlowHost>(network_, i, host_stats_, feed, *flows_[i],
                                                  board_, stats_, kProcess));
    while (step()) {
    }
    return stats_.last_end();
  }
  FlowStats& stats() { return stats_; }
  bool is_quiet() const {
    return std::all_of(flows_.begin(), flows_.end(),
                       [](const auto& flows) { return flows->planned() == 0; });
  }

 private:
  struct OnWire {
    Cycle at;
    PacketPtr packet;
  };

  /// The next cycle with an event; false: there is none.
  bool step() {
    Cycle now = on_wire_.empty() ? kNoCycle : on_wire_.front().at;
    for (const auto& host : hosts_) now = std::min(now, std::max(host->next(), next_));
    if (now == kNoCycle) return false;
    next_ = now + 1;
    for (; !on_wire_.empty() && on_wire_.front().at == now; on_wire_.pop())
      hosts_[target(*on_wire_.front().packet)]->receive(on_wire_.front().packet, 0, now);
    for (const auto& host : hosts_) {
      if (host->next() > now) continue;
      if (PacketPtr packet = host->take(now)) on_wire_.push({now + kWire, std::move(packet)});
    }
    return true;
  }
  /// Of data the destination of its connection, of an acknowledgement the source.
  std::size_t target(const Packet& packet) const {
    const std::size_t hosts = hosts_.size(), flow = packet.segment.flow;
    return packet.segment.is_ack ? flow / hosts % hosts : flow % hosts;
  }

  HostNetwork network_;
  HostStats host_stats_;
  FlowStats stats_;
  FlowBoard board_;
  std::vector<std::unique_ptr<HostFlows>> flows_;
  std::vector<std::unique_ptr<FlowHost>> hosts_;
  std::queue<OnWire> on_wire_;
  Cycle next_ = 0;  ///< the first cycle that has not been simulated
};

Flow flow(uint64_t id, uint16_t src, uint16_t dst, uint32_t bytes, std::vector<uint64_t> after) {
  return {id, src, dst, bytes, 0, std::move(after)};
}

TEST(FlowHost, AFlowTakesItsPacketsAndTheWire) {
  FlowWires wires(2);
  const Cycle end =
      wires.run(std::make_unique<Listed>(std::vector<Flow>{flow(5, 0, 1, 10 * kPacket, {})}));
  EXPECT_NEAR(end, 9 * kPacketCycles + kWire, 1);
  const std::vector<FlowRow> rows = wires.stats().take_rows();
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].id, 5u);
  EXPECT_EQ(rows[0].bytes, 10 * kPacket);
  EXPECT_EQ(rows[0].start, 0u);
  EXPECT_EQ(wires.stats().slowdown().max(), 1000 * uint64_t{end} / 6554);
}

TEST(FlowHost, TheReceiverGoesOnAfterItsSoftwareAndTheSourceAfterANotice) {
  FlowWires wires(3);
  wires.run(std::make_unique<Listed>(
      std::vector<Flow>{flow(1, 0, 1, 100, {}), flow(2, 1, 2, 100, {1}), flow(3, 0, 2, 100, {1})}));
  std::vector<FlowRow> rows = wires.stats().take_rows();
  ASSERT_EQ(rows.size(), 3u);
  std::sort(rows.begin(), rows.end(), [](auto& a, auto& b) { return a.id < b.id; });
  EXPECT_EQ(rows[0].end, kWire);
  EXPECT_EQ(rows[1].start, kWire + kProcess);
  EXPECT_EQ(rows[2].start, (kWire + kProcess + 39) / 40 * 40);  // polled
  EXPECT_EQ(rows[2].end, rows[2].start + kWire);
}

/// S steps of p packets: S (alpha + beta) - process, as no flow follows the last; notices are
/// polled every 40 cycles.
void expect_alpha_beta(FlowKind kind, unsigned hosts, uint32_t bytes, unsigned steps,
                       unsigned packets) {
  std::vector<uint16_t> ranks(hosts);
  std::iota(ranks.begin(), ranks.end(), uint16_t{0});
  FlowWires wires(hosts);
  const Cycle end = wires.run(make_collective(kind, ranks, bytes));
  EXPECT_TRUE(wires.is_quiet());
  EXPECT_EQ(wires.stats().count_started(), wires.stats().count_completed());
  const double expected =
      steps * (kWire + kProcess + (packets - 1) * kPacketCycles) - double{kProcess};
  EXPECT_GE(end, expected - steps) << word_of(kind);
  EXPECT_LE(end, expected + steps * 41.0) << word_of(kind);
}

TEST(FlowHost, AllReducesOf64HostsAreAlphaAndBeta) {
  constexpr uint32_t kBytes = 64 * 2 * kPacket;
  expect_alpha_beta(FlowKind::ring_all_reduce, 64, kBytes, 126, 2);
  expect_alpha_beta(FlowKind::doubling_all_reduce, 64, kBytes, 6, 128);
  expect_alpha_beta(FlowKind::tree_all_reduce, 64, kBytes, 12, 128);
}

TEST(FlowHost, AllReducesOfAGigabyteAreAlphaAndBeta) {
  if (std::getenv("TINSIM_SOAK_FACTOR") == nullptr) GTEST_SKIP() << "minutes: make soak";
  constexpr uint32_t kBytes = 1'000'000'000;
  constexpr unsigned kPackets = (kBytes + kPacket - 1) / kPacket;
  constexpr unsigned kPacketsOfPart = (kBytes / 64 + kPacket - 1) / kPacket;
  expect_alpha_beta(FlowKind::ring_all_reduce, 64, kBytes, 126, kPacketsOfPart);
  expect_alpha_beta(FlowKind::doubling_all_reduce, 64, kBytes, 6, kPackets);
  expect_alpha_beta(FlowKind::tree_all_reduce, 64, kBytes, 12, kPackets);
}

TEST(FlowHost, AllToAllAndBroadcastAreAlphaAndBeta) {
  expect_alpha_beta(FlowKind::all_to_all, 16, 4 * kPacket, 15, 4);
  expect_alpha_beta(FlowKind::broadcast, 16, 8 * kPacket, 4, 8);
}

}  // namespace
}  // namespace tinsim
