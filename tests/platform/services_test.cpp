// SPDX-License-Identifier: Apache-2.0
// Services: the order of the registry, in which they are made and called, and a service of a test.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "base/errors.h"
#include "platform/build/platform.h"
#include "platform/network/routing/route_tables.h"
#include "platform/services/ip_hosts.h"
#include "platform/services/ip_network.h"
#include "platform/services/rma_network.h"
#include "platform/statistics/result.h"
#include "platform/validate/load.h"
#include "testbench/fresh_kernel.h"

namespace tinsim {
namespace {

using Strings = std::vector<std::string>;

constexpr Cycle kBatch = 50;

/// A network of its own kernel, with the services of `registry`.
class Network {
 public:
  explicit Network(const PlatformConfig& config,
                   const ServiceRegistry& registry = service_registry())
      : config_(config) {
    fresh_kernel();
    platform_ =
        std::make_unique<Platform>("net", config_, topology_, tables_,
                                   make_traffic(config_, topology_), kBatch, alone(), registry);
  }
  Platform& platform() { return *platform_; }
  RunResult collect() {
    RunResult result;
    result.batches.resize((platform_->now() + kBatch - 1) / kBatch);
    const RunFacts facts{config_, topology_, tables_, platform_->services(), platform_->now()};
    platform_->services().declare_sections(result.sections);
    for (const Service* service : platform_->services()) service->collect(facts, result);
    return result;
  }

 private:
  PlatformConfig config_;
  Topology topology_ = make_topology(config_);
  std::vector<RouteTable> tables_ = make_route_tables(config_, topology_);
  std::unique_ptr<Platform> platform_;
};

PlatformConfig example(const std::string& file, const Strings& overrides = {}) {
  return load_config(TINSIM_SOURCE_DIR "/configs/" + file, overrides);
}

/// Raw cells on four chips.
PlatformConfig raw_cells() {
  return example("dragonfly_4pod.yaml", {"topology.pods=2", "topology.tins_per_pod=2",
                                         "topology.global_links_per_pair=4"});
}

/// Counts the batches of a run and reports their number.
class BatchCounter final : public Service {
 public:
  static std::unique_ptr<Service> make(const ServiceContext& /*context*/) {
    return std::make_unique<BatchCounter>();
  }
  void apply_deferred_updates(Cycle /*cycle*/) override { ++batches_; }
  void collect(const RunFacts& /*facts*/, RunResult& result) const override {
    result.notes.push_back(fmt::format("{} batches", batches_));
  }

 private:
  unsigned batches_ = 0;
};

/// Records its calls, with its name, next to those of the others.
template <char kName>
class Recorder final : public Service {
 public:
  static std::unique_ptr<Service> make(const ServiceContext& /*context*/) {
    record("make");
    return std::make_unique<Recorder>();
  }
  ~Recorder() override { record("end"); }

  void build(const ChipSite& site) override { record(fmt::format("build {}", site.chip)); }
  void measure(Cycle from, Cycle to, Cycle /*batch*/) override {
    record(fmt::format("measure {} to {}", from, to));
  }
  void clear_counters(Cycle now) override { record(fmt::format("clear {}", now)); }
  uint64_t waiting_age(Cycle now, uint64_t& /*sources*/) override {
    record(fmt::format("age {}", now));
    return 0;
  }
  void keep_ages(Cycle first, Cycle /*step*/) override {
    record(first == kNoCycle ? "keep none" : fmt::format("keep {}", first));
  }
  void run_ahead(Cycle last) override { record(fmt::format("ahead {}", last)); }
  void apply_deferred_updates(Cycle cycle) override { record(fmt::format("apply {}", cycle)); }

