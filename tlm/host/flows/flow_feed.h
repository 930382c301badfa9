// SPDX-License-Identifier: Apache-2.0
// Hands the flows of a list over to the hosts of a process, as time goes on.
#pragma once

#include <memory>
#include <vector>

#include "tlm/host/flows/flow_rules.h"
#include "tlm/host/flows/host_flows.h"

namespace tinsim {

/// Reads a little ahead, and no more: what has not started is not in memory. How far a host reads
/// changes nothing but that.
class FlowFeed {
 public:
  struct Params {
    FlowTransport transport = FlowTransport::ip;
    Cycle start = 0;  ///< of the list
    unsigned core_mhz = 400;
    Cycle ahead = 4096;
  };
  /// `hosts`: by number; null: of another process. They outlive the feed. The list has been
  /// checked.
  FlowFeed(std::unique_ptr<FlowSource> source, const Params& params, std::vector<HostFlows*> hosts);

  /// All flows that start before this cycle have been handed over; kNoCycle: all of them.
  Cycle horizon() const { return horizon_; }
  /// Hands over all flows that start in cycle `now` or before, and some more.
  void read_until(Cycle now) {
    if (horizon_ <= now && horizon_ != kNoCycle) read(now);
  }

 private:
  void read(Cycle now);
  void fetch();
  void hand_over();
  HostFlows* at(uint16_t host) const { return hosts_[host]; }

  std::unique_ptr<FlowSource> source_;
  Params params_;
  std::vector<HostFlows*> hosts_;
  Flow head_;
  Cycle horizon_ = 0;  ///< start of head_
};

/// First cycle that is not before `ns`; saturates below kNoCycle.
Cycle cycle_of_ns(uint64_t ns, unsigned core_mhz);

}  // namespace tinsim
