// SPDX-License-Identifier: Apache-2.0
// Rules of CliqueMap: engines that it needs, hosts and memory that are there, one rate.
#include <fmt/format.h>

#include "platform/config/cliquemap_plan.h"
#include "platform/validate/port_budget.h"
#include "platform/validate/rules.h"

namespace tinsim {
namespace {

constexpr uint64_t kMib = 1 << 20;

/// Hosts have one program each.
void check_engines(const PlatformConfig& config, RuleErrors& errors) {
  const CliqueMapConfig& clique = config.cliquemap;
  if (clique.reads_by_rma()) {
    errors.expect(config.rma.enabled, "cliquemap.transport",
                  "rma needs 1RMA engines; expected rma.enabled: true, or transport software");
    errors.expect(config.rma.payload == Payload::carried, "rma.payload",
                  fmt::format("is {}, but lookups go by what they read; expected carried",
                              word_of(config.rma.payload)));
    errors.expect(
        config.rma_traffic.empty(), "rma_traffic",
        "would be made by hosts that look up; expected none with cliquemap.transport rma");
  }
  if (!clique.sends_messages()) return;
  const bool by_sets = clique.set_share > 0;
  const std::string why = !clique.reads_by_rma() ? "transport software is"
                          : by_sets              ? "SETs are"
                                                 : "ERASEs are";
  errors.expect(config.ip.enabled,
                !clique.reads_by_rma() ? "cliquemap.transport"
                : by_sets              ? "cliquemap.set_share"
                                       : "cliquemap.erase_share",
                why + " messages over IP; expected ip.enabled: true");
  errors.expect(config.ip_traffic.empty(), "ip_traffic",
                "would be made by hosts that send messages of CliqueMap; expected none, or lookups "
                "by 1RMA without SETs and ERASEs");
}

void check_rate(const CliqueMapConfig& clique, RuleErrors& errors) {
  errors.expect(clique.gbps.has_value() != clique.ops_per_s.has_value(), "cliquemap.gbps",
                clique.gbps ? "is given beside ops_per_s; expected one of them"
                            : "is not given, nor is ops_per_s; expected one of them");
  errors.expect(
      clique.set_share + clique.erase_share <= 1, "cliquemap.erase_share",
      fmt::format("{} and set_share {} are more than all operations; expected a sum of at "
                  "most 1",
                  clique.erase_share, clique.set_share));
  if (!clique.value_cdf.empty()) expect_readable(errors, "cliquemap.value_cdf", clique.value_cdf);
}

void check_places(const PlatformConfig& config, RuleErrors& errors) {
  const CliqueMapConfig& clique = config.cliquemap;
  const unsigned hosts = network_size(config.topology).hosts, need = clique_hosts(clique);
  errors.expect(
      need <= hosts, "cliquemap.clients",
      fmt::format("{} clients and {} backends, {}, need {} hosts; expected at most {}",
                  clique.clients, clique.backends, word_of(clique.placement), need, hosts));
  errors.expect(clique.replicas != 2, "cliquemap.replicas", "is 2; expected 1 or 3");
  errors.expect(clique.backends >= clique.replicas, "cliquemap.backends",
                fmt::format("{} cannot keep {} replicas; expected at least {}", clique.backends,
                            clique.replicas, clique.replicas));
  if (need > hosts || clique.backends < clique.replicas) return;
  const CliquePlan plan = clique_plan(clique);
  errors.expect(plan.fullest_bucket <= clique.ways, "cliquemap.buckets",
                fmt::format("{} keys fall into one of {} buckets of {} ways; expected more buckets "
                            "or ways, or fewer keys",
                            plan.fullest_bucket, clique.buckets, clique.ways));
  if (!clique.reads_by_rma() || !clique.value_cdf.empty()) return;
  const uint64_t bytes = CliqueMemory(plan, clique.value_bytes).bytes;
  errors.expect(bytes <= config.pcie.memory_mib * kMib, "pcie.memory_mib",
                fmt::format("{} MiB do not hold index and data of a backend, {} bytes; expected at "
                            "least {}",
                            config.pcie.memory_mib, bytes, (bytes + kMib - 1) / kMib));
}

}  // namespace

void check_cliquemap(const PlatformConfig& config, RuleErrors& errors) {
  if (!config.cliquemap.enabled) return;
  check_engines(config, errors);
  check_rate(config.cliquemap, errors);
  check_places(config, errors);
  errors.expect(!config.run.warmup_us.is_auto(), "run.warmup_us",
                "auto watches cells that are made one by one, not lookups; expected a number of "
                "microseconds with cliquemap");
  errors.expect(
      !config.run.start_us, "run.start_us",
      "changes the load of cells and of hosts, not of lookups; expected no start with cliquemap");
}

}  // namespace tinsim
