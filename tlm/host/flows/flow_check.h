// SPDX-License-Identifier: Apache-2.0
// Rules that every list of flows must keep, checked before the first cycle.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>

#include "tlm/host/flows/flow_source.h"
#include "tlm/host/flows/flows_config.h"

namespace tinsim {

/// Ids of flows with the hosts at both ends: four bytes for each flow, and a node for each run of
/// consecutive ids.
class FlowTable {
 public:
  struct Ends {
    uint16_t src = 0, dst = 0;
  };
  /// False: the id is there already.
  bool add(uint64_t id, Ends ends);
  std::optional<Ends> find(uint64_t id) const;
  std::size_t size() const { return ends_.size(); }
  std::size_t runs() const { return runs_.size(); }

 private:
  struct Run {
    uint64_t last;      ///< id
    std::size_t first;  ///< place of the first id in ends_
  };
  std::map<uint64_t, Run> runs_;  ///< by first id
  std::deque<Ends> ends_;         ///< in the order of the list
};

/// Of a whole list.
struct FlowTotals {
  uint64_t flows = 0, bytes = 0;
  uint64_t first_start_ns = 0;
};

/// Reads all flows. Throws ConfigError at the first one with an id for the second time, a host that
/// is not below `hosts`, one host at both ends, no bytes, an earlier start than the one before, or
/// a predecessor that is no earlier flow of its initiator: so there are no cycles.
FlowTotals check_flows(FlowSource& source, unsigned hosts, FlowTransport transport);

}  // namespace tinsim
