// SPDX-License-Identifier: Apache-2.0
// The section `ethernet_clos` in core cycles.
#include "tlm/ethernet_clos/clos_params.h"

#include <cmath>

#include "tlm/gnet/cycles.h"

namespace tinsim {
namespace {

constexpr double kUsPerMetre = 0.005;
constexpr uint64_t kKib = 1024, kUnlimited = ~uint64_t{0};

WireRate rate_of(double gbps, unsigned core_mhz) {
  const auto mbps = static_cast<uint64_t>(std::llround(gbps * 1000));
  return wire_rate(mbps * 1'000'000, uint64_t{core_mhz} * 1'000'000);
}

WireShares shares_of(const EthernetClosConfig& config) {
  WireShares shares;
  for (unsigned cos : config.strict_classes)
    shares.strict = static_cast<uint8_t>(shares.strict | 1u << cos);
  for (unsigned cos = 0; cos < kCosClasses; ++cos) {
    shares.weights[cos] =
        static_cast<uint8_t>(config.weights[config.weights.size() == 1 ? 0 : cos]);
  }
  return shares;
}

}  // namespace

ClosParams::ClosParams(const EthernetClosConfig& config, unsigned core_mhz)
    : hosts_per_leaf(config.hosts_per_leaf),
      spines(config.spines),
      cut_through(config.forwarding == ClosForwarding::cut_through),
      host_rate(rate_of(config.host_gbps, core_mhz)),
      spine_rate(rate_of(config.spine_gbps, core_mhz)),
      host_cable(cycles_of_us(config.host_m * kUsPerMetre, core_mhz)),
      spine_cable(cycles_of_us(config.spine_m * kUsPerMetre, core_mhz)),
      switch_cycles(cycles_of_us(config.switch_ns / 1000, core_mhz)),
      buffer_bytes(config.buffer_kib * kKib),
      alpha(config.alpha),
      queue_bytes(config.queue_kib ? *config.queue_kib * kKib : kUnlimited),
      ecn_bytes(config.ecn_kib * kKib),
      shares(shares_of(config)) {}

}  // namespace tinsim
