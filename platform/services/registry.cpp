// SPDX-License-Identifier: Apache-2.0
// The list of all services: a new one is a row here.
#include "platform/services/registry.h"

#include "platform/services/cliquemap_hosts.h"
#include "platform/services/frame_network.h"
#include "platform/services/ip_hosts.h"
#include "platform/services/ip_network.h"
#include "platform/services/raw_cells.h"
#include "platform/services/rma_hosts.h"
#include "platform/services/rma_network.h"

namespace tinsim {

const ServiceRegistry& service_registry() {
  static const ServiceRegistry registry = {
      {"raw_cells", Stage::kOnChips, RawCells::make, RawCells::set_start_load},
      {"ip", Stage::kOnChips, IpNetwork::make, nullptr},
      {"ip_hosts", Stage::kAtHosts, IpHosts::make, IpHosts::set_start_load},
      {"frames", Stage::kAtHosts, FrameNetwork::make, nullptr},
      {"rma", Stage::kOnChips, RmaNetwork::make, nullptr},
      {"rma_hosts", Stage::kAtHosts, RmaHosts::make, RmaHosts::set_start_load},
      {"cliquemap", Stage::kAtHosts, CliqueMapHosts::make, nullptr},
  };
  return registry;
}

}  // namespace tinsim
