// SPDX-License-Identifier: Apache-2.0
// Rules of 1RMA: ports that exist, VCs, windows that admit an operation, traffic.
#include <fmt/format.h>

#include <algorithm>

#include "platform/config/chip_endpoint_ranges.h"
#include "platform/config/host_map.h"
#include "platform/validate/port_budget.h"
#include "platform/validate/rules.h"

namespace tinsim {
namespace {

constexpr unsigned kTerminals = kFirstRmaEndpoint + kRmaEndpoints;
constexpr unsigned kVcsNeeded = 30;  ///< ten traffic classes of three phases
constexpr unsigned kReserve = 4096;  ///< free in the window before an operation departs
constexpr unsigned kAtomicBytes = 8;
constexpr unsigned kSlotsOfHost = 128;
constexpr unsigned kTrafficMib = 65;  ///< the first for completions, then data (RmaHostMap)

void check_engine(const PlatformConfig& config, RuleErrors& errors) {
  const RmaConfig& rma = config.rma;
  errors.expect(config.tin.switch_.vcs >= kVcsNeeded, "tin.switch.vcs",
                fmt::format("{} VCs do not hold the classes of 1RMA; expected at least {}",
                            config.tin.switch_.vcs, kVcsNeeded));
  const uint64_t terminals = terminal_endpoints(config);
  errors.expect(terminals >= kTerminals, "rma.enabled",
                fmt::format("1RMA has endpoints 11 to 16, but the hosts of a chip have {} terminal "
                            "ports (terminal_ports_per_host {}); expected at least {}",
                            terminals, config.topology.terminal_ports_per_host, kTerminals));
  const unsigned before = ip_endpoints(config.ip);
  errors.expect(!config.ip.enabled || before <= kFirstRmaEndpoint, "rma.enabled",
                fmt::format("1RMA has endpoints from {} on, but NIC, MAC and control processor "
                            "want {}; expected fewer ip.nic_ports, ip.mac_ports or ip.cpu_ports",
                            kFirstRmaEndpoint, before));
  const unsigned hosts = host_map(config.topology).max_per_chip();
  errors.expect(hosts <= 2, "topology.hosts_per_tin",
                fmt::format("a chip has PCIe for 2 hosts, not {}; expected 1 or 2", hosts));
  errors.expect(rma.cell_bytes == 64 || rma.cell_bytes == 128, "rma.cell_bytes",
                fmt::format("is {}; expected 64 or 128", rma.cell_bytes));
  errors.expect(rma.weights.size() == 2, "rma.weights",
                fmt::format("has {} entries; expected two, H and L", rma.weights.size()));
  errors.expect(rma.solicitation_window_bytes >= kReserve, "rma.solicitation_window_bytes",
                fmt::format("{} let nothing through; expected at least {}",
                            rma.solicitation_window_bytes, kReserve));
}

void check_entry(const PlatformConfig& config, unsigned hosts, std::size_t i, RuleErrors& errors) {
  const RmaTrafficConfig& t = config.rma_traffic[i];
  const std::string path = fmt::format("rma_traffic.{}", i);
  const bool atomic = t.op == RmaTrafficOp::faa || t.op == RmaTrafficOp::cas;
  errors.expect(
      !atomic || t.bytes == kAtomicBytes, path + ".bytes",
      fmt::format("{} works on {} bytes; expected {}", word_of(t.op), kAtomicBytes, kAtomicBytes));
  errors.expect(hosts > 1, path + ".pattern",
                "the only host has nobody to ask; expected at least 2 hosts");
  const std::string why = fmt::format("the network has {} hosts", hosts);
  const bool pairs = t.pattern == HostPattern::pairs,
             aims = pairs || t.pattern == HostPattern::incast;
  expect_distinct_below(errors, path + ".sources", t.sources, hosts, why);
  if (!pairs) expect_distinct_below(errors, path + ".targets", t.targets, hosts, why);
  errors.expect(
      !aims || !t.targets.empty(), path + ".targets",
      fmt::format("{} has no targets; expected at least one host number", word_of(t.pattern)));
  if (!pairs) return;
  errors.expect(t.sources.size() == t.targets.size(), path + ".sources",
                fmt::format("has {} hosts for {} targets; expected one source for each",
                            t.sources.size(), t.targets.size()));
  for (std::size_t k = 0; k < std::min(t.sources.size(), t.targets.size()); ++k)
    errors.expect(t.targets[k] < hosts && t.targets[k] != t.sources[k],
                  fmt::format("{}.targets.{}", path, k),
                  fmt::format("host {} is the source itself, or does not exist; expected another",
                              t.targets[k]));
}

}  // namespace

void check_rma(const PlatformConfig& config, RuleErrors& errors) {
  if (!config.rma.enabled) {
    errors.expect(config.rma_traffic.empty(), "rma_traffic",
                  "needs 1RMA engines; expected rma.enabled: true");
    return;
  }
  const NetworkSize size = network_size(config.topology);
  check_engine(config, errors);
  errors.expect(config.rma_traffic.empty() || config.pcie.memory_mib >= kTrafficMib,
                "pcie.memory_mib",
                fmt::format("{} MiB do not hold the data of rma_traffic; expected at least {}",
                            config.pcie.memory_mib, kTrafficMib));
  unsigned outstanding = 0;
  for (std::size_t i = 0; i < config.rma_traffic.size(); ++i) {
    check_entry(config, size.hosts, i, errors);
    outstanding += config.rma_traffic[i].outstanding;
  }
  errors.expect(outstanding <= kSlotsOfHost, "rma_traffic",
                fmt::format("{} operations of a host at a time want a slot each; expected at most "
                            "{} in all entries",
                            outstanding, kSlotsOfHost));
}

}  // namespace tinsim
