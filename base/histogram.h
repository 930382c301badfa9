// SPDX-License-Identifier: Apache-2.0
// Log-linear histogram of unsigned integers: equal buckets within each power of two (HDR layout).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace tinsim {

__extension__ using Uint128 = unsigned __int128;

/// 2^kSubBits buckets per power of two: a bucket is at most value / 2^kSubBits wide, and exactly
/// one value wide below 2^(kSubBits + 1). Values from 2^32 on share the last bucket; count, sum,
/// min and max stay exact for them too. All state is integer, so merging is associative and the
/// result does not depend on the order of the samples.
template <unsigned kSubBits>
class BasicHistogram {
  static constexpr unsigned kValueBits = 32;
  static constexpr uint64_t kSub = uint64_t{1} << kSubBits;

 public:
  static constexpr std::size_t kBuckets = (kValueBits - kSubBits + 1) * kSub;

  void add(uint64_t value) {
    ++bucket_[index_of(value)];
    ++count_;
    sum_ += value;
    sum_of_squares_ += static_cast<Uint128>(value) * value;
    min_ = std::min(min_, value);
    max_ = std::max(max_, value);
  }

  void merge(const BasicHistogram& other) {
    for (std::size_t i = 0; i < kBuckets; ++i) bucket_[i] += other.bucket_[i];
    count_ += other.count_;
    sum_ += other.sum_;
    sum_of_squares_ += other.sum_of_squares_;
    min_ = std::min(min_, other.min_);
    max_ = std::max(max_, other.max_);
  }

  void reset() { *this = BasicHistogram{}; }

  /// Number of bytes, from the beginning on, that each sample changes in addition to its bucket.
  static constexpr std::size_t kSumBytes = 48;

  uint64_t count() const { return count_; }
  uint64_t sum() const { return sum_; }
  Uint128 sum_of_squares() const { return sum_of_squares_; }
  uint64_t min() const { return count_ ? min_ : 0; }  ///< 0 when empty
  uint64_t max() const { return max_; }               ///< 0 when empty

  /// Samples in buckets above that of `value`.
  uint64_t count_above(uint64_t value) const {
    uint64_t above = 0;
    for (std::size_t i = index_of(value) + 1; i < kBuckets; ++i) above += bucket_[i];
    return above;
  }

  /// Exact arithmetic mean; NaN when empty.
  double mean() const {
    return count_ ? static_cast<double>(sum_) / static_cast<double>(count_) : kNone;
  }

  /// Standard deviation of the sample (divisor count - 1); NaN below two samples.
  double stddev() const {
    if (count_ < 2) return kNone;
    const auto n = static_cast<long double>(count_), sum = static_cast<long double>(sum_);
    const long double squares = static_cast<long double>(sum_of_squares_) - sum / n * sum;
    return static_cast<double>(std::sqrt(std::max(squares, 0.0L) / (n - 1)));
  }

  /// The value of nearest rank r = max(1, ceil(percent / 100 * count)) in sorted order; NaN when
  /// empty. Exact where the bucket is one value wide, for r = 1 and for r = count; elsewhere the
  /// bucket's samples are taken as evenly spread over its values, so the error is below the
  /// bucket's width. `percent` is 0..100.
  double percentile(double percent) const {
    if (count_ == 0) return kNone;
    const uint64_t rank = nearest_rank(percent);
    if (rank == 1) return static_cast<double>(min_);
    if (rank == count_) return static_cast<double>(max_);
    uint64_t before = 0;
    std::size_t i = 0;
    while (before + bucket_[i] < rank) before += bucket_[i++];
    const double position =
        (static_cast<double>(rank - before) - 0.5) / static_cast<double>(bucket_[i]);
    const double value =
        static_cast<double>(low_of(i)) + position * static_cast<double>(width_of(i) - 1);
    return std::clamp(value, static_cast<double>(min_), static_cast<double>(max_));
  }

  /// Calls fn(low, high, count) for each bucket that is not empty, ascending; a bucket holds the
  /// integers low..high, both included. The last one ends at 2^32 - 1 or at max().
  template <class Fn>
  void for_each_bucket(Fn&& fn) const {
    for (std::size_t i = 0; i < kBuckets; ++i) {
      if (bucket_[i] == 0) continue;
      const uint64_t high = low_of(i) + width_of(i) - 1;
      fn(low_of(i), i + 1 == kBuckets ? std::max(high, max_) : high, bucket_[i]);
    }
  }

  bool operator==(const BasicHistogram& other) const {
    return bucket_ == other.bucket_ && count_ == other.count_ && sum_ == other.sum_ &&
           sum_of_squares_ == other.sum_of_squares_ && min() == other.min() && max_ == other.max_;
  }

 private:
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

  static constexpr std::size_t index_of(uint64_t value) {
    value = std::min(value, (uint64_t{1} << kValueBits) - 1);
    const unsigned top_bit = 63u - static_cast<unsigned>(__builtin_clzll(value | kSub));
    const unsigned shift = top_bit - kSubBits;
    return shift * kSub + (value >> shift);
  }
  static constexpr uint64_t width_of(std::size_t i) {
    return i < 2 * kSub ? 1 : uint64_t{1} << (i / kSub - 1);
  }
  static constexpr uint64_t low_of(std::size_t i) {
    return i < 2 * kSub ? i : (kSub + i % kSub) << (i / kSub - 1);
  }

  /// percent / 100 * count is not exact in binary: 99.9 % of 1000 must be rank 999, not 1000.
  uint64_t nearest_rank(double percent) const {
    const double exact = percent / 100 * static_cast<double>(count_);
    const double whole = std::round(exact);
    const double rank = std::abs(exact - whole) <= 1e-12 * whole ? whole : std::ceil(exact);
    return std::clamp<uint64_t>(static_cast<uint64_t>(std::max(rank, 1.0)), 1, count_);
  }

  // Members that every sample changes are adjacent.
  uint64_t count_ = 0;
  uint64_t sum_ = 0;
  Uint128 sum_of_squares_ = 0;
  uint64_t min_ = std::numeric_limits<uint64_t>::max();
  uint64_t max_ = 0;
  std::array<uint64_t, kBuckets> bucket_{};
};

/// Latency in cycles: at most 3.1 % wide, exact below 64 cycles; 7 KB.
using Histogram = BasicHistogram<5>;

/// The same for quantities kept once per port of every chip: at most 12.5 % wide, exact below 16;
/// 2 KB, so that the 10368 terminal ports of a full Clique take 20 MB.
using PortHistogram = BasicHistogram<3>;

}  // namespace tinsim
