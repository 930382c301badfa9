// SPDX-License-Identifier: Apache-2.0
// Exponential variates: the logarithm table, computed by the compiler with integers only.
#include "base/exponential.h"

namespace tinsim {
namespace {

using Wide = unsigned __int128;

/// ln(1 + i/256) in Q32: log2 bit by bit (square; two or more yields a one bit), times ln 2.
constexpr uint32_t log_entry(unsigned i) {
  if (i == 256) return 2977044472;
  uint64_t x = (uint64_t{256} + i) << 54;  // Q62, in [1, 2)
  uint64_t log2 = 0;
  for (int bit = 0; bit < 40; ++bit) {
    x = static_cast<uint64_t>(Wide{x} * x >> 62);
    const bool two_or_more = x >> 63;
    log2 = log2 << 1 | two_or_more;
    if (two_or_more) x >>= 1;
  }
  constexpr uint64_t kLn2Q64 = 0xB17217F7D1CF79AB;
  const Wide log = Wide{log2} * kLn2Q64 >> 71;  // one bit more than Q32, to round
  return static_cast<uint32_t>((log + 1) >> 1);
}

constexpr std::array<uint32_t, 257> make_table() {
  std::array<uint32_t, 257> table{};
  for (unsigned i = 0; i < table.size(); ++i) table[i] = log_entry(i);
  return table;
}

}  // namespace

constexpr std::array<uint32_t, 257> kTable = make_table();
const std::array<uint32_t, 257> kLogTable = kTable;

}  // namespace tinsim
