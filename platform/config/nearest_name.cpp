// SPDX-License-Identifier: Apache-2.0
// Nearest name: the hint for a misspelt key or value.
#include "platform/config/nearest_name.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace tinsim {

unsigned edit_distance(const std::string& a, const std::string& b) {
  // rows[0] is the row of the letter of `a` before last, rows[2] the one being filled.
  std::array<std::vector<unsigned>, 3> rows;
  rows.fill(std::vector<unsigned>(b.size() + 1));
  std::iota(rows[1].begin(), rows[1].end(), 0u);
  for (size_t i = 1; i <= a.size(); ++i) {
    auto& [before_last, last, row] = rows;
    row[0] = static_cast<unsigned>(i);
    for (size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    std::rotate(rows.begin(), rows.begin() + 1, rows.end());
  }
  return rows[1][b.size()];
}

std::string did_you_mean(const std::string& name, const std::vector<std::string>& candidates) {
  // Beyond a third of its letters a word is another word, not a slip.
  unsigned best = std::max<unsigned>(1, static_cast<unsigned>(name.size()) / 3) + 1;
  const std::string* nearest = nullptr;
  for (const std::string& candidate : candidates) {
    const unsigned distance = edit_distance(name, candidate);
    if (distance >= best) continue;
    best = distance;
    nearest = &candidate;
  }
  return nearest ? " (did you mean '" + *nearest + "'?)" : "";
}

}  // namespace tinsim
