// SPDX-License-Identifier: Apache-2.0
// A host's memory as TLM-2.0 target, with DMI, byte enables and streaming.
#pragma once

#include "tlm/pcie/host_memory.h"
#include "tlm/sockets/at_target.h"

namespace tinsim {

/// Transactions may have any length. Outside the memory: TLM_ADDRESS_ERROR_RESPONSE, and nothing is
/// read or written.
class HostMemoryTarget final : public AtTarget {
 public:
  /// Each access takes `latency`, however many there are.
  HostMemoryTarget(const sc_core::sc_module_name& name, HostMemory& memory,
                   const sc_core::sc_time& latency = sc_core::SC_ZERO_TIME)
      : AtTarget(name), memory_(memory), latency_(latency) {}

  unsigned transport_dbg(tlm::tlm_generic_payload& trans) override;
  /// Grants the page of the address, for reading and writing, permanently; nothing to a command
  /// that is neither.
  bool get_direct_mem_ptr(tlm::tlm_generic_payload& trans, tlm::tlm_dmi& dmi) override;

 private:
  void serve(tlm::tlm_generic_payload& trans, sc_core::sc_time& delay) override;
  void move(tlm::tlm_generic_payload& trans);

  HostMemory& memory_;
  sc_core::sc_time latency_;
};

}  // namespace tinsim
