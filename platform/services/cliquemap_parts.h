// SPDX-License-Identifier: Apache-2.0
// Parts of CliqueMap that do not depend on the network which its hosts use.
#pragma once

#include <memory>
#include <vector>

#include "platform/config/cliquemap_plan.h"
#include "platform/config/host_map.h"
#include "platform/config/platform_config.h"
#include "tlm/host/rma/cliquemap_backend.h"
#include "tlm/host/rma/cliquemap_requests.h"
#include "tlm/host/rma/software_memory.h"

namespace tinsim {

/// Number of a region of a chip's host: data and completions of the client, index and data of the
/// backend.
constexpr uint32_t clique_data_region(unsigned host) { return 3 * host; }
constexpr uint32_t clique_queue_region(unsigned host) { return 3 * host + 1; }
constexpr uint32_t clique_index_region(unsigned host) { return 3 * host + 2; }

/// Keys, values and rates of the configuration. Throws ConfigError for a file of sizes that is
/// wrong, or whose values do not fit.
CliqueWorkload clique_workload(const PlatformConfig& config);
CliqueClientParams clique_client_params(const PlatformConfig& config, const CliquePlan& plan,
                                        const CliqueMemory& map, const HostMap& hosts);
/// Backends with all keys in version CliqueHistory::kFirst. `memories`: by host; null: the host is
/// one of another process, and so is its backend.
std::vector<std::unique_ptr<CliqueBackend>> clique_backends(
    const CliquePlan& plan, const CliqueMemory& map, const CliqueWorkload& workload,
    const HostMap& hosts, const std::vector<HostMemory*>& memories);
/// Index and data of the backend at host `place` of its chip.
SoftwareRegion clique_region(const CliqueMemory& map, unsigned place);

}  // namespace tinsim
