// SPDX-License-Identifier: Apache-2.0
// The sockets of one host of a network: which cycles its chip has been through.
#include "platform/open/open_host.h"

#include <algorithm>

#include "platform/services/rma_network.h"
#include "tlm/sockets/gnet_time.h"

namespace tinsim {

OpenHost::OpenHost(const sc_core::sc_module_name& name, Platform& platform, std::size_t chip,
                   unsigned host)
    : sc_module(name),
      dma("dma"),
      bar("bar", platform.services().get<RmaNetwork>().pcie(chip, host), *this),
      platform_(platform),
      chip_(chip),
      link_(platform.services().get<RmaNetwork>().pcie(chip, host)) {
  link_.attach(static_cast<DmaMemory&>(dma));
  dma.attach(*this);
}

void OpenHost::notify_request() {
  platform_.services().get<RmaNetwork>().engine(chip_).recheck_events();
  platform_.recheck_endpoints(chip_);
}

sc_core::sc_time OpenHost::time(Cycle cycle) const { return time_of(cycle, platform_.cycle_ps()); }

/// A request in the cycle that the chip has simulated last counts in that cycle: no effect reaches
/// the other end of a link in less than a cycle. A thread runs at the beginning of a cycle after
/// the chip has simulated it: pods are methods, and run first.
Cycle OpenHost::now() const {
  const sc_core::sc_time present = sc_core::sc_time_stamp();
  const Cycle nearest = cycle_of(present, platform_.cycle_ps());
  const Cycle first = time(nearest) < present ? nearest + 1 : nearest;
  return std::max(first + 1, platform_.pod_of(chip_).now()) - 1;
}

}  // namespace tinsim
