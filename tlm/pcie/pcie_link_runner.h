// SPDX-License-Identifier: Apache-2.0
// Runs a PCIe link by itself, in step with SystemC, for benches without a pod.
#pragma once

#include <systemc>

#include "tlm/pcie/pcie_clock.h"
#include "tlm/pcie/pcie_link.h"

namespace tinsim {

class PcieLinkRunner final : public sc_core::sc_module, public PcieClock {
 public:
  /// `client` is the chip's engine.
  PcieLinkRunner(const sc_core::sc_module_name& name, PcieLink& link, DmaClient& client,
                 double cycle_ps);

  Cycle now() const override;
  void asked() override { asked_.notify(sc_core::SC_ZERO_TIME); }
  sc_core::sc_time time(Cycle cycle) const override;

 private:
  void run();

  PcieLink& link_;
  DmaClient& client_;
  double cycle_ps_;
  sc_core::sc_event asked_;
};

}  // namespace tinsim
