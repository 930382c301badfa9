// SPDX-License-Identifier: Apache-2.0
// Terminal ports of raw cells in a chip with engines: the other endpoints, shared by its hosts.
#include "platform/traffic/raw_ports.h"

#include <algorithm>

#include "platform/config/chip_endpoint_ranges.h"

namespace tinsim {

Topology with_raw_ports(const PlatformConfig& config, const Topology& topology) {
  Topology raw = topology;
  if (!config.ip.enabled && !config.rma.enabled) return raw;
  for (auto first = raw.hosts.begin(); first != raw.hosts.end();) {
    const auto last = std::find_if(
        first, raw.hosts.end(), [first](const HostInfo& host) { return host.chip != first->chip; });
    const unsigned first_terminal = first->first_port;
    unsigned terminals = 0;
    for (auto host = first; host != last; ++host) terminals += host->ports;
    const EndpointRun run = raw_endpoints(config, terminals);
    const unsigned share = run.count / static_cast<unsigned>(last - first);
    unsigned next = first_terminal + run.first;
    for (; first != last; ++first, next += share) {
      first->first_port = static_cast<uint8_t>(next);
      first->ports = static_cast<uint8_t>(share);
    }
  }
  return raw;
}

}  // namespace tinsim
