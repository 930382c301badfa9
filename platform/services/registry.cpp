// SPDX-License-Identifier: Apache-2.0
// The list of all services: a new one is a row here.
#include "platform/services/registry.h"

#include "platform/services/bring_up.h"
#include "platform/services/cell_tracing.h"
#include "platform/services/clique_controller.h"
#include "platform/services/cliquemap_hosts.h"
#include "platform/services/clos_network.h"
#include "platform/services/control_processors.h"
#include "platform/services/cost_account.h"
#include "platform/services/exanet_chips.h"
#include "platform/services/flow_network.h"
#include "platform/services/frame_network.h"
#include "platform/services/ibr_speaker.h"
#include "platform/services/ip_hosts.h"
#include "platform/services/ip_network.h"
#include "platform/services/link_latency.h"
#include "platform/services/mos_load.h"
#include "platform/services/nic_network.h"
#include "platform/services/raw_cells.h"
#include "platform/services/rma_hosts.h"
#include "platform/services/rma_network.h"
#include "platform/services/tap_network.h"
#include "platform/services/time_sync_network.h"
#include "platform/services/trace_collection.h"
#include "platform/statistics/section.h"

namespace tinsim {

const ServiceRegistry& service_registry() {
  static const ServiceRegistry registry = {
      {"raw_cells", Stage::kOnChips, RawCells::make, RawCells::set_start_load,
       RawCells::declare_sections},
      {"exanet", Stage::kOnChips, ExanetChips::make, nullptr, ExanetChips::declare_sections},
      {"ip", Stage::kOnChips, IpNetwork::make, nullptr, IpNetwork::declare_sections},
      {"ip_hosts", Stage::kAtHosts, IpHosts::make, IpHosts::set_start_load,
       IpHosts::declare_sections},
      // Before frames, which capture what hosts send. 1RMA ends before these hosts, which then only
      // end themselves.
      {"flows", Stage::kAtHosts, FlowNetwork::make, nullptr, FlowNetwork::declare_sections},
      {"ethernet_clos", Stage::kAtHosts, ClosNetwork::make, nullptr, ClosNetwork::declare_sections},
      {"tap", Stage::kAtHosts, TapNetwork::make, nullptr, TapNetwork::declare_sections},
      {"ibr", Stage::kAtHosts, IbrSpeaker::make, nullptr, IbrSpeaker::declare_sections},
      {"cell_tracing", Stage::kOnChips, CellTracing::make, nullptr, CellTracing::declare_sections},
      {"frames", Stage::kAtHosts, FrameNetwork::make, nullptr, FrameNetwork::declare_sections},
      {"rma", Stage::kOnChips, RmaNetwork::make, nullptr, RmaNetwork::declare_sections},
      // After both users of PCIe, and before the hosts at their NICs.
      {"nic", Stage::kOnChips, NicNetwork::make, nullptr, NicNetwork::declare_sections},
      {"rma_hosts", Stage::kAtHosts, RmaHosts::make, RmaHosts::set_start_load,
       RmaHosts::declare_sections},
      {"cliquemap", Stage::kAtHosts, CliqueMapHosts::make, nullptr,
       CliqueMapHosts::declare_sections},
      // After all services that attach hosts: the collector passes on what is not for it.
      {"trace_collection", Stage::kAtHosts, TraceCollection::make, nullptr, nullptr},
      {"timesync", Stage::kOnChips, TimeSyncNetwork::make, nullptr,
       TimeSyncNetwork::declare_sections},
      {"link_latency", Stage::kOnChips, LinkLatency::make, nullptr, LinkLatency::declare_sections},
      {"mos", Stage::kOnChips, MosLoad::make, nullptr, MosLoad::declare_sections},
      {"ecp", Stage::kOnChips, ControlProcessors::make, nullptr,
       ControlProcessors::declare_sections},
      {"bring_up", Stage::kOnChips, BringUp::make, nullptr, BringUp::declare_sections},
      {"controller", Stage::kOnChips, CliqueController::make, nullptr,
       CliqueController::declare_sections},
      {"cost", Stage::kAtHosts, CostAccount::make, nullptr, CostAccount::declare_sections},
  };
  return registry;
}

ResultSections all_sections() {
  ResultSections sections;
  for (const ServiceEntry& entry : service_registry())
    if (entry.declare_sections != nullptr) entry.declare_sections(sections);
  return sections;
}

}  // namespace tinsim
