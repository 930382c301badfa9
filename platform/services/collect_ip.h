// SPDX-License-Identifier: Apache-2.0
// The counts of the chips' IP paths and of the hosts, for the result.
#pragma once

#include "platform/services/ip_hosts.h"
#include "platform/services/ip_network.h"
#include "platform/statistics/ip_result.h"

namespace tinsim {

/// `hosts`: null without ip_traffic.
IpResult ip_result(const IpNetwork& ip, const IpHosts* hosts, const Topology& topology, Cycle now);
/// By chip, port and class.
std::vector<IpPortRow> ip_port_rows(const IpNetwork& ip, const IpHosts* hosts,
                                    const Topology& topology, Cycle now);

}  // namespace tinsim
