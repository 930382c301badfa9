// SPDX-License-Identifier: Apache-2.0
// Nearest name: the hint for a misspelt key or value.
#include "platform/config/nearest_name.h"

#include <algorithm>
#include <numeric>

namespace tinsim {

unsigned edit_distance(const std::string& a, const std::string& b) {
  std::vector<unsigned> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0u);
  for (size_t i = 1; i <= a.size(); ++i) {
    unsigned diagonal = row[0];
    row[0] = static_cast<unsigned>(i);
    for (size_t j = 1; j <= b.size(); ++j) {
      const unsigned substitute = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substitute});
    }
  }
  return row[b.size()];
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
