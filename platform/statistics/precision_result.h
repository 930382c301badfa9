// SPDX-License-Identifier: Apache-2.0
// Intervals that a measurement of length `auto` was to reach.
#pragma once

#include <string>
#include <vector>

#include "base/fields/kinds.h"

namespace tinsim {

struct PrecisionRow {
  TIN_RECORD(PrecisionRow);
  TIN_FIELD(Derived<std::string>, figure, "`latency_mean` or `latency_p99`");
  TIN_FIELD(Derived<double>, target_percent, "half width that was to be reached, of the figure");
  TIN_FIELD(Figure, half_width_percent,
            "half width of the 95 % interval at the end, of the figure; null: not known");
  TIN_FIELD(Derived<bool>, reached, "whether it is the target or less, and reliable");
};

/// A sentence on the rows that are not reached; empty: all are.
std::string unreached_text(const std::vector<PrecisionRow>& rows);

}  // namespace tinsim
