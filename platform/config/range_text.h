// SPDX-License-Identifier: Apache-2.0
// The range of a key in words, for errors and tables.
#pragma once

#include <fmt/format.h>

#include <limits>
#include <string>

#include "rtl_models/common/keys.h"

namespace tinsim {

/// `0 to 4`, `more than 0 and at most 9`; empty when unbounded.
inline std::string range_text(const KeyRange& range) {
  if (range.max == std::numeric_limits<double>::infinity()) return "";
  if (range.above_min) return fmt::format("more than {} and at most {}", range.min, range.max);
  return fmt::format("{} to {}", range.min, range.max);
}

}  // namespace tinsim
