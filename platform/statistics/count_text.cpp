// SPDX-License-Identifier: Apache-2.0
// Counts as text, for tables and verdicts.
#include "platform/statistics/count_text.h"

namespace tinsim {

std::string grouped(uint64_t n) {
  std::string digits = std::to_string(n);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, ",");
  return digits;
}

}  // namespace tinsim
