// SPDX-License-Identifier: Apache-2.0
// Windows that do not end with batches: every batch says what it says where all chips stop.
#include <gtest/gtest.h>

#include <string>

#include "platform/build/platform.h"
#include "platform/validate/load.h"
#include "testbench/run_fresh.h"

namespace tinsim {
namespace {

void expect_same(const std::vector<Batch>& ahead, const std::vector<Batch>& stopped) {
  ASSERT_EQ(ahead.size(), stopped.size());
  for (std::size_t i = 0; i < ahead.size(); ++i) {
    EXPECT_EQ(ahead[i].delivered_cells, stopped[i].delivered_cells) << "batch " << i;
    EXPECT_EQ(ahead[i].latency_sum_cycles, stopped[i].latency_sum_cycles) << "batch " << i;
    EXPECT_EQ(ahead[i].offered_words, stopped[i].offered_words) << "batch " << i;
    EXPECT_EQ(ahead[i].accepted_words, stopped[i].accepted_words) << "batch " << i;
    EXPECT_EQ(ahead[i].source_wait_cycles, stopped[i].source_wait_cycles) << "batch " << i;
  }
}

/// With windows of more than one batch, and in a network that stops with each because an audit
/// requires all chips at one cycle.
void expect_same_ahead(PlatformConfig config) {
  const RunResult ahead = run_fresh(config);
  config.run.audit = 1;
  const RunResult stopped = run_fresh(config);
  // 50 m of fibre are 100 cycles of 2.5 ns.
  ASSERT_EQ(ahead.batches.at(0).cycles, 50u);
  EXPECT_EQ(ahead.state_hash, stopped.state_hash);
  EXPECT_GT(ahead.batches.back().source_wait_cycles, 100) << "nobody waits";
  expect_same(ahead.warmup_batches, stopped.warmup_batches);
  expect_same(ahead.batches, stopped.batches);
}

TEST(RunAhead, BatchesAreThoseOfChipsThatStopWithEach) {
  expect_same_ahead(
      load_config(TINSIM_SOURCE_DIR "/configs/dragonfly_4pod.yaml",
                  {"run.warmup_us=3", "run.measure_us=10", "traffic.0.load=0.9",
                   "traffic.0.pattern=adversarial", "routing.mode=minimal_adaptive"}));
}

/// 60 Gb/s from each of two hosts are more than a NIC of 100 takes: messages wait, in connections
/// and, without transport, in the hosts.
TEST(RunAhead, HostsReportTheAgesOfEachBatch) {
  for (const char* transport : {"swift", "none"}) {
    SCOPED_TRACE(transport);
    expect_same_ahead(load_config(
        TINSIM_SOURCE_DIR "/configs/clique_ip.yaml",
        {"run.warmup_us=5", "run.measure_us=12", "topology.pods=4", "topology.tins_per_pod=3",
         "ip_traffic.0.gbps=60", std::string("ip_traffic.0.transport=") + transport}));
  }
}

/// A host behind a MAC is notified of packets before they have come through its cable.
TEST(RunAhead, HostsBehindMacsReportTheAgesOfEachBatch) {
  expect_same_ahead(
      load_config(TINSIM_SOURCE_DIR "/configs/clique_ip.yaml",
                  {"run.warmup_us=5", "run.measure_us=12", "topology.pods=4",
                   "topology.tins_per_pod=3", "ip_traffic.0.gbps=60", "host.at_macs=true"}));
}

/// Terminal FIFOs of one cell: the ports of packets wait for credit all the time, and with each
/// cell that goes classes of service, answers and requests have to keep their turn. Alone,
/// alongside 1RMA, and alongside raw cells, whose credit comes by the same list.
TEST(RunAhead, PacketsThatWaitForCreditKeepTheirTurn) {
  std::vector<std::string> sets = {
      "run.warmup_us=5",
      "run.measure_us=12",
      "topology.pods=4",
      "topology.tins_per_pod=4",
      "topology.global_links_per_pair=6",
      "tin.vc_fifo.terminal_words=20",
      "ip.ingress.strict_classes=[7]",
      "ip_traffic=[{transport: none, gbps: 50, message_bytes: 700}, "
      "{transport: none, gbps: 10, message_bytes: 64, cos: 7}, {gbps: 20, message_bytes: 9000, "
      "cos: 3}]"};
  const char* const packets = TINSIM_SOURCE_DIR "/configs/clique_ip.yaml";
  expect_same_ahead(load_config(packets, sets));
  sets.push_back("ip.ingress.spread=packet");
  expect_same_ahead(load_config(packets, sets));
  sets.insert(sets.end(), {"rma.enabled=true", "rma_traffic=[{op: read, bytes: 300, gbps: 30}]"});
  expect_same_ahead(load_config(packets, sets));
  sets.push_back("traffic=[{pattern: uniform, load: 0.3}]");
  expect_same_ahead(load_config(packets, sets));
}

/// Reads that are more than their PCIe links take, alone and alongside packets: operations wait for
/// slots.
TEST(RunAhead, HostsOf1rmaReportTheAgesOfEachBatch) {
  std::vector<std::string> sets = {"run.warmup_us=5",
                                   "run.measure_us=12",
                                   "topology.pods=4",
                                   "topology.tins_per_pod=4",
                                   "rma_traffic.0.gbps=150",
                                   "rma_traffic.0.bytes=1024",
                                   "topology.global_links_per_pair=8"};
  const char* const reads = TINSIM_SOURCE_DIR "/configs/rma_pod.yaml";
  expect_same_ahead(load_config(reads, sets));
  sets.insert(sets.end(), {"ip.enabled=true", "ip_traffic=[{gbps: 20, message_bytes: 1024}]"});
  expect_same_ahead(load_config(reads, sets));
}

/// Short reads and writes of both classes: requests, PULLs and answers compete for the same ports,
/// and an answer that is handed to the switch ahead must not have gone before a request.
TEST(RunAhead, AnswersOf1rmaKeepTheirTurn) {
  expect_same_ahead(load_config(TINSIM_SOURCE_DIR "/configs/rma_pod.yaml",
                                {"run.warmup_us=5", "run.measure_us=12", "topology.pods=4",
                                 "topology.tins_per_pod=4", "topology.global_links_per_pair=8",
                                 "rma_traffic=[{op: read, bytes: 256, gbps: 60, outstanding: 40}, "
                                 "{op: write, bytes: 128, gbps: 30, outstanding: 40}, "
                                 "{op: read, class: L, bytes: 300, gbps: 20, outstanding: 40}]"}));
}

}  // namespace
}  // namespace tinsim
