// SPDX-License-Identifier: Apache-2.0
// From the sc_time of the sockets back to core cycles; the inverse of time_of.
#pragma once

#include <cmath>
#include <systemc>

#include "tlm/gnet/cell.h"
#include "tlm/tin/pod.h"

namespace tinsim {

/// The cycle whose time is nearest; kNoCycle for a time beyond all cycles.
inline Cycle cycle_of(const sc_core::sc_time& time, double cycle_ps) {
  static const sc_core::sc_time kPicosecond(1, sc_core::SC_PS);
  const double cycles = std::round(time / kPicosecond / cycle_ps);
  return cycles < kNoCycle ? static_cast<Cycle>(cycles) : kNoCycle;
}

}  // namespace tinsim
