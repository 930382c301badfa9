// SPDX-License-Identifier: Apache-2.0
// Effects of failures in a run: changes of the network, failed links, and counters of chips.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/fields/kinds.h"
#include "tlm/tin/cell_switch/failure_unit.h"

namespace tinsim {

/// Of the whole run, over all chips.
struct FailureCounts : FailureTotals {
  TIN_RECORD(FailureCounts);
  TIN_BASE(FailureTotals);
  TIN_FIELD(Sum, misrouted, "cells delivered to another TiN than their destination; must be 0");
};

/// The memory of the TiN that had most words parked at once, in the whole run.
struct ParkedPeak {
  TIN_RECORD(ParkedPeak);
  TIN_FIELD(RowKey<uint64_t>, words, "most words at once; 0: no cell was parked");
  TIN_FIELD(RowKey<uint64_t>, cells, "most cells at once");
  TIN_FIELD(Unreported<RowKey<uint64_t>>, chip, "the first such chip");
  TIN_FIELD(Derived<std::optional<std::string>>, tin, "its name; null: no cell was parked");

  uint64_t peak() const { return words; }
};

/// The network changed: links or TiNs failed or came back. Pairs are ordered, of different TiNs
/// (platform/network/routing/reachability.h).
struct FailureChange {
  TIN_RECORD(FailureChange);
  TIN_FIELD(Derived<double>, at_us, "time of the change");
  TIN_FIELD(Derived<double>, tables_us, "time when the tables followed");
  TIN_FIELD(Derived<uint64_t>, links_down, "links that are down from then on");
  TIN_FIELD(Derived<uint64_t>, tins_down, "TiNs that are down from then on");
  TIN_FIELD(Derived<uint64_t>, pairs, "ordered pairs of TiNs");
  TIN_FIELD(Derived<uint64_t>, connected, "pairs that live links join");
  TIN_FIELD(Derived<std::optional<uint64_t>>, reached_before_always,
            "pairs joined by the old tables and each chip's own ports for every choice; null "
            "for `valiant` and `ugal_l`");
  TIN_FIELD(Derived<std::optional<uint64_t>>, reached_before_sometimes,
            "pairs joined by them for some choices; null likewise");
  TIN_FIELD(Derived<std::optional<uint64_t>>, reached_by_tables, "pairs that the new tables join");
  TIN_FIELD(Derived<uint64_t>, reached_after, "pairs that new tables and escape routes join");
};

/// One direction of a link that failed, in the whole run.
struct FailedLink {
  TIN_RECORD(FailedLink);
  TIN_FIELD(RowKey<std::string>, port, "the port that sends, `pod0.tin1.port25`");
  TIN_FIELD(RowKey<std::string>, peer, "the port that receives");
  TIN_FIELD(RowKey<std::string>, kind, "`local` or `global`");
  TIN_FIELD(Derived<double>, at_us, "start of the first failure");
  TIN_FIELD(Derived<std::optional<double>>, until_us, "end of the last failure; empty: never");
  TIN_FIELD(Derived<uint64_t>, cells_sent, "cells whose header was sent");
  TIN_FIELD_AS(Derived<uint64_t>, lost_on_wire, "cells_lost_wire", "lost on the wire");
  TIN_FIELD_AS(Derived<uint64_t>, lost_in_queue, "cells_lost_queue",
               "lost in the output queue of the sender");
  TIN_FIELD_AS(Derived<uint64_t>, damaged, "cells_damaged",
               "cut off in the middle; their destinations discard them");
};

struct FailureResult {
  TIN_RECORD(FailureResult);
  TIN_FIELD(Rows<FailureChange>, changes, "changes of the network, by time");
  TIN_FIELD_AS(RowTable<FailedLink>, links, "failures",
               "`failures.csv`: a row per direction of a link that failed");
  TIN_FIELD(Derived<uint64_t>, failed_directions, "directions of links that failed");
  TIN_FIELD(Derived<uint64_t>, lost_on_wire, "cells lost on the wires of those");
  TIN_FIELD(Derived<uint64_t>, lost_in_queue, "cells lost in the output queues of their senders");
  TIN_FIELD(Derived<uint64_t>, damaged, "cells cut off in the middle");
  TIN_FIELD_AS(Part<FailureCounts>, counts, "cells", "cells of all chips, in the whole run");
  TIN_FIELD(PlacedPeak<ParkedPeak>, parked_peak, "the TiN with most words parked at once");

  void derive() {
    failed_directions = links.size();
    lost_on_wire = lost_in_queue = damaged = 0;
    for (const FailedLink& link : links) {
      lost_on_wire += link.lost_on_wire;
      lost_in_queue += link.lost_in_queue;
      damaged += link.damaged;
    }
  }
};

}  // namespace tinsim
