// SPDX-License-Identifier: Apache-2.0
// Outputs and links of a chip that arbitrate or choose in one of the next cycles: 31, as the base
// chip needs, or 1023.
#pragma once

#include <array>

#include "tlm/gnet/cell.h"
#include "tlm/tin/cell_switch/core_part.h"

namespace tinsim {
inline namespace TIN_CORE_SHAPE {

/// A ring of cycles. Each entry wakes the chip in its cycle.
class WakeWheel : public CorePart<WakeWheel> {
 public:
  struct Due {
    PortMask outputs = 0;  ///< a head waits for each, and the output or its input becomes free
    PortMask links = 0;    ///< that choose the content of a slot
  };

  void schedule_outputs(Cycle at, PortMask outputs);
  /// The same for a mask that may be empty, without a branch, which could not be predicted.
  void schedule_outputs_if_any(Cycle at, PortMask outputs);
  void schedule_link(Cycle at, unsigned port);

  /// The entry of this cycle; the caller clears it after use.
  Due& due(Cycle now) { return slots_[now & kMask]; }

 private:
  static constexpr unsigned kSlots = kIsVariantCore ? 1024 : 32, kMask = kSlots - 1;
  alignas(64) std::array<Due, kSlots> slots_{};
};

}  // namespace TIN_CORE_SHAPE
}  // namespace tinsim
