// SPDX-License-Identifier: Apache-2.0
// GNet bridge: two chips joined by sockets do in every cycle what they do joined by mailboxes.
#include "tlm/sockets/gnet_bridge.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <tuple>

#include "platform/build/platform.h"
#include "platform/network/routing/route_tables.h"
#include "platform/run/audit.h"
#include "platform/validate/validate.h"
#include "testbench/bench_random.h"
#include "tests/unit/gnet_test.h"
#include "tlm/tin/cell_switch/core.h"

namespace tinsim {
namespace {

constexpr Cycle kBatch = 250;  // no multiple of any window here: windows are cut at barriers
constexpr Cycle kRun = 60 * kBatch;

/// Every match, credit and cell start of a chip: kind, cycle, port, VC, output or words, cell.
class Recorder : public SwitchObserver {
 public:
  using Event = std::tuple<unsigned, Cycle, unsigned, unsigned, unsigned, uint16_t, uint32_t>;

  void matched(Cycle at, unsigned in, unsigned vc, unsigned out, const Cell& c) override {
    events.emplace_back(0, at, in, vc, out, c.src, c.seq);
  }
  void credit_sent(Cycle at, unsigned in, Credit credit) override {
    events.emplace_back(1, at, in, unsigned{credit.vc}, unsigned{credit.words}, 0, 0);
  }
  void cell_started(Cycle at, unsigned out, const Cell& c) override {
    events.emplace_back(2, at, out, c.vc, c.words, c.src, c.seq);
  }
  std::vector<Event> events;
};

struct Outcome {
  std::vector<std::vector<Recorder::Event>> events;  ///< by chip, sorted
  std::vector<uint64_t> hashes;                      ///< of deliveries, by pod and batch
  uint64_t delivered = 0;
  unsigned bridges = 0;

