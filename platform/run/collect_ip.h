// SPDX-License-Identifier: Apache-2.0
// Gathers what the chips' IP paths and the hosts have counted.
#pragma once

#include "platform/build/platform.h"
#include "platform/statistics/ip_result.h"

namespace tinsim {

/// Precondition: the platform has an IP path.
IpResult ip_result(const Platform& platform, const Topology& topology);
/// By chip, port and class.
std::vector<IpPortRow> ip_port_rows(const Platform& platform, const Topology& topology);

}  // namespace tinsim
