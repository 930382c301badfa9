// SPDX-License-Identifier: Apache-2.0
// Cell size mix: construction of the alias table in integers (Vose, IEEE TSE 1991).
#include "platform/traffic/size_table.h"

namespace tinsim {

SizeTable::SizeTable(const CellBytes& mix, unsigned word_bytes) {
  const auto words_of = [word_bytes](const CellBytes::Item& item) {
    return (item.bytes + word_bytes - 1) / word_bytes;
  };
  const uint64_t n = mix.items.size();
  uint64_t total = 0;
  uint64_t words = 0;
  for (const CellBytes::Item& item : mix.items) {
    total += item.weight;
    words += uint64_t{item.weight} * words_of(item);
  }
  mean_words_ = static_cast<double>(words) / static_cast<double>(total);

  // Weights scaled by n: a slot that holds `total` is full, and the scaled weights fill n slots.
  std::vector<uint64_t> left(n);
  std::vector<size_t> small, large;
  for (size_t i = 0; i < n; ++i) {
    left[i] = mix.items[i].weight * n;
    (left[i] < total ? small : large).push_back(i);
    const auto own = static_cast<uint8_t>(words_of(mix.items[i]));
    slots_.push_back({uint64_t{1} << 32, own, own});
  }
  if (n == 1) only_ = slots_[0].own;
  while (!small.empty() && !large.empty()) {
    const size_t poor = small.back();
    const size_t rich = large.back();
    small.pop_back();
    slots_[poor].share =
        static_cast<uint64_t>((static_cast<unsigned __int128>(left[poor]) << 32) / total);
    slots_[poor].alias = slots_[rich].own;
    left[rich] -= total - left[poor];
    if (left[rich] < total) {
      large.pop_back();
      small.push_back(rich);
    }
  }
}

}  // namespace tinsim
