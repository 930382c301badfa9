// SPDX-License-Identifier: Apache-2.0
// The configuration: plain aggregates with defaults, one per YAML mapping, read by the strict
// reader in reader.h. Cross-field rules live in validate.h; the network that follows from it is a
// Topology.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "platform/config/auto_or_number.h"
#include "platform/config/bring_up_config.h"
#include "platform/config/controller_config.h"
#include "platform/config/cost_config.h"
#include "platform/config/failures_config.h"
#include "platform/config/hosts_config.h"
#include "platform/config/ibr_config.h"
#include "platform/config/link_config.h"
#include "platform/config/mos_config.h"
#include "platform/config/origins.h"
#include "platform/config/percentage.h"
#include "platform/config/ratio_yaml.h"
#include "platform/config/rma_traffic_config.h"
#include "platform/config/routing_config.h"
#include "platform/config/tap_config.h"
#include "platform/config/time_sync_config.h"
#include "platform/config/tin_config.h"
#include "platform/config/tin_variant_config.h"
#include "platform/config/topology_config.h"
#include "platform/config/trace_config.h"
#include "platform/config/traffic_config.h"
#include "rtl_models/common/keys.h"
#include "tlm/ethernet_clos/clos_config.h"
#include "tlm/exanet/exanet_config.h"
#include "tlm/host/flows/flows_config.h"
#include "tlm/host/host_config.h"
#include "tlm/host/rma/cliquemap_config.h"
#include "tlm/host/swift_config.h"
#include "tlm/nic/nic_config.h"
#include "tlm/pcie/pcie_config.h"
#include "tlm/tin/cell_trace/cell_tracing_config.h"
#include "tlm/tin/ecp/ecp_config.h"
#include "tlm/tin/ip/ip_config.h"
#include "tlm/tin/rma/rma_config.h"

namespace tinsim {

/// Targets of a measurement that ends when they are reached: half widths of the 95 % intervals, as
/// shares of the figures.
struct PrecisionConfig {
  std::optional<Percentage> latency_mean;
  std::optional<Percentage> latency_p99;
  TIN_KEYS((latency_mean, "half width of the 95 % interval of the mean latency", above(0, 100)),
           (latency_p99, "half width of the 95 % interval of the 99th percentile of the latency",
            above(0, 100)))

  bool is_any() const { return latency_mean || latency_p99; }
};

struct RunConfig {
  AutoOrNumber warmup_us;
  AutoOrNumber measure_us = 20;
  double max_measure_us = 1000;
  PrecisionConfig precision;
  uint64_t seed = 1;
  unsigned audit = 0;
  std::optional<double> start_us;
  std::optional<double> start_load;
  double max_warmup_us = 100;
  double progress_timeout_us = 100;
  TIN_KEYS(
      (warmup_us, "simulated time before the measurement in us; auto: until steady", range(0, 1e9)),
      (measure_us,
       "simulated time of the measurement in us; auto: until the intervals of precision are "
       "reached",
       above(0, 1e9)),
      (max_measure_us, "longest measurement of `auto`, in us; a run that needs more is flagged",
       above(0, 1e9),
       only_if(
           +[](const RunConfig& c) { return c.measure_us.is_auto(); }, {"measure_us"},
           "measure_us: auto", "with a measurement of given length")),
      (precision, only_if(
                      +[](const RunConfig& c) { return c.measure_us.is_auto(); }, {"measure_us"},
                      "measure_us: auto", "with a measurement of given length")),
      (seed, "seed of all random streams"),
      (audit,
       "full invariant audit every so many batches (a hundredth of the measurement); 0: at "
       "the end only",
       range(0, 4294967295.0)),
      (start_us,
       "simulated time before the warm-up, with all traffic at start_load, in us; unset: none",
       above(0, 1e9)),
      (start_load, "load of every traffic entry during start_us; of hosts: share of ip.nic_gbps",
       range(0, 4)),
      (max_warmup_us, "longest warm-up of `auto`, in us; a run that needs more is flagged",
       above(0, 1e9),
       only_if(
           +[](const RunConfig& c) { return c.warmup_us.is_auto(); }, {"warmup_us"},
           "warmup_us: auto", "with a warm-up of given length")),
      (progress_timeout_us,
       "no delivery for so long, beyond the latency of the links, with cells in flight is a "
       "deadlock, in us",
       above(0, 1e9)))

  double longest_warmup_us() const { return warmup_us.number.value_or(max_warmup_us); }
  double longest_measure_us() const { return measure_us.number.value_or(max_measure_us); }
};

/// Kind of all chips: TiN, or a node of ExaNet.
TIN_ENUM(ChipKind, tin, exanet)

struct PlatformConfig;
/// The condition of the section of PCIe: a user of the links.
OnlyIf only_with_pcie();
/// The conditions of sections and keys of one kind of chip.
OnlyIf only_with_tin();
OnlyIf only_with_exanet();

struct PlatformConfig {
  // In platform_config.cpp: as inline functions they take a compiler three seconds in each source
  // that copies one.
  PlatformConfig();
  PlatformConfig(const PlatformConfig&);
  PlatformConfig(PlatformConfig&&) noexcept;
  PlatformConfig& operator=(const PlatformConfig&);
  PlatformConfig& operator=(PlatformConfig&&) noexcept;
  ~PlatformConfig();

