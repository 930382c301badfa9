// SPDX-License-Identifier: Apache-2.0
// Group `ip` of the registers: tables, traps and parameters of an IP path.
#pragma once

#include <memory>

#include "tlm/tin/ip/ip_engine.h"
#include "tlm/tin/registers/register_device.h"
#include "tlm/tin/registers/stored_registers.h"

namespace tinsim {

/// Shows what the IP path was built with, and all writes since. Writes of values that the chip
/// cannot use are refused, and those to tables that are larger than the registers
/// (EditedIpRoutes::has_registers()).
class IpDevice final : public RegisterDevice {
 public:
  /// `engine` outlives the device.
  explicit IpDevice(IpEngine& engine) : engine_(engine), written_(engine.params()) {}

  uint32_t read(Cycle at, const registers::Place& place) const override;
  bool write(Cycle effect, const registers::Place& place, const uint32_t* words) override;

 private:
  bool write_table(Cycle effect, const IpEdit& edit);
  const EditedIpRoutes& table() const;

  IpEngine& engine_;
  IpParams written_;
  mutable std::unique_ptr<EditedIpRoutes> table_;  ///< once it has been read or written
  StoredRegisters neighbours_;                     ///< firmware answers by them
};

}  // namespace tinsim
