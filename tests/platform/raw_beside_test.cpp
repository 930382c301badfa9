// SPDX-License-Identifier: Apache-2.0
// Raw cells alongside IP path and 1RMA: which terminal ports they have, that each kind is counted
// for itself, and that nothing is lost.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <set>

#include "platform/config/chip_endpoint_ranges.h"
#include "platform/result/writer.h"
#include "platform/traffic/raw_ports.h"
#include "platform/validate/load.h"
#include "testbench/run_fresh.h"

namespace tinsim {
namespace {

RunResult run_example(const std::vector<std::string>& sets = {}) {
  return run_fresh(load_config(TINSIM_SOURCE_DIR "/configs/background.yaml", sets));
}

/// Endpoints of raw cells with an IP path of so many ports, or none, of 18.
std::vector<unsigned> left_to_raw(unsigned ip, bool rma) {
  PlatformConfig config;
  config.ip.enabled = ip != 0;
  config.ip.nic_ports = ip;
  config.ip.mac_ports = config.ip.cpu_ports = 0;
  config.rma.enabled = rma;
  const EndpointRun run = raw_endpoints(config, 18);
  std::vector<unsigned> left(run.count);
  std::iota(left.begin(), left.end(), run.first);
  return left;
}

std::vector<unsigned> range(unsigned first, unsigned last) {
  std::vector<unsigned> numbers(last - first + 1);
  std::iota(numbers.begin(), numbers.end(), first);
  return numbers;
}

TEST(RawPorts, AreTheLongestRunThatEnginesLeave) {
  EXPECT_EQ(left_to_raw(0, false), range(0, 17));
  EXPECT_EQ(left_to_raw(11, false), range(11, 17));
  EXPECT_EQ(left_to_raw(0, true), range(0, 10));
  EXPECT_EQ(left_to_raw(7, true), range(7, 10));
  EXPECT_EQ(left_to_raw(10, true), range(10, 10)) << "the first of equals, 10 and 17";
  EXPECT_EQ(left_to_raw(11, true), range(17, 17));
}

/// 18 terminal ports, of which 1RMA leaves 0 to 10 to two hosts: five each.
TEST(RawPorts, AreSharedEvenly) {
  PlatformConfig config;
  config.rma.enabled = true;
  const Topology whole = make_topology(config), raw = with_raw_ports(config, whole);
  ASSERT_EQ(raw.hosts.size(), whole.hosts.size());
  for (std::size_t host = 0; host < raw.hosts.size(); ++host) {
    const HostInfo& of = raw.hosts[host];
    EXPECT_EQ(of.chip, whole.hosts[host].chip);
    ASSERT_EQ(of.ports, 5);
    for (unsigned k = 0; k < 5; ++k) {
      const PortInfo& port = raw.chips[of.chip].ports[of.first_port + k];
      EXPECT_EQ(port.kind, PortKind::kTerminal);
      EXPECT_EQ(port.endpoint, 5 * (host % 2) + k);
    }
  }
}

class RawWithPackets : public testing::Test {
 protected:
  static const RunResult& both() {
    static const RunResult result = run_example();
    return result;
  }
};

/// Each chip has 4 global links, so load 0.33 is 1.32 words per cycle, of cells of 2 to 20 words:
/// mean 11, mean square 154 (sum of k^2 from 2 to 20, over 19, is 2869 / 19 = 151).
TEST_F(RawWithPackets, OnlyRawCellsAreOfferedAcceptedAndHaveLatency) {
  const RunResult& r = both();
  const double cells = 0.33 * 4 / 11 * 8 * static_cast<double>(r.measure_cycles);
  EXPECT_NEAR(static_cast<double>(r.offered_words), 11 * cells, 4 * std::sqrt(cells * 151));
  EXPECT_NEAR(static_cast<double>(r.accepted_words) / static_cast<double>(r.offered_words), 1,
              0.02);
  EXPECT_NEAR(static_cast<double>(r.latency_cycles.count()), cells,
              4 * std::sqrt(cells) + cells / 50);
  EXPECT_GT(r.hops_cells, 3 * r.latency_cycles.count() / 2) << "with those of the engines";
  EXPECT_FALSE(r.verdict.saturated);
  uint64_t by_batch = 0;
  for (const Batch& batch : r.batches) by_batch += batch.delivered_cells;
  EXPECT_EQ(by_batch, r.latency_cycles.count());
}

TEST_F(RawWithPackets, EachKindHasItsOwnPorts) {
  std::set<unsigned> raw;
  const Topology topology =
      make_topology(load_config(TINSIM_SOURCE_DIR "/configs/background.yaml", {}));
  for (const TerminalPortResult& port : both().terminal_ports)
    if (port.latency_cycles.count() != 0)
      raw.insert(topology.chips[port.chip].ports[port.port].endpoint);
  EXPECT_EQ(raw, (std::set<unsigned>{7, 8, 9, 10}));
}

/// 16 hosts make 244 operations and as many messages of 4 KiB in 50 us. Those of the last 2 us, or
/// 8 us for messages, end later, and as many of before end in it: four standard deviations of the
/// difference are 18 and 35 of them.
void expect_moved(const RunResult& r) {
  const nlohmann::ordered_json json = make_summary(r);
  const auto& reads = json["rma"]["entries"][0];
  EXPECT_EQ(reads["failed"], 0);
  EXPECT_NEAR(reads["goodput_gbps_per_host"].get<double>(),
              reads["offered_gbps_per_host"].get<double>(), 10 * 18 / 244.0);
  const auto& messages = json["ip"]["classes"][0];
  EXPECT_NEAR(messages["goodput_gbps_per_host"].get<double>(),
              messages["offered_gbps_per_host"].get<double>(), 10 * 35 / 244.0);
  EXPECT_EQ(r.cells.dropped(), 0u);
  EXPECT_EQ(r.cells.injected, r.cells.delivered + r.cells.in_flight);
}

TEST_F(RawWithPackets, NothingIsLostOfAnyKind) { expect_moved(both()); }

/// Overload of raw cells in a class of their own is seen, and theirs alone.
TEST_F(RawWithPackets, OverloadIsThatOfRawCells) {
  const RunResult full = run_example({"traffic.0.load=2", "traffic.0.class=[3]"});
  EXPECT_TRUE(full.verdict.saturated);
  EXPECT_LT(full.accepted_words, full.offered_words * 3 / 4);
  expect_moved(full);
}

}  // namespace
}  // namespace tinsim
