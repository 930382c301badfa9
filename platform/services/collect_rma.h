// SPDX-License-Identifier: Apache-2.0
// The counts of the chips' 1RMA engines and of the hosts, for the result.
#pragma once

#include "platform/services/rma_hosts.h"
#include "platform/services/rma_network.h"
#include "platform/statistics/rma_result.h"

namespace tinsim {

/// `hosts`: null without rma_traffic.
RmaResult rma_result(const RmaNetwork& rma, const RmaHosts* hosts, std::size_t chips);

}  // namespace tinsim
