// SPDX-License-Identifier: Apache-2.0
// Who runs a PCIe link inside a SystemC simulation, and so knows which cycles are over.
#pragma once

#include <systemc>

#include "tlm/gnet/cell.h"

namespace tinsim {

class PcieClock {
 public:
  virtual ~PcieClock() = default;
  /// First cycle, not before the present, in which something can be asked of the link. A chip that
  /// runs ahead of SystemC by a window has been through the cycles of that already.
  virtual Cycle now() const = 0;
  /// The link has been asked for something in cycle now(): its next() may be earlier than it was.
  virtual void asked() = 0;
  /// When a cycle begins.
  virtual sc_core::sc_time time(Cycle cycle) const = 0;
};

}  // namespace tinsim
