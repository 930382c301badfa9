// SPDX-License-Identifier: Apache-2.0
// Cell tracing of a network: it changes the time of no cell but by the packets that it sends, and
// its records do not depend on the version of the switch.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "config_test_util.h"
#include "platform/build/platform.h"
#include "platform/config/ip_port.h"
#include "platform/network/routing/route_tables.h"
#include "platform/services/trace_collection.h"
#include "platform/statistics/cell_tracing_result.h"
#include "platform/validate/load.h"
#include "rtl_models/parts/route_choice.h"
#include "testbench/run_fresh.h"
#include "testbench/scripted_host.h"

namespace tinsim {
namespace {

using Strings = std::vector<std::string>;

/// Sum over all matches of all cells, of whatever kind, but for the trace bit.
class MatchHash final : public SwitchObserver {
 public:
  void matched(Cycle cycle, unsigned in, unsigned vc, unsigned out, const Cell& cell) override {
    const uint64_t who = uint64_t{cell.src} << 48 | uint64_t{cell.dst} << 32 | cell.seq;
    const uint64_t what = uint64_t{cell.birth} << 32 | cell.hop << 16 | cell.type << 8 | cell.words;
    const uint64_t where = uint64_t{cycle} << 24 | in << 16 | out << 8 | vc;
    sum += mix64(mix64(mix64(who) ^ what) ^ where);
    ++matches;
    traced += cell.traced;
  }
  void credit_sent(Cycle, unsigned, Credit) override {}
  void cell_started(Cycle, unsigned, const Cell&) override {}

  uint64_t sum = 0, matches = 0, traced = 0;
};

/// Keeps the packets that a host sends.
class SentPackets final : public Host {
 public:
  explicit SentPackets(Host& host) : host_(host) {}
  Cycle next() const override { return host_.next(); }
  PacketPtr take(Cycle now) override {
    PacketPtr packet = host_.take(now);
    if (packet != nullptr) packets.push_back(packet);
    return packet;
  }
  void receive(const PacketPtr& packet, uint8_t ecn, Cycle at) override {
    host_.receive(packet, ecn, at);
  }
  std::vector<PacketPtr> packets;

 private:
  Host& host_;
};

class TracedNetwork {
 public:
  explicit TracedNetwork(const PlatformConfig& config)
      : config_(config),
        topology_(make_topology(config_)),
        tables_(make_route_tables(config_, topology_)),
        hashes_(topology_.chips.size()) {
    fresh_kernel();
    platform_ = std::make_unique<Platform>("net", config_, topology_, tables_,
                                           make_traffic(config_, topology_), kBatch);
    for (std::size_t chip = 0; chip < chips(); ++chip) platform_->observe(chip, hashes_[chip]);
  }
  std::size_t chips() const { return hashes_.size(); }
  IpEngine& engine(std::size_t chip) { return platform_->services().get<IpNetwork>().engine(chip); }
  const Topology& topology() const { return topology_; }
  void run_to(Cycle cycle) {
    while (platform_->now() < cycle) platform_->run_to(platform_->now() + kBatch);
  }
  uint64_t hash(std::size_t chip) const { return hashes_[chip].sum; }
  uint64_t matches() const { return total(&MatchHash::matches); }
  uint64_t traced() const { return total(&MatchHash::traced); }

 private:
  static constexpr Cycle kBatch = 400;
  uint64_t total(uint64_t MatchHash::*count) const {
    uint64_t sum = 0;
    for (const MatchHash& hash : hashes_) sum += hash.*count;
    return sum;
  }

