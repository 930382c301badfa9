// SPDX-License-Identifier: Apache-2.0
// Parameters of the switch of one chip, from the configuration.
#include "platform/network/switch_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "platform/config/chip_shape.h"
#include "platform/network/link_plan.h"
#include "platform/network/topology/link_selector.h"
#include "platform/network/topology/tin_variants.h"
#include "tlm/gnet/cell_words.h"
#include "tlm/gnet/cycles.h"
#include "tlm/tin/ip/ip_params.h"

namespace tinsim {

namespace {

bool is_high_class(const PlatformConfig& config, unsigned cos) {
  const auto& high = config.ip.high_classes;
  return std::find(high.begin(), high.end(), cos) != high.end();
}

/// Neither VCs nor weights are named, so classes of service decide.
bool follows_classes(const PlatformConfig& config) {
  const OutputConfig& output = config.tin.output;
  return config.ip.enabled && output.strict_vcs.empty() && output.weights.size() == 1;
}

/// VCs with strict priority: those that the configuration names; without configured weights also
/// the VCs of handshakes (Aquila 6: "get high priority") and of the cells of strict classes of
/// service (docs/reference/assumptions.md).
uint64_t strict_vcs(const PlatformConfig& config) {
  uint64_t vcs = 0;
  for (unsigned vc : config.tin.output.strict_vcs) vcs |= uint64_t{1} << vc;
  if (!follows_classes(config)) return vcs;
  constexpr uint32_t kPhases = 7;  // three VCs of each traffic class
  const auto add = [&vcs](IpCell cell, bool is_high) {
    vcs |= kPhases << first_vc(traffic_class(cell, is_high));
  };
  for (bool is_high : {false, true}) {
    if (!config.ip.strict_handshake) break;
    for (IpCell cell : {IpCell::kRts, IpCell::kCts}) add(cell, is_high);
  }
  for (const auto* strict : {&config.ip.ingress.strict_classes, &config.ip.egress.strict_classes}) {
    for (unsigned cos : *strict) {
      const bool is_high = is_high_class(config, cos);
      for (IpCell cell : {IpCell::kRts, IpCell::kCts, IpCell::kData}) add(cell, is_high);
    }
  }
  return vcs;
}

/// VC FIFOs of the chip that receive cells of hosts' packets, if DATA uses `phases`. Handshakes
/// have priority, so they rarely wait long enough for a detour; and a link to another pod lies
/// between two within pods.
std::size_t queues_of_packets(const PlatformConfig& config, const ChipInfo& chip, unsigned phases) {
  const unsigned shortest = std::min(2u, phases);
  std::set<bool> priorities;
  for (const IpTrafficConfig& entry : config.ip_traffic)
    priorities.insert(is_high_class(config, entry.cos));
  std::size_t queues = 0;
  for (const PortInfo& port : chip.ports) {
    if (port.kind == PortKind::kUnused) continue;
    for (const unsigned of_cell : {shortest, shortest, phases}) {
      const unsigned between_pods = std::max(2u, of_cell) - 1;
      queues += port.kind == PortKind::kTerminal ? 1
                : port.kind == PortKind::kGlobal ? between_pods
                                                 : of_cell;
    }
  }
  return queues * priorities.size();
}

/// The FIFOs of a port, and those at the other end of its link.
void set_buffers(const PlatformConfig& config, const Topology& topology, const PortInfo& info,
                 const TinConfig& tin, unsigned port, SwitchParams& params) {
  const auto words = [&](const TinConfig& of) {
    return static_cast<uint16_t>(vc_fifo_words(of.vc_fifo, info.kind) +
                                 shared_words(of.vc_fifo, info.kind));
  };
  const TinConfig peer = is_link(info) ? tin_of(config, topology.chips[info.peer_chip]) : tin;
  params.rx_depth[port] = words(tin);
  params.tx_limit[port] = words(peer);
  params.tx_shared[port] = static_cast<uint16_t>(shared_words(peer.vc_fifo, info.kind));
  if (info.kind == PortKind::kTerminal) params.terminal_ports |= PortSet::of(port);
}

/// Only where a link is slower than the core.
void set_link_rates(const PlatformConfig& config, const ChipInfo& chip, SwitchParams& params) {
  const LinkConfig& link = config.link;
  if (link.local_rate == 1 && link.global_rate == 1) return;
  for (const PortInfo& info : chip.ports) params.link_rates.push_back(link_rate(config, info.kind));
}

}  // namespace

bool needs_variant_core(const PlatformConfig& config) {
  const SwitchConfig& chip = config.tin.switch_;
  return chip.ports > 64 || chip.vcs > 32 || config.tin.pipeline != PipelineConfig() ||
         config.link.local_rate != 1 || config.link.global_rate != 1 || has_other_words(config) ||
         longest_cell_words(config) > kMaxCellWords;
}

Cycle cycles_in_chips(const PlatformConfig& config) {
  constexpr Cycle kOfBaseChip = 64;
  if (!needs_variant_core(config)) return kOfBaseChip;
  const Cycle longest_hold = 3 * longest_cell_words(config);  // at a quarter of the rate
  return kOfBaseChip + chip_delays(config).router_cycles() + longest_hold;
}

std::set<unsigned> classes_sharing_strict_vcs(const PlatformConfig& config) {
  std::set<unsigned> strict, company;
  if (!follows_classes(config)) return company;
  for (const auto* classes : {&config.ip.ingress.strict_classes, &config.ip.egress.strict_classes})
    strict.insert(classes->begin(), classes->end());
  const auto shares_strict_vc = [&](unsigned cos) {
    return std::any_of(strict.begin(), strict.end(), [&](unsigned other) {
      return is_high_class(config, cos) == is_high_class(config, other);
    });
  };
  for (const IpTrafficConfig& entry : config.ip_traffic)
    if (strict.count(entry.cos) == 0 && shares_strict_vc(entry.cos)) company.insert(entry.cos);
  return company;
}

SwitchParams switch_params(const PlatformConfig& config, const Topology& topology,
                           std::size_t number) {
  const ChipInfo& chip = topology.chips[number];
  const TinConfig tin = tin_of(config, chip);
  SwitchParams params;
  static_cast<SwitchConfig&>(params) = tin.switch_;
  params.name = fmt::format("pod {} tin {}", chip.pod, chip.tin);
  params.seed = config.run.seed;
  params.stream = chip.pod << 16 | chip.tin;
  params.queue_words = tin.output.queue_words;
  params.fc_hold = config.link.fc_hold_cycles;
  params.refresh_cycles = refresh_period(config);
  params.timesync_cycles = cycles_of_us(config.link.timesync_us, config.tin.core_mhz);
  params.strict_vcs = strict_vcs(config);
  const auto& weights = config.tin.output.weights;
  for (unsigned vc = 0; vc < kMaxVcs; ++vc) {
    params.weights[vc] =
        static_cast<uint8_t>(weights[std::min<std::size_t>(vc, weights.size() - 1)]);
  }
  params.longest_words = longest_cell_words(config);
  params.delays = chip_delays(config);
  set_link_rates(config, chip, params);
  for (unsigned port = 0; port < chip.ports.size(); ++port)
    set_buffers(config, topology, chip.ports[port], tin, port, params);
  return params;
}

unsigned expected_queues(const PlatformConfig& config, const ChipInfo& chip,
                         const RouteTable& table) {
  std::set<unsigned> classes;
  for (const TrafficConfig& entry : config.traffic)
    classes.insert(entry.class_.begin(), entry.class_.end());
  const unsigned most = SwitchParams().reserved_queues;
  const bool has_packets = config.ip.enabled && !config.ip_traffic.empty();
  const bool has_others = config.rma.enabled || (config.ip.enabled && !has_packets);
  if (has_others || (classes.empty() && !has_packets)) return most;
  const bool minimal = !has_detours(table.mode) && !has_via_pods(table.mode);
  const unsigned phases = minimal ? std::min(2u, table.vc_phases) : table.vc_phases;
  std::size_t vcs = 1;  // the first of all has no predecessor
  if (has_packets) vcs += queues_of_packets(config, chip, phases);
  for (const PortInfo& port : chip.ports) {
    if (port.kind == PortKind::kUnused) continue;
    vcs += classes.size() * (port.kind == PortKind::kTerminal ? 1 : phases);
  }
  return static_cast<unsigned>(std::min<std::size_t>(vcs, most));
}

}  // namespace tinsim
