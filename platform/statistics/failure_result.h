// SPDX-License-Identifier: Apache-2.0
// What failures did to a run: changes of the network, links that failed, and what chips counted.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rtl_models/common/fields.h"

namespace tinsim {

/// Of the whole run, over all chips.
struct FailureCounts {
  uint64_t rerouted = 0;     ///< cells that were routed anew because their port died
  uint64_t waited = 0;       ///< cells that had no live candidate for some time
  uint64_t escaped = 0;      ///< cells that went onto the escape VCs
  uint64_t parked = 0;       ///< cells that a TiN took into memory, to send them from there
  uint64_t unreachable = 0;  ///< cells dropped: no route is left to their destination
  uint64_t tin_down = 0;     ///< cells dropped: the TiN that they were in has failed
  uint64_t misrouted = 0;    ///< cells delivered to another chip than their destination
  TIN_FIELDS(rerouted, waited, escaped, parked, unreachable, tin_down, misrouted)
};

/// The memory of the TiN that had most words parked at once, in the whole run.
struct ParkedPeak {
  uint64_t words = 0;  ///< 0: no cell was parked
  uint64_t cells = 0;  ///< the most that it had at once
  uint64_t chip = 0;   ///< the first such
};

/// The network changed: links or TiNs failed or came back.
struct FailureChange {
  double at_us = 0;
  double tables_us = 0;  ///< when the tables followed
  uint64_t links_down = 0;
  uint64_t tins_down = 0;
  // Ordered pairs of different TiNs (platform/network/routing/reachability.h).
  uint64_t pairs = 0;
  uint64_t connected = 0;
  // By the old tables and what each chip knows itself: whatever is chosen, and by some choices.
  std::optional<uint64_t> reached_before_always, reached_before_sometimes;
  std::optional<uint64_t> reached_by_tables;  ///< by the new tables alone
  uint64_t reached_after = 0;                 ///< by the new tables and escape routes
};

/// One direction of a link that failed, in the whole run.
struct FailedLink {
  std::string port;  ///< pod0.tin1.port25, which sends
  std::string peer;
  std::string kind;                ///< local | global
  double at_us = 0;                ///< the first time
  std::optional<double> until_us;  ///< the last time; unset: never again
  uint64_t cells_sent = 0;
  uint64_t lost_on_wire = 0;
  uint64_t lost_in_queue = 0;
  uint64_t damaged = 0;  ///< cut off in the middle; their destinations discard them
};

struct FailureResult {
  std::vector<FailureChange> changes;  ///< empty: nothing failed
  std::vector<FailedLink> links;
  FailureCounts counts;
  ParkedPeak parked_peak;
  std::string parked_peak_tin;  ///< its chip: pod0.tin1; empty if no cell was parked
};

}  // namespace tinsim
