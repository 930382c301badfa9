// SPDX-License-Identifier: Apache-2.0
// Runs a PCIe link by itself, in step with SystemC or ahead of it, for benches without a pod.
#pragma once

#include <systemc>

#include "tlm/pcie/pcie_link.h"
#include "tlm/sockets/pcie_clock.h"

namespace tinsim {

class PcieLinkRunner final : public sc_core::sc_module, public PcieClock {
 public:
  /// `client` is the chip's engine. At multiples of `window` cycles the link is run through a
  /// window, as a pod runs its chips.
  PcieLinkRunner(const sc_core::sc_module_name& name, PcieLink& link, DmaClient& client,
                 double cycle_ps, Cycle window = 1);

  Cycle now() const override;
  void notify_request() override { request_event_.notify(sc_core::SC_ZERO_TIME); }
  sc_core::sc_time time(Cycle cycle) const override;

 private:
  void run();
  Cycle present() const;

  PcieLink& link_;
  DmaClient& client_;
  double cycle_ps_;
  Cycle window_;
  Cycle last_ = 0;  ///< cycle that has been run
  sc_core::sc_event request_event_;
};

}  // namespace tinsim