  PlatformConfig config_;
  Topology topology_;
  std::vector<RouteTable> tables_;
  std::vector<MatchHash> hashes_;
  std::unique_ptr<Platform> platform_;
};

/// Two pods with IP traffic and raw cells.
PlatformConfig network(Strings overrides) {
  const Strings shape = {"topology.pods=2", "topology.tins_per_pod=3",
                         "topology.global_links_per_pair=3", "ip_traffic.0.gbps=20",
                         "traffic=[{pattern: uniform, load: 0.3, class: [1]}]"};
  overrides.insert(overrides.begin(), shape.begin(), shape.end());
  return load_config(TINSIM_SOURCE_DIR "/configs/ip_pod.yaml", overrides);
}

constexpr Cycle kEnd = 40000;

// The first datagram would be sent after the run.
TEST(CellTracing, RecordsThatAreKeptChangeNoCell) {
  TracedNetwork off(network({}));
  off.run_to(kEnd);
  TracedNetwork on(network(
      {"cell_tracing.enabled=true", "cell_tracing.period=5", "cell_tracing.interval_us=1000"}));
  on.run_to(kEnd);
  EXPECT_GT(off.matches(), 40'000u);
  EXPECT_EQ(off.traced(), 0u);
  EXPECT_GT(on.traced(), off.matches() / 10);
  EXPECT_EQ(on.matches(), off.matches());
  for (std::size_t chip = 0; chip < off.chips(); ++chip) EXPECT_EQ(on.hash(chip), off.hash(chip));
}

/// The packets that the chips of a network with tracing sent, by chip, and the hashes.
struct Reference {
  std::vector<std::vector<PacketPtr>> packets;
  std::vector<uint64_t> hashes;
};

Reference traced_run() {
  TracedNetwork net(network({"cell_tracing.enabled=true", "cell_tracing.period=20",
                             "cell_tracing.interval_us=4", "cell_tracing.collector=5"}));
  std::vector<std::unique_ptr<SentPackets>> senders;
  for (std::size_t chip = 0; chip < net.chips(); ++chip) {
    senders.push_back(std::make_unique<SentPackets>(*net.engine(chip).host(kCpuPort)));
    net.engine(chip).attach(kCpuPort, *senders.back());
  }
  net.run_to(kEnd);
  Reference reference;
  for (std::size_t chip = 0; chip < net.chips(); ++chip) {
    reference.packets.push_back(senders[chip]->packets);
    reference.hashes.push_back(net.hash(chip));
  }
  return reference;
}

/// The hashes without tracing, when control processors send these packets.
std::vector<uint64_t> plain_run(const std::vector<std::vector<PacketPtr>>& packets) {
  TracedNetwork net(network({}));
  std::vector<std::unique_ptr<ScriptedHost>> senders;
  for (std::size_t chip = 0; chip < net.chips(); ++chip) {
    senders.push_back(std::make_unique<ScriptedHost>());
    for (const PacketPtr& packet : packets[chip]) senders.back()->send(*packet);
    net.engine(chip).attach(kCpuPort, *senders.back());
  }
  // Host 5 is the second one of chip 2; it is to see its own packets alone.
  TraceCollector sink({false, uint64_t{10} << 56 | uint64_t{2} << 40 | uint64_t{1} << 32, 0}, 40400,
                      {}, net.engine(2).host(1));
  net.engine(2).attach(1, sink);
  net.run_to(kEnd);
  EXPECT_GT(sink.datagrams(), 10u);
  std::vector<uint64_t> hashes;
  for (std::size_t chip = 0; chip < net.chips(); ++chip) hashes.push_back(net.hash(chip));
  return hashes;
}

TEST(CellTracing, CellsHaveTheTimesThatTheSamePacketsGiveThem) {
  Reference traced = traced_run();
  std::size_t count = 0;
  for (const auto& packets : traced.packets) count += packets.size();
  EXPECT_GT(count, 20u);
  EXPECT_EQ(plain_run(traced.packets), traced.hashes);
  traced.packets[1].pop_back();
  EXPECT_NE(plain_run(traced.packets), traced.hashes) << "a packet less is noticed";
}

std::string text_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Of single cells, and of whole packets.
class CellTracingUnit : public testing::TestWithParam<const char*> {};

TEST_P(CellTracingUnit, CorePinsAndLockstepHaveTheSameRecords) {
  TempDir dir;
  PlatformConfig config = load_config(
      TINSIM_SOURCE_DIR "/configs/ip_pod.yaml",
      {"topology.tins_per_pod=3", "topology.terminal_ports_per_host=2", "ip.nic_ports=2",
       "ip.mac_ports=1", "ip.cpu_ports=1", "ip_traffic.0.gbps=40", "run.warmup_us=0",
       "run.measure_us=30", "cell_tracing.enabled=true", "cell_tracing.period=1",
       "cell_tracing.interval_us=3", "cell_tracing.buffer_records=64", "tin.impl_chips=[0,2]",
       "cell_tracing.unit=" + std::string(GetParam())});
  RunOptions options;
  options.trace_folder = dir.path();
  std::string capture;
  for (const char* impl : {"model", "pins", "lockstep_pins"}) {
    config.tin.impl = Word{impl};
    const RunResult result = run_fresh(config, options);
    const auto& counts = result.sections.get<CellTracingResult>();
    EXPECT_GT(counts.marked, 200u) << impl;
    EXPECT_GT(counts.received, 150u) << impl;
    EXPECT_GT(counts.dropped, 0u) << impl;
    const std::string now = text_of(dir / "cell_trace.pcapng");
    if (capture.empty()) capture = now;
    EXPECT_GT(now.size(), 2000u);
    EXPECT_TRUE(now == capture) << impl;
  }
}

INSTANTIATE_TEST_SUITE_P(Each, CellTracingUnit, testing::Values("cell", "packet"),
                         [](const auto& unit) { return std::string(unit.param); });

TEST(CellTracing, RulesNameTheKey) {
  const auto error = [](const std::string& sets) -> std::string {
    try {
      load_config(TINSIM_SOURCE_DIR "/configs/ip_pod.yaml", {"cell_tracing.enabled=true", sets});
    } catch (const ConfigError& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_EQ(error("cell_tracing.period=1"), "");
  const auto expect = [&](const std::string& sets, const std::string& key) {
    EXPECT_NE(error(sets).find(key + ": "), std::string::npos) << sets << "\n" << error(sets);
  };
  expect("cell_tracing.collector=24", "cell_tracing.collector");
  expect("cell_tracing.period=0", "cell_tracing.period");
  expect("cell_tracing.classes=[10]", "cell_tracing.classes.0");
  expect("cell_tracing={enabled: true, from_us: 5, to_us: 5}", "cell_tracing.to_us");
  expect("cell_tracing.file=x/y.pcapng", "cell_tracing.file");
  expect("cell_tracing.file=trace.pcap", "cell_tracing.file");
  expect("ip.capture={ports: [host0], file: cell_trace.pcapng}", "cell_tracing.file");
}

TEST(CellTracing, ChipsWithoutAnIpPathAreRefused) {
  try {
    load_config(TINSIM_SOURCE_DIR "/configs/pod.yaml", {"cell_tracing.enabled=true"});
    FAIL();
  } catch (const ConfigError& e) {
    EXPECT_NE(std::string(e.what()).find("expected ip.enabled: true"), std::string::npos);
  }
}

TEST(CellTracing, ACaptureWithoutFolderIsAnError) {
  const PlatformConfig config =
      load_config(TINSIM_SOURCE_DIR "/configs/ip_pod.yaml",
                  {"cell_tracing.enabled=true", "topology.tins_per_pod=2", "run.measure_us=1"});
  EXPECT_THROW(run_fresh(config), ConfigError);
}

}  // namespace
}  // namespace tinsim
