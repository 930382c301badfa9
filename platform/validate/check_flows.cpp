// SPDX-License-Identifier: Apache-2.0
// Rules of lists of flows: an engine that carries them, hosts of their own, what each kind needs.
#include <fmt/format.h>

#include <set>

#include "platform/validate/port_budget.h"
#include "platform/validate/rules.h"

namespace tinsim {
namespace {

constexpr unsigned kFlowMib = 65;  ///< the first for completions, then data (RmaHostMap)

/// Hosts have one program each.
void check_flow_engines(const PlatformConfig& config, RuleErrors& errors) {
  const FlowsConfig& flows = config.flows;
  if (flows.by_ip()) {
    errors.expect(config.ip.enabled, "flows.transport",
                  "ip needs an IP path; expected ip.enabled: true");
    errors.expect(config.ip_traffic.empty() && !config.has_clique_messages(), "flows.transport",
                  "ip makes hosts send messages that send others already; expected flows by 1RMA, "
                  "or no ip_traffic and no messages of cliquemap");
    errors.expect(flows.mtu_bytes > config.host.header_bytes, "flows.mtu_bytes",
                  fmt::format("{} bytes leave nothing beside host.header_bytes {}; expected more",
                              flows.mtu_bytes, config.host.header_bytes));
    return;
  }
  errors.expect(
      config.rma.enabled, "flows.transport",
      fmt::format("{} needs 1RMA engines; expected rma.enabled: true", word_of(flows.transport)));
  errors.expect(
      config.rma_traffic.empty() && !(config.cliquemap.enabled && config.cliquemap.reads_by_rma()),
      "flows.transport",
      fmt::format("{} is done by hosts that make other operations already; expected flows over ip, "
                  "or no rma_traffic and no lookups by 1RMA",
                  word_of(flows.transport)));
  errors.expect(config.pcie.memory_mib >= kFlowMib, "pcie.memory_mib",
                fmt::format("{} MiB do not hold the data of flows; expected at least {}",
                            config.pcie.memory_mib, kFlowMib));
  errors.expect(flows.line_gbps.has_value(), "flows.line_gbps",
                "is not given; expected the rate of a transfer by 1RMA alone");
}

void check_flow_mix(const FlowsConfig& flows, std::size_t hosts, RuleErrors& errors) {
  if (!flows.size_cdf.empty()) expect_readable(errors, "flows.size_cdf", flows.size_cdf);
  errors.expect(hosts >= 2, "flows.hosts", fmt::format("has {} hosts; expected at least 2", hosts));
  errors.expect(flows.kind != FlowKind::incast || flows.fan_in < hosts, "flows.fan_in",
                fmt::format("{} of {} hosts cannot answer another one; expected at most {}",
                            flows.fan_in, hosts, hosts - 1));
  const bool by_reads = flows.transport == FlowTransport::rma_read;
  errors.expect(
      !by_reads || flows.read_share == 1, "flows.read_share",
      fmt::format("{} of the operations are reads, and rma_read makes no others; expected "
                  "1, or another transport",
                  flows.read_share));
}

void check_flow_ranks(const FlowsConfig& flows, std::size_t hosts, RuleErrors& errors) {
  const auto expect = [&](bool holds, const std::string& text) {
    errors.expect(holds, "flows.hosts", fmt::format("{} {}", word_of(flows.kind), text));
  };
  expect(hosts >= 2, fmt::format("has {} hosts; expected at least 2", hosts));
  expect(flows.kind != FlowKind::doubling_all_reduce || (hosts & (hosts - 1)) == 0,
         fmt::format("has {} hosts; expected a power of two", hosts));
  expect(flows.kind != FlowKind::ring_all_reduce || flows.bytes >= hosts,
         fmt::format("has {} bytes for {} hosts; expected at least one byte for each", flows.bytes,
                     hosts));
  expect(flows.transport != FlowTransport::rma_read,
         "by reads depends on flows of which the reading host does not learn; expected ip or "
         "rma_write");
}

void check_flow_kind(const PlatformConfig& config, RuleErrors& errors) {
  const FlowsConfig& flows = config.flows;
  if (!flows.is_generated()) {
    errors.expect(
        !flows.file.empty(), "flows.file",
        fmt::format("is not given; expected a {}",
                    flows.kind == FlowKind::file ? "CSV list of flows" : "shared library"));
    if (!flows.file.empty()) expect_readable(errors, "flows.file", flows.file);
    return;
  }
  const unsigned all = network_size(config.topology).hosts;
  expect_distinct_below(errors, "flows.hosts", flows.hosts, all,
                        fmt::format("the network has {} hosts", all));
  const std::size_t hosts = flows.hosts.empty() ? all : flows.hosts.size();
  if (flows.is_mix()) return check_flow_mix(flows, hosts, errors);
  check_flow_ranks(flows, hosts, errors);
}

void check_flow_table(const FlowsConfig& flows, RuleErrors& errors) {
  if (flows.table.empty()) return;
  check_result_name("flows.table", flows.table, ".csv", errors);
  static const std::set<std::string> kOtherTables = {"ports.csv", "links.csv", "latency.csv",
                                                     "batches.csv", "flow_histograms.csv"};
  errors.expect(
      kOtherTables.count(flows.table) == 0, "flows.table",
      fmt::format("'{}' is the name of another result; expected another name", flows.table));
}

}  // namespace

void check_flows(const PlatformConfig& config, RuleErrors& errors) {
  const FlowsConfig& flows = config.flows;
  if (!flows.enabled) return;
  check_flow_engines(config, errors);
  check_flow_kind(config, errors);
  check_flow_table(flows, errors);
  errors.expect(!config.run.warmup_us.is_auto(), "run.warmup_us",
                "auto watches cells that are made one by one, not flows; expected a number of "
                "microseconds with flows");
  errors.expect(!config.run.start_us, "run.start_us",
                "changes the load of cells and of hosts, not of flows; expected no start");
}

}  // namespace tinsim
