// SPDX-License-Identifier: Apache-2.0
// Sees every event of one switch: for lockstep and traces.
#pragma once

#include "tlm/tin/cell_switch/mailbox.h"

namespace tinsim {

/// All cycles are those in which the pins of rtl_models/cell_switch show the event, but for a
/// match, whose cycle is that of the arbitration.
class SwitchObserver {
 public:
  virtual ~SwitchObserver() = default;
  virtual void matched(Cycle cycle, unsigned in, unsigned vc, unsigned out, const Cell& cell) = 0;
  virtual void credit_sent(Cycle cycle, unsigned in, Credit credit) = 0;
  /// `cell` as it stands in the header on the link.
  virtual void cell_started(Cycle cycle, unsigned out, const Cell& cell) = 0;
};

}  // namespace tinsim
