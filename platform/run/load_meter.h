// SPDX-License-Identifier: Apache-2.0
// Loads of chips and links between two calls, from counters that a run has anyway.
#pragma once

#include <vector>

#include "platform/run/run_progress.h"
#include "platform/run/run_state.h"

namespace tinsim {

class LoadMeter {
 public:
  /// `state` outlives it.
  explicit LoadMeter(const RunState& state) : state_(state) {}

  /// Since the last call, or since the beginning of the run.
  RunLoads read();

 private:
  std::vector<ChipLoad> read_chips(double cycles);
  std::vector<LinkLoad> read_links(double cycles);

  const RunState& state_;
  Cycle last_ = 0;
  std::vector<uint64_t> words_of_chip_;  ///< by chip of this rank, at the last call
  std::vector<uint64_t> words_of_link_;  ///< by direction of this rank
};

}  // namespace tinsim
