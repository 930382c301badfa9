// SPDX-License-Identifier: Apache-2.0
// The clock of a PCIe link inside a SystemC simulation: which cycles are over.
#pragma once

#include <systemc>

#include "tlm/gnet/cell.h"

namespace tinsim {

class PcieClock {
 public:
  virtual ~PcieClock() = default;
  /// First cycle, not before the present, in which a request to the link may be made. A chip that
  /// runs ahead of SystemC by a window has already simulated the cycles of that window.
  virtual Cycle now() const = 0;
  /// A request was made to the link in cycle now(): its next() may have become earlier.
  virtual void notify_request() = 0;
  /// When a cycle begins.
  virtual sc_core::sc_time time(Cycle cycle) const = 0;
};

}  // namespace tinsim