 private:
  static void record(const std::string& call);
};

Strings calls;

template <char kName>
void Recorder<kName>::record(const std::string& call) {
  calls.push_back(std::string(1, kName) + " " + call);
}

/// The calls since the last one.
Strings take_calls() { return std::exchange(calls, {}); }

/// `a` stands before `b`, though it is made after it: it has hosts.
ServiceRegistry recorders() {
  return {service_registry().front(),
          {"a", Stage::kAtHosts, Recorder<'a'>::make, nullptr},
          {"b", Stage::kOnChips, Recorder<'b'>::make, nullptr}};
}

/// Engines before their hosts; trace records behind the hosts whose ports they share; frames behind
/// all hosts of the IP path; CliqueMap behind both engines. Frames are captured before 1RMA applies
/// what it deferred.
TEST(Services, TheRegistryHasThisOrder) {
  Strings names;
  for (const ServiceEntry& entry : service_registry()) names.emplace_back(entry.name);
  EXPECT_EQ(
      names,
      (Strings{"raw_cells",     "exanet",       "ip",        "ip_hosts",     "flows",
               "ethernet_clos", "tap",          "ibr",       "cell_tracing", "frames",
               "rma",           "nic",          "rma_hosts", "cliquemap",    "trace_collection",
               "timesync",      "link_latency", "mos",       "ecp",          "bring_up",
               "controller",    "cost"}));
}

TEST(Services, ExistWhereTheConfigurationHasThem) {
  EXPECT_EQ(Network(raw_cells()).platform().services().names(), (Strings{"raw_cells", "cost"}));
  EXPECT_EQ(Network(example("unified.yaml")).platform().services().names(),
            (Strings{"raw_cells", "ip", "ip_hosts", "rma", "rma_hosts", "cost"}));
}

TEST(Services, AreFoundByTheirType) {
  Network network(example("unified.yaml"));
  const Services& services = network.platform().services();
  ASSERT_NE(services.find<IpHosts>(), nullptr);
  EXPECT_EQ(&services.get<IpNetwork>(), services.find<IpNetwork>());
  EXPECT_EQ(services.find<BatchCounter>(), nullptr);
}

TEST(Services, AMissingOneThatIsRequiredIsNamed) {
  Network network(raw_cells());
  try {
    network.platform().services().get<RmaNetwork>();
    FAIL() << "no error";
  } catch (const InvariantError& error) {
    EXPECT_STREQ(error.what(), "a service requires tinsim::RmaNetwork, which this network has not");
  }
}

TEST(Services, AreMadeByStageAndEndInReverse) {
  take_calls();
  {
    const Network network(raw_cells(), recorders());
    EXPECT_EQ(take_calls(),
              (Strings{"b make", "b build 0", "b build 1", "b build 2", "b build 3", "a make"}));
  }
  EXPECT_EQ(take_calls(), (Strings{"b end", "a end"}));
}

TEST(Services, AreCalledInTheOrderOfTheRegistry) {
  Network network(raw_cells(), recorders());
  Platform& platform = network.platform();
  take_calls();
  platform.run_to(kBatch);
  uint64_t sources = 0;
  platform.waiting_age(sources);
  EXPECT_EQ(take_calls(), (Strings{"a apply 50", "b apply 50", "a age 50", "b age 50"}));
  platform.measure(100, 200);
  platform.run_ahead(200);
  EXPECT_EQ(take_calls(), (Strings{"a measure 100 to 200", "b measure 100 to 200", "a keep 100",
                                   "b keep 100", "a ahead 199", "b ahead 199"}));
  platform.run_to(200);
  platform.stop_with_batches();
  platform.clear_counters();
  EXPECT_EQ(take_calls(), (Strings{"a apply 200", "b apply 200", "a keep none", "a ahead 0",
                                   "b keep none", "b ahead 0", "a clear 200", "b clear 200"}));
}

TEST(Services, ANewOneIsOneRow) {
  ServiceRegistry registry = service_registry();
  registry.push_back({"batch_counter", Stage::kAtHosts, BatchCounter::make, nullptr});
  Network network(raw_cells(), registry);
  for (Cycle end = kBatch; end <= 40 * kBatch; end += kBatch) network.platform().run_to(end);
  EXPECT_EQ(network.platform().services().names(), (Strings{"raw_cells", "cost", "batch_counter"}));
  EXPECT_EQ(network.collect().notes, Strings{"40 batches"});
}

/// Births are those of all batches, whether a cell has entered or not.
TEST(Services, RawCellsReportTheirBirths) {
  Network network(raw_cells());
  network.platform().run_to(40 * kBatch);
  uint64_t words = 0;
  for (const Batch& batch : network.collect().batches) words += batch.offered_words;
  uint64_t delivered = 0;
  for (const auto& log : network.platform().logs()) {
    for (const DeliveryLog::BatchSum& batch : log->batches()) delivered += batch.words;
  }
  EXPECT_GT(delivered, 0u);
  EXPECT_GE(words, delivered);
}

}  // namespace
}  // namespace tinsim
