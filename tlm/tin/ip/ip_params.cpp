// SPDX-License-Identifier: Apache-2.0
// Section `ip` of a configuration in the units of the chip: octets, cell slots, core cycles, masks.
#include "tlm/tin/ip/ip_params.h"

#include "rtl_models/parts/ip_cells.h"
#include "tlm/gnet/cycles.h"

namespace tinsim {

namespace {

constexpr unsigned kKib = 1024;

WireRate rate_of_gbps(uint64_t gbps, unsigned core_mhz) {
  return wire_rate(gbps * 1'000'000'000, uint64_t{core_mhz} * 1'000'000);
}

}  // namespace

uint8_t class_mask(const std::vector<unsigned>& classes) {
  uint8_t mask = 0;
  for (unsigned cos : classes) mask = static_cast<uint8_t>(mask | 1u << cos);
  return mask;
}

unsigned of_class(const std::vector<unsigned>& list, unsigned cos) {
  return list[list.size() == 1 ? 0 : cos];
}

IpIngressParams::IpIngressParams(const IpIngressConfig& section, unsigned core_mhz)
    : IpIngressConfig(section),
      buffer_bytes(buffer_kib * kKib),
      rts_timeout(cycles_of_us(rts_timeout_us, core_mhz)),
      rts_state_lifetime(cycles_of_us(rts_state_lifetime_us, core_mhz)),
      rts_max_hold(cycles_of_us(rts_max_hold_us, core_mhz)),
      rts_probe_interval(cycles_of_us(rts_probe_interval_us, core_mhz)) {
  pull_plan.num_vcs = kCosClasses;
  pull_plan.strict = class_mask(strict_classes);
  for (unsigned cos = 0; cos < kCosClasses; ++cos) {
    pull_plan.weights[cos] = static_cast<uint8_t>(of_class(weights, cos));
    const uint64_t percent = of_class(class_percent, cos);
    share_bytes[cos] = static_cast<unsigned>(buffer_bytes * percent / 100);
  }
}

IpEgressParams::IpEgressParams(const IpEgressConfig& section, unsigned core_mhz)
    : IpEgressConfig(section),
      buffer_slots(buffer_kib * kKib / kDataCellBytes),
      fetch_timeout(cycles_of_us(fetch_timeout_us, core_mhz)) {
  windows.fill(window_kib * kKib);
  drop_thresholds.fill(drop_threshold);
  mark_thresholds.fill(mark_threshold);
  cts_plan.strict = class_mask(strict_classes);
  for (unsigned cos = 0; cos < kCosClasses; ++cos)
    cts_plan.weights[cos] = static_cast<uint8_t>(of_class(weights, cos));
}

IpMacParams::IpMacParams(const IpMacConfig& section, unsigned core_mhz)
    : IpMacConfig(section),
      response(flow_control == FlowControl::none ? 0 : cycles_of_us(response_ns / 1000, core_mhz)),
      cable(cycles_of_us(cable_ns / 1000, core_mhz)) {}

PauseLimits IpMacParams::limits(const IpIngressParams& ingress) const {
  PauseLimits limits;
  limits.mode = flow_control;
  limits.quanta = static_cast<uint16_t>(quanta);
  for (unsigned cos = 0; cos < kCosClasses; ++cos) {
    const double bytes =
        flow_control == FlowControl::pfc ? ingress.share_bytes[cos] : ingress.buffer_bytes;
    limits.xoff[cos] = static_cast<uint32_t>(bytes * xoff_percent / 100);
    limits.xon[cos] = static_cast<uint32_t>(bytes * xon_percent / 100);
  }
  return limits;
}

std::array<EndpointGroup, kIpInterfaces> ip_groups(const IpConfig& section) {
  std::array<EndpointGroup, kIpInterfaces> groups;
  unsigned first = 0, i = 0;
  for (unsigned count : {section.nic_ports, section.mac_ports, section.cpu_ports}) {
    groups[i++] = {static_cast<uint8_t>(first), static_cast<uint8_t>(count)};
    first += count;
  }
  return groups;
}

std::array<WireRate, kIpInterfaces> ip_rates(const IpConfig& section, unsigned core_mhz) {
  return {rate_of_gbps(section.nic_gbps, core_mhz), rate_of_gbps(section.mac_gbps, core_mhz),
          rate_of_gbps(section.cpu_gbps, core_mhz)};
}

IpParams::IpParams(const IpConfig& section, unsigned core_mhz)
    : groups(ip_groups(section)),
      rates(ip_rates(section, core_mhz)),
      high_classes(class_mask(section.high_classes)),
      carried(section.payload == Payload::carried),
      tagged(section.vlan.has_value()),
      time_to_live(carried ? section.time_to_live : TimeToLive::keep),
      ingress(section.ingress, core_mhz),
      egress(section.egress, core_mhz),
      mac(section.mac, core_mhz),
      mac_pause(mac.limits(ingress)) {}

}  // namespace tinsim
