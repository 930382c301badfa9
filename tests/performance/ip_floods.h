// SPDX-License-Identifier: Apache-2.0
// Hosts that send all that their NICs take, for the tests of classes of service.
#pragma once

#include <stdexcept>
#include <utility>
#include <vector>

#include "platform/services/ip_hosts.h"
#include "platform/statistics/ip_result.h"
#include "testbench/run_fresh.h"
#include "tests/platform/networks.h"

namespace tinsim {

/// Packets without a transport, as many as a NIC takes.
inline IpTrafficConfig flood(unsigned cos, std::vector<unsigned> sources,
                             std::vector<unsigned> targets, double gbps) {
  IpTrafficConfig entry;
  entry.pattern = HostPattern::pairs;
  entry.transport = IpTransport::none;
  entry.gbps = gbps;
  entry.cos = cos;
  entry.sources = std::move(sources);
  entry.targets = std::move(targets);
  entry.mtu_bytes = 9000;
  return entry;
}

inline PlatformConfig one_pod(unsigned tins, unsigned lanes = 2) {
  PlatformConfig config = dragonfly(1, tins, 0, lanes);
  config.ip.enabled = true;
  config.host.header_bytes = 28;
  return config;
}

inline uint64_t bytes_of(const RunResult& result, unsigned cos) {
  for (const IpClassResult& of_class : result.sections.get<IpResult>().classes) {
    if (of_class.cos == cos) return of_class.bytes;
  }
  return 0;
}

inline const HostClassStats& hosts_of(const RunResult& result, unsigned cos) {
  for (const IpClassResult& of_class : result.sections.get<IpResult>().classes) {
    if (of_class.cos == cos) return of_class.hosts;
  }
  throw std::out_of_range("no such class");
}

}  // namespace tinsim
