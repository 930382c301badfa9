// SPDX-License-Identifier: Apache-2.0
// A run that a signal ended early, in words.
#include "platform/statistics/cut.h"

#include <fmt/format.h>

#include "platform/statistics/result.h"

namespace tinsim {

std::string cut_text(const RunResult& result) {
  const auto us = [&](uint64_t cycles) {
    return cycles_to_ns(static_cast<double>(cycles), result.core_mhz) / 1000;
  };
  const Cut& cut = *result.cut;
  if (result.measure_cycles == 0) {
    return fmt::format("Cut by {} after {:.6g} us, before the measurement began.", cut.by,
                       us(result.cycles));
  }
  return fmt::format("Cut by {} after {:.6g} us, {:.6g} of the {:.6g} us to be measured.", cut.by,
                     us(result.cycles), us(result.measure_cycles), us(cut.measure_cycles));
}

}  // namespace tinsim
