// SPDX-License-Identifier: Apache-2.0
// The block time_sync attached to the clock of a chip: compared with it, or deciding.
#pragma once

#include <cstdint>
#include <string>

#include "rtl_models/parts/ordered_set.h"
#include "rtl_models/time_sync/time_sync.h"
#include "tlm/tin/decision_block.h"
#include "tlm/tin/time_sync/time_sync_params.h"

namespace tinsim {

/// Inputs of the block that are levels.
struct TimeSyncLevels {
  TimeSyncPlace place;
  uint32_t interval = 0, timeout = 0, threshold = 0;
  unsigned invalid_limit = 0;
};

/// The block has a clock cycle in each cycle of the network, with the nominal increment. The chip's
/// oscillator is ahead of the network by some ticks: times are given to the block without them, and
/// its times are shown with them. What counts cycles counts those of the oscillator: the limits of
/// the block are changed by what the oscillator has gained since.
class TimeSyncBlock {
 public:
  static constexpr unsigned kPorts = 50;
  using Block = TimeSync<kPorts>;

  /// Of the next cycle, except `to`.
  struct Shown {
    uint64_t time = 0;
    unsigned status = 0;
    bool accepted = false;  ///< the message of this cycle
    uint64_t to = 0;        ///< ports that get an update
    bool updates = false;   ///< … or would, if there were ports
  };

  /// `place`: of the chip, which has at most kPorts ports.
  TimeSyncBlock(const DecisionChoice<Block>& choice, const std::string& place,
                const Oscillator& oscillator);

  /// Before cycle 0, in which the clock shows `time`.
  void start(uint64_t time, bool primary);
  // Inputs of a cycle, then the edge that ends it.
  void set_levels(const TimeSyncLevels& levels, const TimeSyncWrite& registers);
  void arrives(unsigned port, unsigned status, uint64_t time);
  /// Time and update shown afterwards: by the chip, or by the block if it decides.
  Shown tick(Cycle now, const Shown& own);
  /// The update shown then, as its schedulers get it in cycle `due`.
  TimeSyncBody update(Cycle due, const TimeSyncBody& own);

  /// A remark on the run.
  std::string note(const std::string& chip) const {
    return block_.note(chip, "time_sync", decisions_);
  }

 private:
  /// Ticks by which the oscillator is ahead.
  int64_t gained(Cycle at) const { return oscillator_.edges(at) - int64_t{at}; }
  uint64_t without_gain(uint64_t time, Cycle at) const;
  uint64_t with_gain(uint64_t time, Cycle at) const;
  static Bits<24> limit(uint32_t ticks, int64_t gained_since);

  DecisionBlock<Block> block_;
  Oscillator oscillator_;
  Block::In in_;
  TimeSyncLevels levels_;
  uint64_t load_time_ = 0;
  int64_t updated_gain_, accepted_gain_;  ///< gained at the last update, accepted message or clear
  uint64_t decisions_ = 0;
};

}  // namespace tinsim
