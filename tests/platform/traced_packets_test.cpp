// SPDX-License-Identifier: Apache-2.0
// Cell tracing of whole packets: the trace bit in all cells of a packet, at each chip on its way.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>

#include "platform/build/platform.h"
#include "platform/network/routing/route_tables.h"
#include "platform/validate/load.h"
#include "testbench/fresh_kernel.h"
#include "tlm/tin/ip/ip_params.h"

namespace tinsim {
namespace {

/// Observes the cells of packets at all chips: the trace bits of those of each packet.
class PacketBits final : public SwitchObserver {
 public:
  void matched(Cycle, unsigned, unsigned, unsigned, const Cell& cell) override {
    constexpr unsigned kEptrBits = 16, kIptrBits = 18, kIptrOfRts = 19;
    const uint64_t word = uint64_t{cell.birth} << 32 | cell.seq;
    const auto iptr = [&](unsigned low) { return word >> low & ((1u << kIptrBits) - 1); };
    switch (static_cast<IpCell>(cell.type)) {
      case IpCell::kData:
        data[{cell.src >> 6, cell.dst >> 6, word & ((1u << kEptrBits) - 1)}].insert(cell.traced);
        break;
      case IpCell::kRts:
        requests[{cell.src >> 6, iptr(kIptrOfRts)}].insert(cell.traced);
        break;
      case IpCell::kCts:
      case IpCell::kCtd:
        answers[{cell.dst >> 6, iptr(0)}].insert(cell.traced);
        break;
    }
  }
  void credit_sent(Cycle, unsigned, Credit) override {}
  void cell_started(Cycle, unsigned, const Cell&) override {}

  std::map<std::tuple<unsigned, unsigned, uint64_t>, std::set<bool>> data;  ///< by chips and eptr
  /// By chip of the packet, and iptr.
  std::map<std::pair<unsigned, uint64_t>, std::set<bool>> requests, answers;
};

/// The cells of 15 us: in so short a time no number is used again.
std::unique_ptr<PacketBits> bits_of(const std::string& unit) {
  const PlatformConfig config =
      load_config(TINSIM_SOURCE_DIR "/configs/ip_pod.yaml",
                  {"topology.pods=2", "topology.tins_per_pod=3", "topology.global_links_per_pair=3",
                   "ip_traffic.0.gbps=20", "cell_tracing.enabled=true", "cell_tracing.unit=" + unit,
                   "cell_tracing.period=3", "cell_tracing.interval_us=1000"});
  fresh_kernel();
  const Topology topology = make_topology(config);
  const auto tables = make_route_tables(config, topology);
  Platform platform("net", config, topology, tables, make_traffic(config, topology), 400);
  auto bits = std::make_unique<PacketBits>();
  for (std::size_t chip = 0; chip < topology.chips.size(); ++chip) platform.observe(chip, *bits);
  for (Cycle now = 0; now < 6000; now += 400) platform.run_to(now + 400);
  return bits;
}

template <class Packets>
unsigned count(const Packets& packets, const std::set<bool>& values) {
  return static_cast<unsigned>(std::count_if(
      packets.begin(), packets.end(), [&](const auto& packet) { return packet.second == values; }));
}

// All chips between the ends of each packet see it whole, or no cell of it, and the answer with the
// bit of its request.
TEST(TracedPackets, AreTracedWholeOnAllTheirWay) {
  const auto bits = bits_of("packet");
  EXPECT_GT(count(bits->data, {true}), 30u);
  EXPECT_GT(count(bits->data, {false}), count(bits->data, {true}));
  EXPECT_EQ(count(bits->data, {false, true}), 0u);
  EXPECT_EQ(count(bits->requests, {false, true}), 0u);
  unsigned answered = 0;
  for (const auto& [packet, values] : bits->requests) {
    const auto answer = bits->answers.find(packet);
    if (answer == bits->answers.end()) continue;
    ++answered;
    EXPECT_EQ(answer->second, values) << packet.second;
  }
  EXPECT_GT(answered, 100u);
}

TEST(TracedPackets, SingleCellsOfAPacketWouldBeNoticed) {
  const auto bits = bits_of("cell");
  EXPECT_GT(count(bits->data, {false, true}), 30u);
}

}  // namespace
}  // namespace tinsim
