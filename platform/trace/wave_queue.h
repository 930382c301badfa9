// SPDX-License-Identifier: Apache-2.0
// Changes of signals, reported in any order, written in order of time.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "platform/trace/held_limit.h"
#include "platform/trace/time_sorter.h"
#include "rtl_models/common/wave_file.h"

namespace tinsim {

/// Writes changes in the cycles [from, to) into a file; earlier ones only set the initial values.
/// If a signal changes more than once in a cycle, a new value replaces an end, and sums add up.
class WaveQueue {
 public:
  /// `when_full` is called when many changes are held: a good time to write some.
  WaveQueue(
      WaveFile& file, Cycle from, Cycle to, std::function<void()> when_full = [] {})
      : file_(file), from_(from), to_(to), when_full_(std::move(when_full)) {}

  /// Value before the first change; of sums, that to which they are added.
  void begin_with(WaveFile::Signal signal, uint64_t value);

  void set(Cycle cycle, WaveFile::Signal signal, uint64_t value) {
    push({cycle, signal, Kind::kSet, value});
  }
  /// Modulo 2^64: subtract by adding the negative.
  void add(Cycle cycle, WaveFile::Signal signal, uint64_t value) {
    push({cycle, signal, Kind::kAdd, value});
  }
  /// The signal becomes 0.
  void end(Cycle cycle, WaveFile::Signal signal) { push({cycle, signal, Kind::kEnd, 0}); }
  /// The signal means nothing until it is set again.
  void end_idle(Cycle cycle, WaveFile::Signal signal) { push({cycle, signal, Kind::kIdle, 0}); }

  /// Writes the changes before `cycle`; no earlier ones may follow.
  void write_until(Cycle cycle);
  /// Writes the cycles before `end` and extends the last values to it; kNoCycle: only writes the
  /// reported changes.
  void close(Cycle end);

 private:
  enum class Kind : uint8_t { kEnd, kIdle, kSet, kAdd };  ///< in the order of taking effect
  struct Change {
    Cycle cycle;
    WaveFile::Signal signal;
    Kind kind;
    uint64_t value;
    bool operator<(const Change& o) const {
      if (cycle != o.cycle) return cycle < o.cycle;
      return signal != o.signal ? signal < o.signal : kind < o.kind;
    }
  };
  void push(const Change& change) {
    changes_.push(change);
    limit_.check(changes_, when_full_);
  }
  void draw(const Change& change);
  void start();

  WaveFile& file_;
  Cycle from_;
  Cycle to_;
  std::function<void()> when_full_;
  HeldLimit limit_;
  bool started_ = false;
  TimeSorter<Change> changes_;
  std::vector<uint64_t> level_;  ///< by signal
};

}  // namespace tinsim
