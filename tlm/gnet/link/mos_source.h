// SPDX-License-Identifier: Apache-2.0
// The transmit queue of MOS words of a port, as the port's slots take words from it.
#pragma once

#include "rtl_models/parts/ordered_set.h"
#include "tlm/gnet/cell.h"

namespace tinsim {

class MosSource {
 public:
  virtual ~MosSource() = default;

  /// From this cycle on the oldest word is offered to tx_scheduler (`mos_valid_i`); kNoCycle: no
  /// word waits. Called between left() of one word and the next, with all earlier slots decided.
  virtual Cycle offered_from() = 0;
  /// The oldest word, offered for this slot. Precondition: it is offered.
  virtual MosBody next(Cycle slot) = 0;
  /// It is in this slot of the link; slots ascend.
  virtual void left(Cycle slot) = 0;
};

}  // namespace tinsim