  ChipKind chip = ChipKind::tin;
  TopologyConfig topology;
  ExanetConfig exanet;
  TinConfig tin;
  std::vector<TinVariantConfig> tin_variants;
  LinkConfig link;
  FailuresConfig failures;
  RoutingConfig routing;
  IpConfig ip;
  HostConfig host;
  SwiftConfig swift;
  NicConfig nic;
  EthernetClosConfig ethernet_clos;
  PcieConfig pcie;
  RmaConfig rma;
  std::vector<TrafficConfig> traffic;
  std::vector<IpTrafficConfig> ip_traffic;
  std::vector<RmaTrafficConfig> rma_traffic;
  CliqueMapConfig cliquemap;
  FlowsConfig flows;
  TimeSyncConfig timesync;
  CellTracingConfig cell_tracing;
  MosConfig mos;
  EcpConfig ecp;
  BringUpConfig bring_up;
  ControllerConfig controller;
  TapConfig tap;
  IbrConfig ibr;
  CostConfig cost;
  RunConfig run;
  TraceConfig trace;
  Origins origins;  ///< no key: where the others were written, for errors found after validate()
  TIN_KEYS(
      (chip, "kind of the chips: TiN, or nodes of ExaNet on a torus or a mesh"), (topology),
      (exanet, only_with_exanet()), (tin, only_with_tin()), (tin_variants, only_with_tin()),
      (link, only_with_tin()), (failures, only_with_tin()), (routing, only_with_tin()),
      (ip, only_enabled(&PlatformConfig::ip, "ip", "an IP path")),
      (host,
       only_if(
           +[](const PlatformConfig& c) { return c.has_messages(); },
           {"ip_traffic", "cliquemap.enabled", "cliquemap.transport", "cliquemap.set_share",
            "cliquemap.erase_share", "flows.enabled", "flows.transport"},
           "hosts that send messages", "without ip_traffic, or messages of cliquemap or flows")),
      (swift,
       only_if(
           +[](const PlatformConfig& c) { return c.has_swift(); },
           {"ip_traffic", "ip_traffic.*.transport", "cliquemap.enabled", "cliquemap.transport",
            "cliquemap.set_share", "cliquemap.erase_share", "flows.enabled", "flows.transport"},
           "messages under Swift",
           "without ip_traffic of transport swift, or messages of cliquemap or "
           "flows")),
      (nic, only_enabled_elsewhere(&PlatformConfig::ip, "ip", "an IP path")),
      (ethernet_clos,
       only_enabled(&PlatformConfig::ethernet_clos, "ethernet_clos", "the Ethernet switches")),
      (pcie, only_with_pcie()), (rma, only_enabled(&PlatformConfig::rma, "rma", "1RMA")), (traffic),
      (ip_traffic, only_with_tin()), (rma_traffic, only_with_tin()),
      (cliquemap, only_enabled(&PlatformConfig::cliquemap, "cliquemap", "CliqueMap")),
      (flows, only_enabled(&PlatformConfig::flows, "flows", "lists of flows")),
      (timesync, only_enabled(&PlatformConfig::timesync, "timesync", "hardware clocks")),
      (cell_tracing, only_enabled(&PlatformConfig::cell_tracing, "cell_tracing", "cell tracing")),
      (mos, only_with_tin()),
      (ecp, only_enabled(&PlatformConfig::ecp, "ecp", "control processors")),
      (bring_up, only_enabled(&PlatformConfig::bring_up, "bring_up", "a bring-up")),
      (controller, only_with_tin()), (tap, only_with_tin()),
      (ibr, only_enabled(&PlatformConfig::ibr, "ibr", "external routes")), (cost), (run), (trace))

  /// Clock of the chips, in whose cycles a run counts.
  double clock_mhz() const { return chip == ChipKind::exanet ? exanet.clock_mhz : tin.core_mhz; }

  /// Files besides the results, which need a folder.
  bool writes_traces() const {
    return trace.is_on() || !ip.capture.ports.empty() || cell_tracing.enabled ||
           flows.writes_table() || tap.is_live() || (controller.is_on() && controller.timeline);
  }

  bool has_clique_messages() const { return cliquemap.enabled && cliquemap.sends_messages(); }
  /// Packets of hosts cross PCIe.
  bool has_nics() const { return ip.enabled && NicConfig::is_on(nic); }
  bool has_messages() const {
    return !ip_traffic.empty() || has_clique_messages() || flows.by_ip();
  }
  bool has_swift() const {
    const auto with_swift = [](const IpTrafficConfig& entry) {
      return entry.transport == IpTransport::swift;
    };
    return has_clique_messages() || flows.by_ip() ||
           std::any_of(ip_traffic.begin(), ip_traffic.end(), with_swift);
  }
};

inline OnlyIf only_with_tin() {
  return only_if_config<PlatformConfig>(
      +[](const PlatformConfig& c) { return c.chip == ChipKind::tin; }, {"chip"}, "TiN chips",
      "with chip: exanet");
}
inline OnlyIf only_with_exanet() {
  return only_if_config<PlatformConfig>(
      +[](const PlatformConfig& c) { return c.chip == ChipKind::exanet; }, {"chip"}, "ExaNet chips",
      "with chip: tin");
}

inline OnlyIf only_with_pcie() {
  OnlyIf only = only_enabled_elsewhere(&PlatformConfig::rma, "rma", "1RMA");
  only.selectors.push_back("nic.host");
  only.users = "1RMA, or packets of hosts that cross PCIe";
  only.without = "without rma.enabled: true or nic.host: pcie";
  only.holds = [](const void* at) {
    const auto& config = *static_cast<const PlatformConfig*>(at);
    return config.rma.enabled || config.has_nics();
  };
  return only;
}

}  // namespace tinsim
