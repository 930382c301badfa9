// SPDX-License-Identifier: Apache-2.0
// Group `cell_switch` of the registers: parameters of a switch.
#pragma once

#include "tlm/tin/cell_switch/engine.h"
#include "tlm/tin/registers/register_device.h"

namespace tinsim {

/// They are straps of the blocks: shown, and not written.
class SwitchDevice final : public RegisterDevice {
 public:
  explicit SwitchDevice(const SwitchEngine& cell_switch) : switch_(cell_switch) {}

  uint32_t read(Cycle at, const registers::Place& place) const override;
  bool write(Cycle, const registers::Place&, const uint32_t*) override { return false; }

 private:
  const SwitchEngine& switch_;
};

}  // namespace tinsim
