// SPDX-License-Identifier: Apache-2.0
#include "platform/statistics/precision_result.h"

#include <fmt/format.h>

#include <cmath>

namespace tinsim {

std::string unreached_text(const std::vector<PrecisionRow>& rows) {
  std::string text;
  for (const PrecisionRow& row : rows) {
    if (row.reached) continue;
    const std::string half = std::isfinite(row.half_width_percent)
                                 ? fmt::format("{:.3g} %", row.half_width_percent)
                                 : "not known";
    text += fmt::format("{}the half width of {} is {} of {:.3g} %", text.empty() ? "" : ", ",
                        row.figure, half, row.target_percent);
  }
  if (text.empty()) return text;
  return "The measurement ended before its precision was reached: " + text + ".";
}

}  // namespace tinsim
