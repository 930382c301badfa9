// SPDX-License-Identifier: Apache-2.0
// Delays of the links of a network, measured by LAT sets between their ports.
#include "platform/services/link_latency.h"

#include "platform/network/topology/link_selector.h"
#include "platform/statistics/link_latency_result.h"
#include "platform/statistics/result.h"
#include "platform/statistics/section_of.h"
#include "tlm/tin/cell_switch/link_driver.h"
#include "tlm/tin/tin.h"

namespace tinsim {
namespace {

constexpr Cycle kReceiveRegister = 1;  ///< behind the receive pins: latency_meter counts it

}  // namespace

std::unique_ptr<Service> LinkLatency::make(const ServiceContext& context) {
  if (context.config.link.latency_us == 0) return nullptr;
  return std::make_unique<LinkLatency>(context);
}

void LinkLatency::declare_sections(ResultSections& sections) { sections.add<LinkLatencyResult>(); }

LinkLatency::LinkLatency(const ServiceContext& context)
    : plan_(context.config, context.topology), switches_(context.topology.chips.size()) {}

void LinkLatency::build(const ChipSite& site) { switches_[site.chip] = &site.tin.cell_switch(); }

void LinkLatency::collect(const RunFacts& facts, RunResult& result) const {
  auto& latency = result.sections.get<LinkLatencyResult>();
  for (unsigned chip = 0; chip < switches_.size(); ++chip) {
    const auto& ports = facts.topology.chips[chip].ports;
    for (unsigned port = 0; switches_[chip] != nullptr && port < ports.size(); ++port)
      if (is_link(ports[port])) latency.add(row(facts, chip, port));
  }
}

/// All but the cable is subtracted: pipelines, error correction, and stages of a slower router.
LinkLatencyRow LinkLatency::row(const RunFacts& facts, unsigned chip, unsigned port) const {
  const ChipInfo& here = facts.topology.chips[chip];
  const PortInfo& info = here.ports[port];
  const LinkPort::Counters& found = switches_[chip]->link_driver(port)->port().counters();
  const LinkSpec spec = plan_.spec(chip, port);
  LinkLatencyRow row;
  row.chip = static_cast<uint16_t>(chip);
  row.pod = here.pod;
  row.tin = here.tin;
  row.port = static_cast<uint8_t>(port);
  row.kind = info.kind;
  row.peer_chip = info.peer_chip;
  row.peer_port = info.peer_port;
  row.measurements = found.delays;
  row.least_cycles = found.least_delay;
  row.most_cycles = found.most_delay;
  row.expected_cycles = spec.latency + kReceiveRegister;
  row.configured_m = length_metres(facts.config, info);
  if (!row.is_measured()) return row;
  const Cycle other = spec.latency - spec.wire_cycles + slower_router_cycles(facts.config);
  const double cable = static_cast<double>(found.least_delay) - kReceiveRegister - other;
  row.measured_m = cable * metres_per_cycle(facts.config);
  row.error_m = row.measured_m - row.configured_m;
  return row;
}

}  // namespace tinsim
