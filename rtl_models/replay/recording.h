// SPDX-License-Identifier: Apache-2.0
// A recording: the inputs of a block cycle by cycle from a reset on, and the difference they show.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rtl_models/replay/field_layout.h"

namespace tinsim {

struct RecordedCycle {
  Words in;
  Words reset;   ///< straps of a reset before the cycle; empty: none
  Words preset;  ///< registers set by the back door before the cycle; empty: none
  friend bool operator==(const RecordedCycle& a, const RecordedCycle& b) {
    return a.in == b.in && a.reset == b.reset && a.preset == b.preset;
  }
};

/// Where two implementations differ, with their values as text. The cycle counts from the last
/// reset; `field` is the first that differs, empty if an assertion of the RTL failed.
struct Difference {
  std::uint64_t cycle = 0;
  std::string field, reference, other;
};

struct Recording {
  std::string block;       ///< "islip_arbiter"
  std::string parameters;  ///< "NumPorts=4,NumVcs=4"
  std::string other;       ///< program or Verilated class that differed
  std::uint64_t seed = 1;  ///< of the bits that registers without reset start with
  Words straps;            ///< of the reset before the first cycle
  std::vector<RecordedCycle> cycles;
  Difference difference;  ///< expected of a repetition
};

}  // namespace tinsim
