// SPDX-License-Identifier: Apache-2.0
// Runs a PCIe link by itself, in step with SystemC or ahead of it.
#include "tlm/sockets/pcie_link_runner.h"

#include <algorithm>

#include "tlm/sockets/gnet_time.h"
#include "tlm/tin/pod.h"

namespace tinsim {

PcieLinkRunner::PcieLinkRunner(const sc_core::sc_module_name& name, PcieLink& link,
                               DmaClient& client, double cycle_ps, Cycle window)
    : sc_module(name), link_(link), client_(client), cycle_ps_(cycle_ps), window_(window) {
  SC_HAS_PROCESS(PcieLinkRunner);
  SC_METHOD(run);
}

sc_core::sc_time PcieLinkRunner::time(Cycle cycle) const { return time_of(cycle, cycle_ps_); }

/// The first cycle that begins now or later.
Cycle PcieLinkRunner::present() const {
  const sc_core::sc_time present = sc_core::sc_time_stamp();
  const Cycle nearest = cycle_of(present, cycle_ps_);
  return time(nearest) < present ? nearest + 1 : nearest;
}

Cycle PcieLinkRunner::now() const { return std::max(present(), last_); }

void PcieLinkRunner::run() {
  // Called between two cycles, it wakes before the first cycle in which the link can have work.
  const bool is_edge = time(present()) == sc_core::sc_time_stamp();
  if (is_edge) {
    const Cycle end = (present() / window_ + 1) * window_;
    while (link_.next() < end) link_.run(link_.next(), client_);
    last_ = std::max(last_, end - 1);
  }
  if (link_.next() == kNoCycle) return next_trigger(request_event_);
  const Cycle begin = std::max(link_.next() / window_ * window_, present());
  next_trigger(time(begin) - sc_core::sc_time_stamp(), request_event_);
}

}  // namespace tinsim
