// SPDX-License-Identifier: Apache-2.0
// Effects of the wire on the bits of one direction of a link: errors, bursts, darkness, stuck
// lines.
#include "tlm/gnet/link/noise.h"

#include <algorithm>
#include <cmath>

#include "base/exponential.h"
#include "rtl_models/parts/route_choice.h"

namespace tinsim {
namespace {

constexpr std::uint64_t kNever = ~std::uint64_t{0};

/// -1 / ln(1 - rate) in Q16: the mean of an exponential variate whose integer part is geometric.
/// Rates below 2^-47 count as that.
std::uint64_t scale_of(double rate) {
  if (rate >= 1) return 0;
  return static_cast<std::uint64_t>(std::min(-0x1p16 / std::log1p(-rate), 0x1p63));
}

/// Drops the intervals that end by `first`; the next one, or null.
template <class Interval>
const Interval* next_of(const std::vector<Interval>& intervals, std::size_t& index, Cycle first) {
  while (index < intervals.size() && intervals[index].to <= first) ++index;
  return index < intervals.size() ? &intervals[index] : nullptr;
}

}  // namespace

std::uint64_t noise_key(std::uint64_t seed, std::uint32_t link, unsigned direction) {
  return mix64(mix64(seed) ^ (std::uint64_t{link} << 1 | direction));
}

RandomPositions::RandomPositions(double rate_per_bit, std::uint64_t key) : key_(key) {
  if (rate_per_bit <= 0) return;
  scale_ = scale_of(rate_per_bit);
  next_ = 0;
  add_gap();
}

void RandomPositions::pass() {
  if (next_ == kNever) return;
  ++next_;
  add_gap();
}

void RandomPositions::add_gap() {
  const auto random = static_cast<std::uint32_t>(mix64(key_ ^ draws_++) >> 32);
  const auto gap = static_cast<unsigned __int128>(exponential(random)) * scale_ >> 48;
  const unsigned __int128 next = gap + next_;
  next_ = next < kNever ? static_cast<std::uint64_t>(next) : kNever;
}

Noise::Noise(const NoiseParams& params, std::uint64_t key)
    : errors_(params.bit_error_rate, mix64(key + 1)),
      bursts_(params.burst_bits > 0 ? params.burst_rate : 0, mix64(key + 2)),
      burst_bits_(params.burst_bits),
      coin_key_(mix64(key + 3)),
      dark_(params.dark),
      stuck_(params.stuck) {}

Noise::Line Noise::line(Cycle first, unsigned cycles) {
  const Cycle end = first + cycles;
  const LineInterval* dark = next_of(dark_, next_dark_, first);
  if (dark != nullptr && dark->from < end) return Line::Dark;
  if (next_of(stuck_, next_stuck_, first) == nullptr) return Line::Signal;
  Line line = Line::Signal;
  for (std::size_t n = next_stuck_; n < stuck_.size() && stuck_[n].from < end; ++n)
    line = stuck_[n].value ? Line::Stuck1 : Line::Stuck0;
  return line;
}

bool Noise::draw(std::uint64_t first, unsigned bits, Mask& wrong) {
  const std::uint64_t end = first + bits;
  wrong = {};
  burst(first, std::min(burst_end_, end), first, wrong);
  for (; bursts_.next() < end; bursts_.pass()) {
    // Where bursts overlap there is one coin per bit, so it does not matter which one it is of.
    burst(std::max(bursts_.next(), std::max(first, burst_end_)),
          std::min(bursts_.next() + burst_bits_, end), first, wrong);
    burst_end_ = bursts_.next() + burst_bits_;
  }
  for (; errors_.next() < end; errors_.pass()) {
    if (errors_.next() < first) continue;
    const std::uint64_t n = errors_.next() - first;
    wrong[n / 64] ^= std::uint64_t{1} << n % 64;
  }
  return wrong != Mask{};
}

void Noise::burst(std::uint64_t from, std::uint64_t to, std::uint64_t first, Mask& wrong) const {
  for (std::uint64_t bit = from; bit < to; ++bit) {
    const std::uint64_t coin = mix64(coin_key_ ^ bit / 64) >> bit % 64 & 1;
    wrong[(bit - first) / 64] ^= coin << (bit - first) % 64;
  }
}

}  // namespace tinsim
