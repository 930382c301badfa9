// SPDX-License-Identifier: Apache-2.0
// What hangs on the terminal ports of a switch: sources that inject cells and sinks that take them.
#pragma once

#include "tlm/tin/cell_switch/mailbox.h"

namespace tinsim {

/// The terminal side of one chip. The switch calls it; times are absolute core cycles.
class Endpoints {
 public:
  virtual ~Endpoints() = default;

  /// When the sources want to be called next, and the ports whose next cell waits for credit.
  struct Due {
    Cycle next = kNoCycle;
    uint64_t waiting = 0;
  };

  /// Injects what may start in `now`: a cell whose first word leaves its source in this cycle is
  /// pushed with due cycle now + timing::kInjectToRequest.
  virtual Due inject(Cycle now, Mailbox& mailbox) = 0;
  /// The same, and of the cycles from `now` on and before `until` whatever is certain already. They
  /// are still called in the cycle that they return.
  virtual Due inject_ahead(Cycle now, Cycle /*until*/, Mailbox& mailbox) {
    return inject(now, mailbox);
  }
  /// Words of a terminal port's VC FIFO are free again. Returns the new due times.
  virtual Due credit(unsigned port, Credit credit, Cycle now) = 0;
  /// The last word of a cell reaches the endpoint on `port` in cycle `at`, which is to come.
  /// Returns when the sources want to be called for it, kNoCycle if that changes nothing.
  virtual Cycle deliver(unsigned port, const Cell& cell, Cycle at) = 0;
  /// Fetches the state that the next calls will touch.
  virtual void prefetch() const {}
};

}  // namespace tinsim
