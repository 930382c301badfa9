// SPDX-License-Identifier: Apache-2.0
// Gathers what CliqueMap's clients have counted.
#pragma once

#include "platform/services/cliquemap_hosts.h"
#include "platform/statistics/cliquemap_result.h"

namespace tinsim {

CliqueResult cliquemap_result(const CliqueMapHosts& hosts);

}  // namespace tinsim
