// SPDX-License-Identifier: Apache-2.0
// Which terminal endpoints of a chip IP path and 1RMA have, and which are left.
#pragma once

#include "platform/config/platform_config.h"

namespace tinsim {

/// 1RMA has endpoints 11 to 16 of a chip, behind those of the IP path
/// (docs/reference/assumptions.md).
constexpr unsigned kFirstRmaEndpoint = 11;
constexpr unsigned kRmaEndpoints = 6;

/// The IP path has so many, from 0 on.
inline unsigned ip_endpoints(const IpConfig& ip) {
  return ip.nic_ports + ip.mac_ports + ip.cpu_ports;
}

/// Terminal endpoints of a chip that follow each other.
struct EndpointRun {
  unsigned first = 0;
  unsigned count = 0;
};

/// The share of raw cells in a chip's `terminals` endpoints: the longest run that IP path and 1RMA
/// leave, the first of equals; all without these.
inline EndpointRun raw_endpoints(const PlatformConfig& config, unsigned terminals) {
  const auto is_taken = [&config](unsigned endpoint) {
    const bool by_ip = config.ip.enabled && endpoint < ip_endpoints(config.ip);
    const bool by_rma = config.rma.enabled && endpoint >= kFirstRmaEndpoint &&
                        endpoint < kFirstRmaEndpoint + kRmaEndpoints;
    return by_ip || by_rma;
  };
  EndpointRun longest, run;
  for (unsigned endpoint = 0; endpoint < terminals; ++endpoint) {
    if (is_taken(endpoint)) {
      run = {endpoint + 1, 0};
    } else if (++run.count > longest.count) {
      longest = run;
    }
  }
  return longest;
}

}  // namespace tinsim
