// SPDX-License-Identifier: Apache-2.0
// A chip's requests to host memory as TLM-2.0 transactions of an initiator socket.
#pragma once

#include <tlm_utils/simple_initiator_socket.h>

#include <deque>
#include <map>
#include <systemc>
#include <tlm>
#include <vector>

#include "tlm/pcie/dma_memory.h"
#include "tlm/sockets/payload_pool.h"
#include "tlm/sockets/pcie_clock.h"

namespace tinsim {

/// b_transport calls from one thread, in order of arrival at the host: reads as soon as earlier
/// writes are in memory, writes when they are due. An atomic operation is a read and an immediately
/// following write; accesses of other initiators of the same memory may fall in between.
///
/// A target's own delay is hidden as long as it is below the latency of reads less the window by
/// which the chip runs ahead; beyond that, answers are later. A write that the target refuses is
/// counted: it was posted. An answer beyond the range of SystemC time is an error and an
/// SC_REPORT_WARNING. So are calls of nb_transport_bw, which have no effect. A target may change
/// only data and response of a payload; other changes have no effect.
class TlmDmaMemory final : public sc_core::sc_module, public DmaMemory {
 public:
  explicit TlmDmaMemory(const sc_core::sc_module_name& name);

  tlm_utils::simple_initiator_socket<TlmDmaMemory> socket;

  /// Before the simulation starts; the clock of the link.
  void attach(PcieClock& clock) { clock_ = &clock; }

  void announce(uint64_t number, const MemoryAccess& access, Cycle at, Cycle due) override;
  MemoryReply answer(uint64_t number, MemoryAccess& access, uint64_t& old_value) override;

  uint64_t refused_writes() const { return refused_writes_; }
  const PayloadPool& pool() const { return pool_; }

 private:
  struct Request {
    uint64_t number = 0;
    Cycle at = 0;
    MemoryAccess access;
    std::vector<uint8_t> data;
  };
  struct Result {
    sc_core::sc_time at;
    bool error = false;
    std::vector<uint8_t> data;
  };

  void run();
  void perform(Request& request);
  bool transport(tlm::tlm_command command, uint64_t address, std::vector<uint8_t>& data,
                 sc_core::sc_time& delay);
  tlm::tlm_sync_enum refuse(tlm::tlm_generic_payload& trans, tlm::tlm_phase& phase,
                            sc_core::sc_time& delay);
  void warn(const char* what) const;

  PcieClock* clock_ = nullptr;
  PayloadPool pool_;
  std::deque<Request> requests_;
  sc_core::sc_event announced_;
  std::map<uint64_t, Result> results_;  ///< of reads and atomic operations
  uint64_t refused_writes_ = 0;
};

}  // namespace tinsim
