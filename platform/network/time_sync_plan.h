// SPDX-License-Identifier: Apache-2.0
// The clocks of the chips of a network, their places in the trees, and the delays of the links.
#pragma once

#include <vector>

#include "platform/network/link_plan.h"
#include "platform/network/time_sync_tree.h"
#include "tlm/tin/time_sync/time_sync_params.h"

namespace tinsim {

/// Result of latency_meter for a PING in slot `ping` of the clock `here` over a link whose
/// directions take `to` and `back` cycles from pins to pins, on idle links: half of the round trip
/// in edges of the clock here, without the residence in edges of the one there.
unsigned measured_delay(const Oscillator& here, const Oscillator& there, Cycle ping, Cycle to,
                        Cycle back);

/// Cycles from one removable set to the next on each link: in them, and in the longest wait of a
/// set, two clocks differ by less than a word. 0: clocks do not differ.
Cycle skip_interval(const PlatformConfig& config);

class TimeSyncPlan {
 public:
  /// Precondition: validate() found no error.
  TimeSyncPlan(const PlatformConfig& config, const Topology& topology);

  TimeSyncParams params(unsigned chip) const;
  const TimeSyncTree& tree(bool standby) const { return standby ? standby_tree_ : tree_; }
  double offset_ppm(unsigned chip) const { return offsets_[chip]; }
  const Oscillator& oscillator(unsigned chip) const { return oscillators_[chip]; }
  /// From the first failure of a clock after that of the primary to the last one, at most.
  Cycle failure_spread() const;
  unsigned channel_delay(unsigned chip, const TimeSyncTree& tree) const;
  /// Largest error between two clocks of these depths, in ticks: edges, measurement of delays,
  /// elastic buffers and drift together (docs/reference/time_sync.md).
  uint64_t allowed_ticks(unsigned depth, unsigned other_depth) const;

 private:
  TimeSyncPlace place(unsigned chip, const TimeSyncTree& tree) const;
  uint64_t delay_error(const TimeSyncTree& tree) const;
  Cycle longest_path(const TimeSyncTree& tree) const;

  const PlatformConfig config_;
  const Topology& topology_;
  LinkPlan links_;
  TimeSyncTree tree_, standby_tree_;  ///< the second one is empty without a standby
  std::vector<double> offsets_;
  std::vector<Oscillator> oscillators_;
  uint64_t ticks_per_link_ = 0, drift_ticks_ = 0;
};

}  // namespace tinsim
