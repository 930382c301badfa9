// SPDX-License-Identifier: Apache-2.0
// Whether a measurement of length `auto` has reached the precision that it is to have.
#pragma once

#include <vector>

#include "platform/run/run_state.h"
#include "platform/statistics/precision_result.h"
#include "platform/statistics/quantile_interval.h"

namespace tinsim {

/// The intervals are computed only after a quarter more batches each time, and must be reached
/// twice in a row, since each look may stop too early by chance. All ranks see the same.
class PrecisionWatch {
 public:
  /// Before the measurement. `state` outlives it.
  explicit PrecisionWatch(const RunState& state);

  /// After each measured batch. Collective.
  bool reached();
  /// The intervals at the last look.
  const std::vector<PrecisionRow>& last() const { return last_; }
  /// The intervals now. Collective.
  std::vector<PrecisionRow> rows();

 private:
  QuantileInterval p99_interval();

  const RunState& state_;
  std::size_t next_check_;
  bool was_reached_ = false;
  std::vector<PrecisionRow> last_;
};

}  // namespace tinsim
