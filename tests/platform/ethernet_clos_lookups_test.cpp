// SPDX-License-Identifier: Apache-2.0
// Lookups of CliqueMap by messages over Ethernet, next to those by 1RMA over the chips.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "platform/statistics/cliquemap_result.h"
#include "platform/statistics/ethernet_clos_result.h"
#include "platform/validate/load.h"
#include "testbench/run_fresh.h"

namespace tinsim {
namespace {

using Strings = std::vector<std::string>;

PlatformConfig example(const Strings& overrides) {
  return load_config(TINSIM_SOURCE_DIR "/configs/cliquemap_ethernet_pod.yaml", overrides);
}

const EthernetClosResult& clos_of(const RunResult& r) {
  return r.sections.get<EthernetClosResult>();
}

constexpr double kCyclesPerNs = 0.4;

/// Cycles of a message of `bytes` between idle hosts of two leaves,
/// docs/reference/ethernet_clos.md: a packet with headers of 64 bytes and 18 of Ethernet, through
/// three switches. Cut-through: all links have one rate.
double path(const PlatformConfig& config, double bytes) {
  const EthernetClosConfig& clos = config.ethernet_clos;
  const double bits = 8 * (bytes + 64 + 18 + 8), switches = 3;
  const double cables = 5 * (2 * clos.host_m + 2 * clos.spine_m);
  const double wires = clos.forwarding == ClosForwarding::cut_through
                           ? (bits + switches * 8 * 72) / clos.host_gbps
                           : 2 * bits / clos.host_gbps + 2 * bits / clos.spine_gbps;
  return (wires + switches * clos.switch_ns + cables) * kCyclesPerNs;
}

/// A lookup is a request and an answer for a bucket of 16 entries of 32 bytes, and for data with 24
/// bytes before the value; each message has 64 bytes besides, and is processed by software.
double unloaded_lookup(const PlatformConfig& config) {
  const ClosLookupsConfig& software = config.ethernet_clos.lookups;
  const double process =
      (1000 * (software.process_us + software.jitter_us / 2) + software.message_ns) * kCyclesPerNs;
  double cycles = 0;
  for (const double bytes : {0., 16. * 32, 0., 24. + config.cliquemap.value_bytes})
    cycles += path(config, 64 + bytes) + process;
  return cycles;
}

/// No bulk, one client and one backend at different leaves.
Strings quiet(const Strings& more) {
  Strings sets = {"ip_traffic.0.gbps=1e-6",
                  "cliquemap.clients=1",
                  "cliquemap.backends=1",
                  "cliquemap.placement=interleaved",
                  "cliquemap.keys=100",
                  "cliquemap.value_bytes=1000",
                  "ethernet_clos.hosts_per_leaf=1",
                  "ethernet_clos.lookups.jitter_us=0",
                  "run.warmup_us=20",
                  "run.measure_us=400"};
  sets.insert(sets.end(), more.begin(), more.end());
  return sets;
}

TEST(ClosLookups, AnUnloadedOneIsTheSumOfItsParts) {
  for (const Strings& sets :
       {quiet({}), quiet({"ethernet_clos.forwarding=cut_through", "ethernet_clos.host_gbps=100"}),
        quiet({"ethernet_clos.lookups.process_us=0.5"}),
        quiet({"ethernet_clos.lookups.message_ns=1000"})}) {
    const PlatformConfig config = example(sets);
    const RunResult r = run_fresh(config);
    const Histogram& hit = clos_of(r).lookups->hit;
    ASSERT_GT(hit.count(), 5u);
    // Each of four messages passes four wires, whose bits end in whole cycles.
    const double sum = unloaded_lookup(config);
    EXPECT_GE(static_cast<double>(hit.min()), sum - 1);
    EXPECT_LE(static_cast<double>(hit.min()), sum + 4 * 6);
    EXPECT_LE(hit.percentile(50), 1.02 * sum + 4 * 6) << "width of a histogram's bin";
  }
}

TEST(ClosLookups, BothFabricsServeTheSameLookups) {
  PlatformConfig config = example({});
  const RunResult with = run_fresh(config);
  config.ethernet_clos.lookups.enabled = false;
  const RunResult without = run_fresh(config);
  EXPECT_EQ(with.state_hash, without.state_hash);
  EXPECT_FALSE(clos_of(without).lookups.has_value());
  const ClosLookupResult& lookups = *clos_of(with).lookups;
  const auto& chips = with.sections.get<CliqueResult>();
  EXPECT_GT(lookups.made, 100u);
  EXPECT_EQ(lookups.made, chips.gets_made);
  EXPECT_EQ(lookups.gets, chips.gets);
  EXPECT_EQ(lookups.gets, lookups.hits + lookups.misses + lookups.failed + lookups.gets_open);
  EXPECT_EQ(lookups.failed + lookups.misses + lookups.wrong, 0u);
  EXPECT_EQ(clos_of(with).dropped, 0u);
}

/// The example: the paper's order and its ratio, as far as the parts of an unloaded lookup bound
/// it.
TEST(ClosLookups, TheirRatioIsInTheComparison) {
  const PlatformConfig config = example({});
  const RunResult r = run_fresh(config);
  const auto& rows = clos_of(r).comparison;
  ASSERT_GE(rows.size(), 2u);
  const ComparedTimes &rma = rows[rows.size() - 2], &ethernet = rows.back();
  EXPECT_EQ(rma.name, "lookups, 1RMA H");
  EXPECT_EQ(ethernet.name, "lookups, Ethernet");
  EXPECT_DOUBLE_EQ(rma.median_ratio, ethernet.p50 / rma.p50);
  EXPECT_DOUBLE_EQ(rma.tail_ratio, ethernet.p99 / rma.p99);
  EXPECT_DOUBLE_EQ(ethernet.tail_ratio, 1);
  // The paper has commands of 1RMA below 10 us under high load; a lookup is two.
  const double sum = unloaded_lookup(config);
  EXPECT_GT(ethernet.p50, 0.95 * sum) << "some pairs are at one leaf";
  EXPECT_LT(rma.p99, 10000 * kCyclesPerNs);
  EXPECT_GT(rma.tail_ratio, sum / (10000 * kCyclesPerNs));
}

/// The large example in four pods, briefly.
TEST(ClosLookups, ManyClientsLookUpOverBoth) {
  const PlatformConfig config =
      load_config(TINSIM_SOURCE_DIR "/configs/cliquemap_ethernet.yaml",
                  {"topology.pods=4", "cliquemap.clients=40", "cliquemap.backends=40",
                   "cliquemap.ops_per_s=100000", "run.warmup_us=40", "run.measure_us=10"});
  const RunResult r = run_fresh(config);
  const ClosLookupResult& lookups = *clos_of(r).lookups;
  const ClosLookupsConfig& software = config.ethernet_clos.lookups;
  const double of_message = 1000 * software.process_us + software.message_ns;
  EXPECT_GT(static_cast<double>(lookups.hit.min()), 4 * of_message * kCyclesPerNs);
  EXPECT_EQ(lookups.failed + lookups.misses + lookups.wrong, 0u);
  EXPECT_EQ(clos_of(r).comparison.back().name, "lookups, Ethernet");
}

/// Lookups and bulk of a host share its wire, in the classes that the sections name.
TEST(ClosLookups, MessagesAreInTheirClass) {
  const RunResult r = run_fresh(example({"ethernet_clos.lookups.cos=3"}));
  ASSERT_EQ(clos_of(r).classes.size(), 2u);
  EXPECT_EQ(clos_of(r).classes[0].cos, 0u);
  EXPECT_EQ(clos_of(r).classes[1].cos, 3u);
  // Four messages of a lookup: 64 bytes each, a bucket and data.
  const auto& counts = clos_of(r).classes[1].hosts.counts;
  const double of_lookup = 4 * 64 + 16 * 32 + 24 + 4096;
  const auto hits = static_cast<double>(clos_of(r).lookups->hit.count());
  EXPECT_NEAR(static_cast<double>(counts.bytes) / of_lookup, hits, 0.1 * hits);
}

}  // namespace
}  // namespace tinsim
