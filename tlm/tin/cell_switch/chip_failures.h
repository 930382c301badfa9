// SPDX-License-Identifier: Apache-2.0
// Failures of one chip: what is planned, and counters.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/fields/kinds.h"
#include "tlm/gnet/cell.h"
#include "tlm/tin/routing/escape_table.h"
#include "tlm/tin/routing/route_table.h"

namespace tinsim {

/// Planned changes of one chip, in order of cycles.
struct ChipFailures {
  /// From cycle `at` on the chip routes by these.
  struct Tables {
    Cycle at = 0;
    const RouteTable* routes = nullptr;
    std::shared_ptr<const EscapeTable> escape;
  };
  /// The chip itself fails, or works again.
  struct StateChange {
    Cycle at = 0;
    bool alive = false;
  };
  std::vector<Tables> tables;
  std::vector<StateChange> state_changes;
  uint64_t memory_words = UINT64_MAX;  ///< of parked cells, at most
  /// Software writes the tables, and `tables` is empty. A cell without a candidate that is up is
  /// dropped: if it waited, what software sends to the chip could wait behind it.
  bool tables_by_registers = false;
};

/// Cells in the whole run, of one chip or of several.
struct FailureTotals {
  TIN_RECORD(FailureTotals);
  TIN_FIELD(Sum, rerouted, "cells that were routed again because their port failed");
  TIN_FIELD(Sum, waited, "cells that had no live candidate for some time");
  TIN_FIELD(Sum, escaped, "cells that took an escape VC, 30 or 31");
  TIN_FIELD(Sum, parked, "times that a cell was stored in a TiN's memory, to be sent from there");
  TIN_FIELD(Sum, unreachable, "cells dropped: no route is left to their destination");
  TIN_FIELD(Sum, tin_down, "cells dropped: the TiN that they were in has failed");
};

/// Of one chip.
struct FailureCounters : FailureTotals {
  // Values of ParkedCells.
  uint64_t peak_parked_cells = 0, peak_parked_words = 0;
  uint64_t hops_before_parking = 0;
  Cycle last_down = 0;  ///< when a port last became dead; 0: none did

  uint64_t dropped() const { return unreachable + tin_down; }
};

}  // namespace tinsim
