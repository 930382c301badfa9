// SPDX-License-Identifier: Apache-2.0
// Groups `rma0` and `rma1` of the registers: those of a host's BAR, on the register bus.
#pragma once

#include "tlm/tin/registers/register_device.h"
#include "tlm/tin/registers/stored_registers.h"
#include "tlm/tin/rma/rma_engine.h"

namespace tinsim {

/// A write is a store of the host to its BAR in the cycle of its effect, after the accesses of PCIe
/// and before the engine's own events of that cycle. A chip without 1RMA refuses writes.
class RmaDevice final : public RegisterDevice {
 public:
  /// `engine` outlives the device; null: the chip has none.
  RmaDevice(RmaEngine* engine, unsigned host) : engine_(engine), host_(host) {}

  uint32_t read(Cycle at, const registers::Place& place) const override;
  bool write(Cycle effect, const registers::Place& place, const uint32_t* words) override;

 private:
  RmaEngine* engine_;
  unsigned host_;
  StoredRegisters region_;  ///< as written on this bus, of the region to be committed
};

}  // namespace tinsim
