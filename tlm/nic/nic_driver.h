// SPDX-License-Identifier: Apache-2.0
// The driver of a NIC: software on the host, between its transport and the rings.
#pragma once

#include "tlm/nic/nic_counters.h"
#include "tlm/nic/nic_rings.h"
#include "tlm/pcie/host_memory.h"
#include "tlm/pcie/mmio.h"
#include "tlm/tin/ip/host.h"

namespace tinsim {

/// Takes packets of the host as soon as the ring has space. All that it does in a cycle takes no
/// time, and one doorbell for each ring announces it.
class NicDriver {
 public:
  /// All outlive the driver.
  NicDriver(const NicParams& params, HostMemory& memory, MmioPort& mmio, NicRings& rings,
            NicCounters& counters, Host& host)
      : params_(params),
        memory_(memory),
        mmio_(mmio),
        rings_(rings),
        counters_(counters),
        host_(host) {}

  /// First cycle in which run() has work.
  Cycle next() const;
  void run(Cycle now);

  // Completions and interrupts that are in host memory as of cycle `at`.
  void tx_landed(uint32_t count, Cycle at);
  void rx_landed(uint32_t count, Cycle at);
  void interrupt_landed(Cycle at) { notice(at + params_.interrupt_cycles); }

 private:
  bool is_tx_full() const { return tx_made_ - tx_freed_ == params_.tx_ring; }
  void notice(Cycle at) { handler_at_ = std::min(handler_at_, at); }
  void notice_by_polling(Cycle at);
  void handle(Cycle now);
  void deliver(Cycle now, uint32_t count);
  void make_buffers(Cycle now, uint32_t count);
  void send(Cycle now);
  void post(const PacketPtr& packet);
  void ring(Cycle now, uint32_t doorbell, uint32_t count);

  const NicParams& params_;
  HostMemory& memory_;
  MmioPort& mmio_;
  NicRings& rings_;
  NicCounters& counters_;
  Host& host_;
  uint32_t tx_made_ = 0, tx_freed_ = 0, tx_done_ = 0;      ///< descriptors; done: in memory
  uint32_t rx_made_ = 0, rx_delivered_ = 0, rx_done_ = 0;  ///< likewise
  uint32_t rx_returned_ = 0;  ///< packets handed to the host whose buffers may be used again
  Cycle handler_at_ = kNoCycle;
  Cycle sent_at_ = 0;  ///< of the last send(): the host has nothing more in that cycle
  bool is_started_ = false;
  bool is_full_counted_ = false;
};

}  // namespace tinsim
