// SPDX-License-Identifier: Apache-2.0
// Exceptions of one ARMv6-M core: pending, active, priorities (ARM DDI 0419, B1.5 and B3.4).
#pragma once

#include <array>
#include <cstdint>

#include "base/masks.h"
#include "tlm/tin/ecp/ecp_map.h"

namespace tinsim {

/// Exception numbers, as in IPSR.
constexpr unsigned kNmi = 2, kHardFault = 3, kSvCall = 11, kPendSv = 14, kSysTick = 15,
                   kFirstIrq = 16, kEcpExceptions = kFirstIrq + ECP_IRQ_LINES;

class Exceptions {
 public:
  void set_pending(unsigned number) { pending_ |= bit(number); }
  void clear_pending(unsigned number) { pending_ &= ~bit(number); }
  bool is_pending(unsigned number) const { return (pending_ & bit(number)) != 0; }
  bool is_active(unsigned number) const { return (active_ & bit(number)) != 0; }
  bool has_active() const { return active_ != 0; }
  /// All but `number` are inactive.
  bool is_only_active(unsigned number) const { return active_ == bit(number); }

  void activate(unsigned number) {
    pending_ &= ~bit(number);
    active_ |= bit(number);
  }
  /// An interrupt whose line is still high becomes pending again.
  void deactivate(unsigned number) {
    active_ &= ~bit(number);
    pending_ |= lines_ & bit(number);
  }

  /// Levels of the interrupt lines: an edge from low to high makes the interrupt pending.
  void set_lines(uint32_t levels) {
    const uint64_t lines = uint64_t{levels} << kFirstIrq;
    pending_ |= lines & ~lines_;
    lines_ = lines;
  }

  /// Priority 0..3 of an exception of configurable priority.
  void set_priority(unsigned number, unsigned priority) {
    priorities_[number] = static_cast<uint8_t>(priority);
  }
  unsigned priority(unsigned number) const { return priorities_[number]; }

  // Interrupts, a bit for each line.
  uint32_t enabled() const { return static_cast<uint32_t>(enabled_ >> kFirstIrq); }
  void enable(uint32_t lines) { enabled_ |= uint64_t{lines} << kFirstIrq; }
  void disable(uint32_t lines) { enabled_ &= ~(uint64_t{lines} << kFirstIrq); }
  uint32_t pending_lines() const { return static_cast<uint32_t>(pending_ >> kFirstIrq); }
  void set_pending_lines(uint32_t lines) { pending_ |= uint64_t{lines} << kFirstIrq; }
  /// A line that is high makes its interrupt pending again, unless it is active.
  void clear_pending_lines(uint32_t lines) {
    pending_ &= ~(uint64_t{lines} << kFirstIrq);
    pending_ |= lines_ & ~active_;
  }

  /// Lower is more urgent; kNoPriority: thread mode.
  int execution_priority(bool primask) const;
  /// The exception that is taken now; 0: none.
  unsigned to_take(bool primask) const {
    return (pending_ & enabled_) == 0 ? 0 : highest_above(execution_priority(primask));
  }
  /// The most urgent that is pending and enabled, whether it is taken or not; 0: none.
  unsigned highest_pending() const { return highest_above(kNoPriority); }
  /// A core that waits for an interrupt resumes: PRIMASK does not count.
  bool wakes() const { return to_take(false) != 0; }
  bool has_pending() const { return (pending_ & enabled_) != 0; }

 private:
  static constexpr int kNoPriority = 4;
  static constexpr uint64_t kSystem = bit(kFirstIrq) - 1;

  int priority_of(unsigned number) const;
  unsigned highest_above(int priority) const;

  uint64_t pending_ = 0;
  uint64_t active_ = 0;
  uint64_t enabled_ = kSystem;
  uint64_t lines_ = 0;
  std::array<uint8_t, kEcpExceptions> priorities_{};
};

}  // namespace tinsim
