// SPDX-License-Identifier: Apache-2.0
// Which class of service is next by its weight, in bytes.
#include "rtl_models/parts/fair_shares.h"

#include <algorithm>

#include "rtl_models/parts/ip_cells.h"

namespace tinsim {
namespace {

constexpr std::uint32_t kOne = 1u << 18;  ///< a byte of a class of weight 1
static_assert(std::uint64_t{kOne} * kMaxPacketBytes <= UINT32_MAX, "a lead fits its 32 bits");

constexpr auto kCosts = [] {
  std::array<std::uint32_t, 256> costs{};
  for (std::uint32_t weight = 1; weight < costs.size(); ++weight)
    costs[weight] = (kOne + weight / 2) / weight;
  return costs;
}();

unsigned lowest_of(unsigned mask) { return static_cast<unsigned>(__builtin_ctz(mask)); }

}  // namespace

unsigned FairShares::least(std::uint8_t classes) const {
  unsigned least = lowest_of(classes);
  for (unsigned left = classes & (classes - 1u); left != 0; left &= left - 1) {
    const unsigned cos = lowest_of(left);
    if (leads_[cos] < leads_[least]) least = cos;
  }
  return least;
}

/// The leads of all others shrink by the lead of `cos`, which had the least of the waiting ones.
void FairShares::charge(unsigned cos, std::uint8_t weight, unsigned bytes) {
  const std::uint32_t passed = leads_[cos];
  for (std::uint32_t& lead : leads_) lead = std::max(lead, passed) - passed;
  leads_[cos] = bytes * kCosts[weight];
}

}  // namespace tinsim
