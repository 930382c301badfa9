// SPDX-License-Identifier: Apache-2.0
// Group `cell_switch` of the registers: parameters of a switch.
#pragma once

#include "tlm/tin/cell_switch/engine.h"
#include "tlm/tin/cell_switch/settings_edits.h"
#include "tlm/tin/registers/register_device.h"

namespace tinsim {

/// Rounds, strict VCs and weights are settings of the switch, the rest are straps: shown, and not
/// written. Settings that the switch cannot use are refused.
class SwitchDevice final : public RegisterDevice {
 public:
  /// `settings` are those of `cell_switch`.
  SwitchDevice(const SwitchEngine& cell_switch, EditableSettings& settings)
      : switch_(cell_switch),
        settings_(settings),
        written_(SwitchSettings::of(cell_switch.params())) {}

  uint32_t read(Cycle at, const registers::Place& place) const override;
  bool write(Cycle effect, const registers::Place& place, const uint32_t* words) override;

 private:
  bool set(const registers::Place& place, uint32_t word, SwitchSettings& settings) const;

  const SwitchEngine& switch_;
  EditableSettings& settings_;
  SwitchSettings written_;
};

}  // namespace tinsim
