// SPDX-License-Identifier: Apache-2.0
// Independent bit errors on the lines of an ExaNet network.
#include "platform/services/exanet_line_errors.h"

#include <algorithm>
#include <cmath>

#include "base/random.h"

namespace tinsim {
namespace {

constexpr uint32_t kEntry = 0xfffffffe;  // no traffic entry has this number
constexpr unsigned kWordBits = 64;

}  // namespace

ExanetLineErrors::ExanetLineErrors(double rate, uint64_t seed, unsigned lines)
    : scale_(1 / std::log1p(-rate)), seed_(seed), lines_(lines) {
  for (unsigned line = 0; line < lines; ++line) lines_[line].bits_left = gap(line);
}

/// Good bits between two wrong ones: geometric.
uint64_t ExanetLineErrors::gap(unsigned line) {
  const uint32_t random = draw(seed_, kEntry, line, lines_[line].errors++).gap;
  const double bits = std::log((random + 0.5) * 0x1p-32) * scale_;
  return static_cast<uint64_t>(std::min(bits, 0x1p62));
}

void ExanetLineErrors::pass(unsigned line, uint64_t& word) {
  uint64_t& left = lines_[line].bits_left;
  while (left < kWordBits) {
    word ^= uint64_t{1} << left;
    left += 1 + gap(line);
  }
  left -= kWordBits;
}

}  // namespace tinsim
