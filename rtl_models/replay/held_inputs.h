// SPDX-License-Identifier: Apache-2.0
// Inputs of a recording that keep the value of the last reset, as straps do.
#pragma once

#include <cstddef>
#include <vector>

#include "rtl_models/replay/recording.h"

namespace tinsim {

/// By word of the inputs: it has the value of the last reset in each cycle. An implementation may
/// read a strap in any cycle, since straps change with resets only.
inline std::vector<bool> held_inputs(const Recording& recording) {
  std::vector<bool> held(recording.straps.size(), true);
  const Words* straps = &recording.straps;
  for (const RecordedCycle& cycle : recording.cycles) {
    if (!cycle.reset.empty()) straps = &cycle.reset;
    for (std::size_t word = 0; word < held.size(); ++word)
      if (cycle.in[word] != (*straps)[word]) held[word] = false;
  }
  return held;
}

/// Gives these words of all cycles the value of the last reset.
inline void hold_inputs(Recording& recording, const std::vector<bool>& held) {
  const Words* straps = &recording.straps;
  for (RecordedCycle& cycle : recording.cycles) {
    if (!cycle.reset.empty()) straps = &cycle.reset;
    for (std::size_t word = 0; word < held.size(); ++word)
      if (held[word]) cycle.in[word] = (*straps)[word];
  }
}

}  // namespace tinsim
