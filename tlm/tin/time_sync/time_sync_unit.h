// SPDX-License-Identifier: Apache-2.0
// The hardware clock of a chip in a network: rtl_models/time_sync by events, with the flight of its
// messages, and the software that moves it to another tree when it fails.
#pragma once

#include <array>
#include <deque>
#include <functional>
#include <optional>

#include "rtl_models/parts/clock_status.h"
#include "rtl_models/parts/ordered_set.h"
#include "tlm/tin/cell_switch/ordered_set_unit.h"
#include "tlm/tin/time_sync/elastic_buffer.h"
#include "tlm/tin/time_sync/time_sync_block.h"
#include "tlm/tin/time_sync/time_sync_params.h"

namespace tinsim {

/// Cycles from the register behind the receive pins to the clock, and from the clock to the
/// transmit schedulers: flight across the chip.
constexpr Cycle kFlightToClock = 3, kFlightFromClock = 3;
/// Longest wait that is counted apart.
constexpr Cycle kLongestTimeSyncWait = 63;

struct TimeSyncCounters {
  uint64_t accepted = 0, refused = 0;
  uint64_t sent = 0;         ///< TIMESYNC sets on links
  uint64_t interrupted = 0;  ///< sets that took a slot inside a cell: must be 0
  /// TIMESYNC sets by cycles from the transmit scheduler to the link.
  std::array<uint64_t, kLongestTimeSyncWait + 1> waits{};
};

/// The hardware clock from a cycle on.
struct ClockEpoch {
  Cycle from = 0;
  uint64_t time = 0;  ///< in that cycle, in ticks
  ClockStatus status;
  bool standby = false;   ///< its place in the tree is the second one
  unsigned failures = 0;  ///< of the clock so far
};

class TimeSyncUnit final : public OrderedSetUnit {
 public:
  /// SwitchEngine::add_due_set() of the chip.
  using AddDueSet = std::function<void(unsigned port, Cycle due, TimeSyncBody body)>;

  TimeSyncUnit(const TimeSyncParams& params, AddDueSet add_due_set);

  /// `block` outlives the clock, whose decisions it makes or is compared with. Before any other
  /// call.
  void decide_by(TimeSyncBlock& block);

  void join(unsigned port, const SetWire& to) override;
  void arrived(unsigned port, const LinkEvent& event) override;
  void advance(Cycle to) override;
  Sent take(Cycle slot, unsigned port, Cycle cell_end) override;
  Cycle next_due(unsigned port) const override;
  uint64_t awaited_ports() const override { return awaited_; }
  uint64_t timesyncs(unsigned port) const override { return ports_[port].sent; }

  /// Counts from cycle `at` on, as the inputs of the block do. Writes of one cycle add up. Throws
  /// InvariantError if that cycle has been processed.
  void write(Cycle at, const TimeSyncWrite& registers);

  const TimeSyncParams& params() const { return params_; }
  const TimeSyncCounters& counters() const { return counters_; }
  /// Time and status of the clock in cycle `at`, and since when they hold. `at` is not before the
  /// last forget_before(), nor after the end of the window that has begun.
  const ClockEpoch& epoch(Cycle at) const;
  uint64_t time(Cycle at) const;
  /// First cycle in which the clock had failed, and that since which it has been valid in its
  /// second place; kNoCycle: none.
  Cycle failed_at() const { return failed_at_; }
  Cycle moved_at() const { return moved_at_; }
  /// Its place in the tree is the second one.
  bool has_moved() const { return is_standby_; }
  void forget_before(Cycle at);
  /// Removable sets on all links that are due before cycle `end`. Links without a cell to send take
  /// their slots later, and are not counted one by one.
  uint64_t skips(Cycle end) const;
  /// Slots before cycle `end` that the receivers of all links have removed and inserted.
  ElasticBuffer::Slips slips(Cycle end) const;

 private:
  struct Message {
    Cycle cycle;
    unsigned port;
    ClockStatus status;
    uint64_t time;
  };
  /// A set that the scheduler of a port holds, or will.
  struct Held {
    Cycle cycle;  ///< in which it gets it
    unsigned status;
    uint64_t time;  ///< in that cycle
  };
  struct Port {
    SetWire to;
    bool joined = false;
    ElasticBuffer far_buffer;  ///< at the other end of the link
    std::deque<Held> held;
    Cycle skip_due = kNoCycle;
    uint64_t sent = 0;
  };

  struct Write {
    Cycle cycle;
    TimeSyncWrite registers;
  };

  void require_not_processed(Cycle cycle, unsigned port, const char* what) const;
  void step(Cycle now);
  TimeSyncWrite take_writes(Cycle now);
  bool accept(Cycle now, const Message& message);
  void load(Cycle now, const TimeSyncWrite& registers);
  TimeSyncLevels levels() const;
  uint64_t decided(Cycle now, bool accepted, bool updates);
  void update(Cycle now, uint64_t to);
  void move_to_standby(Cycle from);
  void set_time(Cycle from, uint64_t ticks) { time_ = ticks, time_from_ = from; }
  uint64_t time_from_last(Cycle at) const;
  void record(Cycle from);
  void schedule(Cycle now);
  int64_t edges(Cycle at) const { return params_.oscillator.edges(at); }
  ClockStatus shown() const;

  TimeSyncParams params_;
  AddDueSet add_due_set_;
  TimeSyncPlace place_;
  uint32_t interval_;
  bool is_standby_ = false, has_stopped_ = false;
  Cycle move_at_ = kNoCycle;  ///< software writes the second place
  std::array<Port, kMaxPorts> ports_;
  uint64_t awaited_ = 0;
  std::deque<Message> messages_;  ///< in order of cycles
  std::deque<Write> writes_;      ///< likewise
  Cycle done_until_ = 0;          ///< cycles before it have been processed
  Cycle next_ = 0;                ///< in which something happens

  uint64_t time_ = 0;  ///< in cycle time_from_
  Cycle time_from_ = 0;
  ClockStatus client_;
  TimeSyncBlock* block_ = nullptr;
  std::optional<ClockStatus> decided_;  ///< shown by the block instead of the chip's
  unsigned refused_ = 0;                ///< in a row
  int64_t updated_;                     ///< edges in the cycle of the last update
  int64_t accepted_;                    ///< … of the last accepted message or clear
  std::deque<ClockEpoch> epochs_;
  Cycle failed_at_ = kNoCycle, moved_at_ = kNoCycle;
  TimeSyncCounters counters_;
};

}  // namespace tinsim
