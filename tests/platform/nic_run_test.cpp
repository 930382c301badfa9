// SPDX-License-Identifier: Apache-2.0
// Hosts behind PCIe in a network: every packet is accounted for, 1RMA is timed as without NICs, and
// it takes bandwidth from them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "platform/run/audit.h"
#include "platform/run/run_state.h"
#include "platform/services/ip_hosts.h"
#include "platform/services/nic_network.h"
#include "platform/services/rma_hosts.h"
#include "platform/statistics/ip_result.h"
#include "platform/statistics/nic_result.h"
#include "platform/statistics/pcie_result.h"
#include "platform/statistics/rma_result.h"
#include "platform/validate/load.h"
#include "platform/validate/validate.h"
#include "testbench/fresh_kernel.h"
#include "testbench/run_fresh.h"

namespace tinsim {
namespace {

constexpr Cycle kBatch = 400;

PlatformConfig example(const std::vector<std::string>& sets = {}) {
  return load_config(TINSIM_SOURCE_DIR "/configs/nic_pcie.yaml", sets);
}

/// Packets that are missing when the network has drained.
std::vector<std::string> faults_after_drain(const PlatformConfig& config) {
  fresh_kernel();
  RunState state = network_of(config, "nic");
  state.batch = kBatch;
  add_platform(state, alone());
  Platform& platform = *state.platform;
  platform.measure(0, kNoCycle);
  const Services& services = platform.services();
  services.get<IpHosts>().end_traffic(20 * 400);
  if (auto* rma = services.find<RmaHosts>()) rma->end_traffic(20 * 400);
  while (platform.now() < 200 * 400) {
    platform.run_to(platform.now() + kBatch);
    audit(platform, state.topology);
    const NicNetwork& nics = services.get<NicNetwork>();
    for (std::size_t chip = 0; chip < platform.chips(); ++chip)
      for (unsigned host = 0; host < nics.nics(chip).hosts(); ++host)
        nics.nics(chip).nic(host)->check(platform.now());
  }
  std::vector<std::string> faults;
  const auto same = [&](const std::string& what, uint64_t is, uint64_t should) {
    if (is != should) faults.push_back(fmt::format("{}: {}, not {}", what, is, should));
  };
  const HostCounts& messages = services.get<IpHosts>().stats().find(0)->counts;
  same("bytes of messages", messages.bytes, messages.bytes_made);
  const NicNetwork& nics = services.get<NicNetwork>();
  uint64_t packets = 0;
  for (std::size_t chip = 0; chip < platform.chips(); ++chip) {
    for (unsigned host = 0; host < nics.nics(chip).hosts(); ++host) {
      const std::string at = fmt::format("chip {} host {} ", chip, host);
      const NicCounters& c = nics.nics(chip).nic(host)->counters();
      packets += c.tx_posted;
      same(at + "sent", c.tx_sent, c.tx_posted);
      same(at + "completed", c.tx_completed, c.tx_posted);
      same(at + "delivered", c.rx_delivered, c.rx_arrived);
      const PcieLink& link = *nics.pcie_hosts(chip)[host].link;
      same(at + "idle", link.idle(), true);
      same(at + "tags", link.tags_out(), 0);
    }
    const IpEngine& engine = services.get<IpNetwork>().engine(chip);
    same("IP path idle", engine.is_idle(), true);
    for (uint64_t lost : engine.counters().lost) same("packets lost", lost, 0);
  }
  if (packets < 100) faults.push_back("too few packets");
  return faults;
}

TEST(NicRun, EverythingComesBack) {
  EXPECT_EQ(faults_after_drain(example()), std::vector<std::string>{});
  EXPECT_EQ(faults_after_drain(example({"ip.payload=carried", "rma.payload=carried"})),
            std::vector<std::string>{});
}

/// Small rings, and hosts that notice completions late: the IP path and the sources wait.
TEST(NicRun, FullRingsLoseNothing) {
  const std::vector<std::string> sets = {"nic.tx_ring=8",
                                         "nic.rx_ring=8",
                                         "nic.descriptor_batch=4",
                                         "nic.interrupt_ns=4000",
                                         "ip_traffic.0.transport=none",
                                         "ip_traffic.0.gbps=25",
                                         "rma.enabled=false",
                                         "rma_traffic=[]"};
  EXPECT_EQ(faults_after_drain(example(sets)), std::vector<std::string>{});
  std::vector<std::string> run_sets = sets;
  run_sets.insert(run_sets.end(), {"run.warmup_us=20", "run.measure_us=40"});
  const RunResult r = run_fresh(example(run_sets));
  const NicResult& nic = r.sections.get<NicResult>();
  EXPECT_GT(nic.tx_ring_full, 0u);
  EXPECT_GT(nic.rx_ring_empty + nic.rx_stops, 0u);
  for (const auto& [cause, packets] : r.sections.get<IpResult>().lost.by_name())
    EXPECT_EQ(packets, 0u) << cause;
}

/// The same operations end in the same cycles, whether the engine runs its links or shares them.
TEST(NicRun, OneRmaAloneIsTimedAsBefore) {
  const std::vector<std::string> quiet = {"ip_traffic=[]", "run.warmup_us=20", "run.measure_us=50"};
  std::vector<std::string> direct = quiet;
  direct.emplace_back("nic.host=direct");
  const RunResult with = run_fresh(example(quiet)), without = run_fresh(example(direct));
  const auto& a = with.sections.get<RmaResult>();
  const auto& b = without.sections.get<RmaResult>();
  // Poisson arrivals of eight hosts at 15 Gb/s, of 4096 bytes each, for 50 us.
  const double mean = 8 * 15e9 / 8 / 4096 * 50e-6;
  EXPECT_NEAR(static_cast<double>(b.entries.at(0).completion.count()), mean, 4 * std::sqrt(mean));
  EXPECT_EQ(a.ended, b.ended);
  EXPECT_EQ(a.entries.at(0).bytes_moved, b.entries.at(0).bytes_moved);
  EXPECT_EQ(a.entries.at(0).completion.percentile(50), b.entries.at(0).completion.percentile(50));
  EXPECT_EQ(a.entries.at(0).completion.percentile(99), b.entries.at(0).completion.percentile(99));
  const auto& p = with.sections.get<PcieResult>();
  const auto& q = without.sections.get<PcieResult>();
  EXPECT_EQ(p.up.wire_bytes, q.up.wire_bytes);
  EXPECT_EQ(p.down.wire_bytes, q.down.wire_bytes);
}

/// Payload that hosts move in the measurement, in Gb/s per host.
struct Goodput {
  double packets = 0, reads = 0;
};

Goodput goodput_of(const RunResult& r) {
  Goodput of;
  if (const auto* ip = r.sections.find<IpResult>(); ip != nullptr && !ip->classes.empty())
    of.packets = ip->classes.at(0).goodput_gbps_per_host;
  if (const auto* rma = r.sections.find<RmaResult>())
    of.reads = rma->entries.at(0).goodput_gbps_per_host;
  return of;
}

/// Packets and reads that a link of four lanes carries one without the other, but not both: the
/// octets of both are at most its rate, which is used, and each is slower than alone.
TEST(NicRun, PacketsAndOneRmaShareTheLink) {
  constexpr double kMessage = 1000, kRead = 4096, kOffered = 20;
  const std::vector<std::string> both = {"run.warmup_us=20",
                                         "run.measure_us=50",
                                         "pcie.lanes=4",
                                         "ip_traffic.0.transport=none",
                                         "ip_traffic.0.message_bytes=1000",
                                         "ip_traffic.0.gbps=20",
                                         "rma_traffic.0.gbps=20"};
  std::vector<std::string> packets = both, reads = both;
  packets.resize(6);
  packets.insert(packets.end(), {"rma.enabled=false", "rma_traffic=[]"});
  reads = {"run.warmup_us=20", "run.measure_us=50", "pcie.lanes=4", "ip_traffic=[]",
           "rma_traffic.0.gbps=20"};
  const RunResult shared = run_fresh(example(both));
  const double packets_alone = goodput_of(run_fresh(example(packets))).packets;
  const double reads_alone = goodput_of(run_fresh(example(reads))).reads;
  EXPECT_NEAR(packets_alone, kOffered, 0.1 * kOffered);
  EXPECT_NEAR(reads_alone, kOffered, 0.1 * kOffered);
  const Goodput of = goodput_of(shared);
  EXPECT_LT(of.packets, 0.95 * packets_alone);
  EXPECT_LT(of.reads, 0.95 * reads_alone);
  // Gen3 x4, docs/reference/pcie.md.
  const double rate = 8 * 4 * 128. / 130 * (1 - 16 / (std::floor(284 * 1.4 / 4) + 115) - 4 / 1538.);
  // To the chip, per byte of payload: completions of 256 octets with 20 more each, for a packet of
  // 64 octets of headers and 14 of Ethernet with its eighth of a batch of descriptors, and for
  // data.
  const double frame = kMessage + 78;
  const double of_packets = (frame + 20 * std::ceil(frame / 256) + (128 + 20) / 8.) / kMessage;
  const double of_reads = (kRead + 20 * kRead / 256) / kRead;
  const PcieResult& link = shared.sections.get<PcieResult>();
  EXPECT_NEAR(link.gbps, rate, 0.001 * rate);
  EXPECT_LE(of.packets * of_packets + of.reads * of_reads, rate);
  EXPECT_LE(link.down.wire_gbps_per_link, 1.001 * rate);
  // Reads that end too late are repeated: the link is full of more than the goodput.
  EXPECT_GT(link.down.wire_gbps_per_link, 0.95 * rate);
}

using Errors = std::vector<std::string>;
Errors errors_with(const std::vector<std::string>& sets) {
  try {
    PlatformConfig config = example(sets);
    validate(config);
  } catch (const ConfigError& error) {
    return {error.what()};
  }
  return {};
}

TEST(NicRules, RefuseWhatCannotWork) {
  const auto expect_error = [](const std::vector<std::string>& sets, const std::string& part) {
    const Errors errors = errors_with(sets);
    ASSERT_EQ(errors.size(), 1u) << part;
    EXPECT_NE(errors[0].find(part), std::string::npos) << errors[0];
  };
  EXPECT_EQ(errors_with({}), Errors{});
  expect_error({"nic.tx_ring=100"}, "nic.tx_ring: 100 is no power of two; expected one");
  expect_error({"nic.rx_ring=8"},
               "nic.rx_ring: 8 descriptors are less than two batches of nic.descriptor_batch 8; "
               "expected at least 16");
  expect_error({"pcie.memory_mib=100"}, "expected at least 121");
  expect_error({"rma.payload=carried"}, "rma.payload: is carried and ip.payload counted");
  expect_error({"nic.buffer_bytes=1000"}, "nic.buffer_bytes");
  expect_error({"nic.poll_ns=100"}, "nic.poll_ns: is only for polling");
  expect_error({"nic.host=fast"}, "nic.host");
  expect_error({"nic.host=direct", "nic.tx_ring=64"},
               "nic.tx_ring: is only for packets that cross PCIe");
}

}  // namespace
}  // namespace tinsim
