// SPDX-License-Identifier: Apache-2.0
// Statistics of each egress port and RTS queue since the begin of the measurement.
#pragma once

#include <algorithm>
#include <array>
#include <memory>

#include "base/histogram.h"
#include "base/prefetch.h"
#include "tlm/tin/ip/ip_params.h"

namespace tinsim {

/// A number over time; cycles of the calls ascend.
class Level {
 public:
  void set(Cycle now, uint32_t value) {
    area_ += uint64_t{value_} * (now - since_);
    since_ = now;
    value_ = value;
    peak_ = std::max(peak_, value);
  }
  void change(Cycle now, int32_t by) { set(now, value_ + static_cast<uint32_t>(by)); }
  /// Mean and peak are those from `now` on.
  void restart(Cycle now) { *this = Level(now, value_); }

  uint32_t peak() const { return peak_; }
  /// Over the time from the restart to `now`, 0 if there was none.
  double mean(Cycle now) const {
    if (now <= from_) return 0;
    const uint64_t area = area_ + uint64_t{value_} * (now - since_);
    return static_cast<double>(area) / static_cast<double>(now - from_);
  }

  Level() = default;

 private:
  Level(Cycle now, uint32_t value) : value_(value), peak_(value), from_(now), since_(now) {}

  uint32_t value_ = 0, peak_ = 0;
  Cycle from_ = 0, since_ = 0;
  uint64_t area_ = 0;  ///< value times cycles, from the restart to `since_`
};

/// Durations in cycles.
struct Waiting {
  uint64_t count = 0, sum = 0, max = 0;
  void add(Cycle time) {
    ++count;
    sum += time;
    max = std::max<uint64_t>(max, time);
  }
  void merge(const Waiting& other) {
    count += other.count;
    sum += other.sum;
    max = std::max(max, other.max);
  }
};

/// Packets of one class of service at one egress port.
struct QueueStats {
  uint64_t packets = 0;   ///< delivered
  uint64_t bytes = 0;     ///< … from the IP header on
  uint64_t marked = 0;    ///< … with CE set here
  uint64_t refused = 0;   ///< RTSs answered by a CTD
  Waiting queued;         ///< RTS at its queue to the grant of its CTS
  Waiting fetched;        ///< grant to the last DATA cell
  Waiting held;           ///< … to the departure: waits for its flow, and for the wire
  PortHistogram one_way;  ///< from the first bit at the source to the last at the destination
  /// All but the histogram's buckets.
  static constexpr std::size_t kCommonBytes =
      4 * sizeof(uint64_t) + 3 * sizeof(Waiting) + PortHistogram::kSumBytes;
};

struct EgressPortStats {
  Level outstanding;                                             ///< bytes that the window counts
  Level slots;                                                   ///< of the reassembly buffer
  Level held;                                                    ///< complete packets that wait
  std::array<std::unique_ptr<QueueStats>, kCosClasses> classes;  ///< null: none yet
  std::array<Level, kCosClasses> requests;                       ///< RTSs queued

  QueueStats& of_class(unsigned cos) {
    if (!classes[cos]) classes[cos] = std::make_unique<QueueStats>();
    return *classes[cos];
  }
  /// Prefetches the state of the classes in use that each packet changes, besides the members up to
  /// `requests`.
  void prefetch() const {
    for (unsigned cos = 0; cos < kCosClasses; ++cos) {
      if (classes[cos] == nullptr) continue;
      prefetch_lines(classes[cos].get(), QueueStats::kCommonBytes);
      prefetch_lines(&requests[cos], sizeof(Level));
    }
  }
  void restart(Cycle now) {
    for (Level& level : requests) level.restart(now);
    for (Level* level : {&outstanding, &slots, &held}) level->restart(now);
    classes = {};
  }
};

}  // namespace tinsim
