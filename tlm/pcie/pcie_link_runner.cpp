// SPDX-License-Identifier: Apache-2.0
// Runs a PCIe link by itself, in step with SystemC.
#include "tlm/pcie/pcie_link_runner.h"

#include "tlm/gnet/gnet_time.h"
#include "tlm/tin/pod.h"

namespace tinsim {

PcieLinkRunner::PcieLinkRunner(const sc_core::sc_module_name& name, PcieLink& link,
                               DmaClient& client, double cycle_ps)
    : sc_module(name), link_(link), client_(client), cycle_ps_(cycle_ps) {
  SC_HAS_PROCESS(PcieLinkRunner);
  SC_METHOD(run);
}

sc_core::sc_time PcieLinkRunner::time(Cycle cycle) const { return time_of(cycle, cycle_ps_); }

Cycle PcieLinkRunner::now() const {
  const sc_core::sc_time present = sc_core::sc_time_stamp();
  const Cycle nearest = cycle_of(present, cycle_ps_);
  return time(nearest) < present ? nearest + 1 : nearest;
}

void PcieLinkRunner::run() {
  const sc_core::sc_time present = sc_core::sc_time_stamp();
  while (link_.next() != kNoCycle && time(link_.next()) <= present)
    link_.run(link_.next(), client_);
  if (link_.next() == kNoCycle) {
    next_trigger(asked_);
  } else {
    next_trigger(time(link_.next()) - present, asked_);
  }
}

}  // namespace tinsim