  bool operator==(const Outcome& o) const { return events == o.events && hashes == o.hashes; }
};

enum class Links { kDirect, kBridged, kHalfBridged, kOneCycleLonger };

/// Puts bridges in the place of the global links of a platform.
std::vector<std::unique_ptr<GnetBridge>> bridge_links(Platform& platform, const Topology& topology,
                                                      const PlatformConfig& config, Links links) {
  const Cycle more = links == Links::kOneCycleLonger ? 1 : 0;
  GnetLink link{link_cycles(config, PortKind::kGlobal) + more, platform.windows(),
                platform.cycle_ps(), true, 0};
  std::map<std::pair<unsigned, unsigned>, GnetBridge*> at;
  std::vector<std::unique_ptr<GnetBridge>> bridges;
  const auto add = [&](unsigned chip, unsigned port) {
    link.refresh_phase =
        static_cast<uint16_t>(platform.links().plan().spec(chip, port).refresh_phase);
    const std::string name = "bridge" + std::to_string(chip) + "_" + std::to_string(port);
    bridges.push_back(
        std::make_unique<GnetBridge>(name.c_str(), platform.tin(chip).cell_switch(), port, link));
    return bridges.back().get();
  };
  for (unsigned chip = 0; chip < topology.chips.size(); ++chip) {
    const auto& ports = topology.chips[chip].ports;
    for (unsigned port = 0; port < ports.size(); ++port) {
      const PortInfo& info = ports[port];
      if (info.kind != PortKind::kGlobal || info.peer_chip < chip) continue;
      if (links == Links::kHalfBridged && port % 2 == 0) continue;
      GnetBridge* near = add(chip, port);
      GnetBridge* far = add(info.peer_chip, info.peer_port);
      join_gnet_ports(*near, *far);
    }
  }
  return bridges;
}

Outcome run(const PlatformConfig& config, Links links) {
  fresh_kernel();
  validate(config);
  const Topology topology = make_topology(config);
  const std::vector<RouteTable> tables = make_route_tables(config, topology);
  ReplayReport replay;
  Platform platform("net", config, topology, tables, make_traffic(config, topology, &replay),
                    kBatch);
  std::vector<std::unique_ptr<GnetBridge>> bridges;
  if (links != Links::kDirect) bridges = bridge_links(platform, topology, config, links);
  std::vector<Recorder> recorders(platform.chips());
  for (std::size_t chip = 0; chip < platform.chips(); ++chip) {
    dynamic_cast<CellSwitchCore&>(platform.tin(chip).cell_switch()).observe(&recorders[chip]);
  }
  while (platform.now() < kRun) {
    platform.run_to(platform.now() + kBatch);
    if (config.run.audit != 0) audit(platform, topology);  // bridges are empty between windows
  }
  Outcome outcome;
  for (Recorder& recorder : recorders) {
    std::sort(recorder.events.begin(), recorder.events.end());
    outcome.events.push_back(std::move(recorder.events));
  }
  for (const auto& log : platform.logs()) {
    for (const auto& batch : log->batches()) outcome.hashes.push_back(batch.hash);
  }
  outcome.delivered = platform.delivered();
  outcome.bridges = static_cast<unsigned>(bridges.size());
  return outcome;
}

/// Two chips, four links between them, uniform random traffic of all cell sizes.
PlatformConfig two_chips(uint64_t seed, double metres, unsigned fifo_words, double load) {
  PlatformConfig config;
  config.topology.pods = 2;
  config.topology.tins_per_pod = 1;
  config.topology.global_links_per_pair = 4;
  config.tin.switch_.ports = 10;
  config.tin.vc_fifo.global_words = fifo_words;
  config.link.global_m = metres;
  config.link.fec_cycles = 0;
  config.run.seed = seed;
  config.run.audit = 1;
  TrafficConfig traffic;
  traffic.load = load;
  traffic.cell_bytes.items.clear();
  for (unsigned bytes = 16; bytes <= 160; bytes += 8)
    traffic.cell_bytes.items.push_back({bytes, 1});
  traffic.class_ = {0, 4, 9};
  config.traffic = {traffic};
  return config;
}

void expect_same(const PlatformConfig& config, Links links, unsigned bridges) {
  const Outcome direct = run(config, Links::kDirect);
  const Outcome bridged = run(config, links);
  EXPECT_EQ(bridged.bridges, bridges);
  EXPECT_GT(direct.delivered, 1000u);
  EXPECT_EQ(bridged.delivered, direct.delivered);
  EXPECT_TRUE(bridged == direct);
}

TEST(GnetBridge, TwoChipsDoTheSameInEveryCycle) {
  expect_same(two_chips(1, 50, 512, 0.5), Links::kBridged, 8);
}
TEST(GnetBridge, TheSameWithCreditsUnderPressure) {
  expect_same(two_chips(2, 50, 24, 1.2), Links::kBridged, 8);
}
TEST(GnetBridge, TheSameWithTheShortestLinkAndWindow) {
  expect_same(two_chips(3, 0.1, 30, 1.0), Links::kBridged, 8);
}
TEST(GnetBridge, TheSameForRandomLinksBuffersAndLoads) {
  Random random(7);
  for (uint64_t seed = 10; seed < 30; ++seed) {
    PlatformConfig config = two_chips(seed, random.range(1, 900) / 10.0, random.range(20, 300),
                                      random.range(10, 130) / 100.0);
    config.tin.switch_.islip_iterations = random.range(1, 4);
    config.routing.mode =
        random.chance(50) ? RouteMode::minimal_adaptive : RouteMode::minimal_deterministic;
    SCOPED_TRACE(seed);
    expect_same(config, Links::kBridged, 8);
  }
}
TEST(GnetBridge, TheSameWithOutputQueuesThatFill) {
  PlatformConfig config = two_chips(4, 2, 40, 1.0);
  config.tin.output.queue_words = 20;
  config.run.audit = 0;  // it takes words that left in the last cycle for queued ones too
  expect_same(config, Links::kBridged, 8);
}
TEST(GnetBridge, TheSameInADragonflyWithBridgesAmongDirectLinks) {
  PlatformConfig config = two_chips(5, 10, 64, 0.6);
  config.topology.pods = 3;
  config.topology.tins_per_pod = 2;
  config.topology.local_links_per_pair = 1;
  const Topology topology = make_topology(config);
  unsigned odd = 0;
  for (unsigned chip = 0; chip < topology.chips.size(); ++chip) {
    for (unsigned port = 1; port < topology.chips[chip].ports.size(); port += 2) {
      const PortInfo& info = topology.chips[chip].ports[port];
      odd += info.kind == PortKind::kGlobal && info.peer_chip > chip;
    }
  }
  ASSERT_GT(odd, 0u);
  ASSERT_LT(odd, 12u) << "some links stay direct";
  expect_same(config, Links::kHalfBridged, 2 * odd);
}
TEST(GnetBridge, OneCycleOfLatencyMoreIsADifference) {
  const PlatformConfig config = two_chips(1, 50, 512, 0.5);
  EXPECT_FALSE(run(config, Links::kOneCycleLonger) == run(config, Links::kDirect));
}

}  // namespace
}  // namespace tinsim
