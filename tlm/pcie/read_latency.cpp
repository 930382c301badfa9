// SPDX-License-Identifier: Apache-2.0
// How long a host takes to answer a read, from Philox words.
#include "tlm/pcie/read_latency.h"

#include <algorithm>

#include "base/random.h"

namespace tinsim {
namespace {

constexpr uint32_t kStream = 0x50434965;  ///< distinct from the streams of the traffic sources
constexpr unsigned kIndexBits = 8, kFractionBits = 23;  // of a word; one bit is the sign
constexpr unsigned kPoint = 28;                         ///< bits behind the point of a deviation
constexpr unsigned kSigmaPoint = 8;
constexpr double kMost = 3;  ///< standard deviations

/// Of exp(-t^2 / 2): the value at `x`, and the integral from 0 to `x`.
struct Bell {
  double value = 0, area = 0;
};
constexpr Bell bell(double x) {
  constexpr unsigned kTerms = 40;  // (9 / 2)^40 / 40! is 2e-22
  Bell of;
  double term = 1;
  for (unsigned k = 0; k < kTerms; ++k) {
    of.value += term;
    of.area += term * x / (2 * k + 1);
    term *= -x * x / 2 / (k + 1);
  }
  return of;
}

using Quantiles = std::array<uint32_t, (1 << kIndexBits) + 1>;
/// Point i is where i / 256 of the area up to kMost are. The integral is concave, so Newton's steps
/// approach the root from the left and do not pass it. Only products and sums: equal on every
/// machine.
constexpr Quantiles half_normal() {
  Quantiles points{};
  const double all = bell(kMost).area;
  double x = 0;
  for (unsigned i = 1; i + 1 < points.size(); ++i) {
    for (unsigned step = 0; step < 6; ++step) {
      const Bell at = bell(x);
      x += (all * i / (1 << kIndexBits) - at.area) / at.value;
    }
    points[i] = static_cast<uint32_t>(x * (1 << kPoint) + 0.5);
  }
  points.back() = static_cast<uint32_t>(kMost * (1 << kPoint));
  return points;
}
constexpr Quantiles kHalfNormal = half_normal();

}  // namespace

ReadLatency::ReadLatency(const PcieParams& params)
    : seed_(params.seed),
      place_(uint32_t{params.chip} << 8 | params.host),
      mean_(params.read_cycles),
      sigma_(params.read_sigma) {}

Cycle ReadLatency::of(uint64_t request) {
  if (sigma_ == 0) return mean_;
  if (request / 4 != block_) {
    block_ = request / 4;
    const Draw drawn = draw(seed_, kStream, place_, block_);
    words_ = {drawn.gap, drawn.destination, drawn.size, drawn.burst};
  }
  const uint32_t word = words_[request % 4];
  const uint32_t* point = &kHalfNormal[word >> (kFractionBits + 1)];
  const uint64_t fraction = word >> 1 & ((1u << kFractionBits) - 1);
  const uint64_t size = point[0] + ((point[1] - point[0]) * fraction >> kFractionBits);
  const auto deviation = static_cast<int64_t>(
      (size * sigma_ + (uint64_t{1} << (kPoint + kSigmaPoint - 1))) >> (kPoint + kSigmaPoint));
  const int64_t latency = int64_t{mean_} + ((word & 1) != 0 ? deviation : -deviation);
  return static_cast<Cycle>(std::max<int64_t>(1, latency));
}

}  // namespace tinsim
