// SPDX-License-Identifier: Apache-2.0
// Settings of a switch: what software changes of its arbitration while cells are in flight.
#pragma once

#include "tlm/tin/cell_switch/edit_queue.h"
#include "tlm/tin/cell_switch/switch_params.h"

namespace tinsim {

/// The settings of block cell_switch (its README). Each is as in SwitchParams.
struct SwitchSettings {
  unsigned islip_iterations = 1;
  uint64_t strict_vcs = 0;
  std::array<uint8_t, kMaxVcs> weights{};

  static SwitchSettings of(const SwitchParams& params) {
    return {params.islip_iterations, params.strict_vcs, params.weights};
  }
  bool operator==(const SwitchSettings& other) const {
    return islip_iterations == other.islip_iterations && strict_vcs == other.strict_vcs &&
           weights == other.weights;
  }
  void apply_to(SwitchParams& params) const {
    params.islip_iterations = islip_iterations;
    params.strict_vcs = strict_vcs;
    params.weights = weights;
  }
};

/// A switch whose settings registers can change.
class EditableSettings {
 public:
  virtual ~EditableSettings() = default;
  /// From cycle `at` on the pins of the switch have these settings: the arbiter uses them from `at`
  /// + timing::kSettingsToMatch on, and cells begin under them from slot `at` +
  /// timing::kSettingsToTx on. Precondition: the switch has not simulated cycle `at`; the settings
  /// are within the limits of SwitchConfig and OutputConfig; and no call was for a later cycle.
  virtual void edit_settings(Cycle at, const SwitchSettings& settings) = 0;
};

using SettingsEdits = EditQueue<SwitchSettings>;

}  // namespace tinsim
