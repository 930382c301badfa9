// SPDX-License-Identifier: Apache-2.0
// Records of the traced cells that a chip forwards, in a buffer of limited size.
#pragma once

#include <array>
#include <deque>
#include <vector>

#include "tlm/tin/cell_switch/observer.h"
#include "tlm/tin/cell_trace/trace_record.h"
#include "tlm/tin/cell_trace/trace_settings.h"

namespace tinsim {

/// Observes the switch, and so changes no cell. A record enters the buffer kEntryCycles after its
/// match, when each version of the switch has reported the match; records of one cycle enter in
/// the order of their inputs. One that finds the buffer full is dropped and counted.
class TraceSampler final : public SwitchObserver {
 public:
  static constexpr Cycle kEntryCycles = 64;
  static_assert(kEntryCycles > 2 * kObserverLag);

  /// `settings` outlives the sampler. `tin`: GNet address of the chip's endpoint 0.
  TraceSampler(const TraceSchedule& settings, uint16_t tin, unsigned capacity)
      : settings_(settings), tin_(tin), capacity_(capacity) {
    taken_.fill({kNoCycle, 0});
  }

  void matched(Cycle cycle, unsigned in, unsigned vc, unsigned out, const Cell& cell) override;
  void credit_taken(Cycle cycle, unsigned out, Credit credit) override;
  void credit_sent(Cycle, unsigned, Credit) override {}
  void cell_started(Cycle, unsigned, const Cell&) override {}

  /// Removes the oldest `limit` records, or fewer, that entered before cycle `now`. Cycles do not
  /// decrease from call to call.
  std::vector<TraceRecord> take(Cycle now, std::size_t limit);

  uint64_t sampled() const { return sampled_; }  ///< cells, whether their records found space
  uint64_t dropped() const { return dropped_; }  ///< records that found no space
  /// Records that have not been taken, and have not been dropped yet.
  std::size_t held() const { return reported_.size() + buffer_.size(); }

 private:
  /// The VC of a match, which the switch reports before the match or after it.
  struct Taken {
    Cycle cycle;
    uint8_t vc;
  };
  void enter(Cycle now);

  const TraceSchedule& settings_;
  uint16_t tin_;
  std::size_t capacity_;
  std::array<Taken, kMaxPorts> taken_;  ///< by output: that of its last match
  std::vector<TraceRecord> reported_;   ///< have not entered the buffer yet
  std::deque<TraceRecord> buffer_;
  uint64_t sampled_ = 0;
  uint64_t dropped_ = 0;
};

}  // namespace tinsim
