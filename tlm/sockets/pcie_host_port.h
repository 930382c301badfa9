// SPDX-License-Identifier: Apache-2.0
// A host's way into its chip as TLM-2.0 target: the BAR, with registers and command windows.
#pragma once

#include <map>

#include "tlm/pcie/pcie_link.h"
#include "tlm/sockets/at_target.h"
#include "tlm/sockets/pcie_clock.h"

namespace tinsim {

/// Addresses are offsets in the BAR. A transaction of any length is cut at multiples of
/// kMaxMmioBytes, as in the write-combining buffers of a CPU. A write is posted: it is done when
/// the port has taken it, which is at once unless kStoreBuffer stores wait for the link. A read is
/// done when all its answers have returned, and does not pass writes.
///
/// Responses: TLM_ADDRESS_ERROR_RESPONSE outside the BAR and where nothing can be read;
/// TLM_BYTE_ENABLE_ERROR_RESPONSE with byte enables; TLM_BURST_ERROR_RESPONSE with a streaming
/// width below the length, or no length; TLM_COMMAND_ERROR_RESPONSE if it is no read or write.
/// TLM_GENERIC_ERROR_RESPONSE if b_transport is not called by a thread. The attributes of a
/// transaction are read when it is served: later changes have no effect. There is no DMI.
/// transport_dbg reads registers without side effects, and writes nothing.
class PcieHostPort final : public AtTarget, public MmioClient {
 public:
  static constexpr size_t kStoreBuffer = 32;

  /// Becomes the link's client.
  PcieHostPort(const sc_core::sc_module_name& name, PcieLink& link, PcieClock& clock);

  unsigned transport_dbg(tlm::tlm_generic_payload& trans) override;
  void loaded(uint64_t cookie, ByteView bytes, bool error, Cycle at) override;

 private:
  struct Load {
    uint8_t* out = nullptr;
    unsigned left = 0;  ///< answers that are not back
    bool error = false;
    sc_core::sc_time end;  ///< of the last answer so far
    sc_core::sc_event* done = nullptr;
  };
  struct Part {
    Load* load;
    unsigned offset;  ///< in the transaction
  };

  void serve(tlm::tlm_generic_payload& trans, sc_core::sc_time& delay) override;
  void store(uint64_t address, const uint8_t* data, unsigned length);
  bool load(uint64_t address, uint8_t* out, unsigned length);

  PcieLink& link_;
  PcieClock& clock_;
  uint64_t loads_ = 0;
  std::map<uint64_t, Part> parts_;  ///< by cookie
};

}  // namespace tinsim
