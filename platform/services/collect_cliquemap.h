// SPDX-License-Identifier: Apache-2.0
// The counts of CliqueMap's clients, for the result.
#pragma once

#include "platform/services/cliquemap_hosts.h"
#include "platform/statistics/cliquemap_result.h"

namespace tinsim {

CliqueResult cliquemap_result(const CliqueMapHosts& hosts);

}  // namespace tinsim
