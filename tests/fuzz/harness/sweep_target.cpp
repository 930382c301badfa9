// SPDX-License-Identifier: Apache-2.0
// Fuzz target: sweep files, and the points of small ones.
#include <algorithm>

#include "platform/sweep/points.h"
#include "platform/sweep/spec.h"
#include "tests/fuzz/harness/fuzz.h"

namespace {

/// The memory of a sweep of the largest size depends on its size, not on its text.
bool is_small(const tinsim::SweepSpec& spec) {
  constexpr unsigned kMost = 100;
  const auto& axes = spec.grid.entries;
  return (!spec.random || spec.random->points <= kMost) && axes.size() < 4 &&
         std::all_of(axes.begin(), axes.end(), [](const tinsim::SweepAxis& axis) {
           return !axis.range || axis.range->steps.value_or(0) <= kMost;
         });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  using namespace tinsim;
  fuzz::refuse_or_accept([&] {
    const SweepSpec spec = parse_sweep(fuzz::text_of(data, size), "s.yaml");
    if (!is_small(spec)) return;
    const Expansion points = expand(spec);
    for (const auto& row : points.rows)
      fuzz::require(row.size() == points.parameters.size(), "a point has all parameters");
  });
  return 0;
}
