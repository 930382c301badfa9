// SPDX-License-Identifier: Apache-2.0
// The sockets of one host of a network, for a user's own models.
#pragma once

#include <systemc>

#include "platform/build/platform.h"
#include "tlm/sockets/pcie_clock.h"
#include "tlm/sockets/pcie_host_port.h"
#include "tlm/sockets/tlm_dma_memory.h"

namespace tinsim {

/// Takes the place of the memory behind a host's PCIe interface: reads and writes of the chip leave
/// by `dma.socket`, and the stores and loads of its software arrive at `bar.socket`. Both must be
/// bound. HostMemoryTarget is a memory for that, with RmaNetwork::memory() or any other one.
///
/// Times are exact for windows of one cycle (Platform::limit_windows()). With longer ones, a store
/// or load leaves in the last cycle of the window in which it is made, so up to a window less one
/// cycle late; DMA is in time as long as windows are shorter than host memory's latency of reads.
class OpenHost final : public sc_core::sc_module, public PcieClock {
 public:
  /// Before the simulation starts, once for each host: the `host`-th of `chip` (RmaNetwork).
  OpenHost(const sc_core::sc_module_name& name, Platform& platform, std::size_t chip,
           unsigned host);

  TlmDmaMemory dma;
  PcieHostPort bar;

  PcieLink& link() { return link_; }

  Cycle now() const override;
  void notify_request() override;
  sc_core::sc_time time(Cycle cycle) const override;

 private:
  Platform& platform_;
  std::size_t chip_;
  PcieLink& link_;
};

}  // namespace tinsim
