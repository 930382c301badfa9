// SPDX-License-Identifier: Apache-2.0
// SysTick of ARMv6-M (ARM DDI 0419, B3.3): a 24-bit counter that counts cycles of the core down.
#pragma once

#include <cstdint>

namespace tinsim {

/// Times are cycles of the core, and calls are in order of time.
class SystemTick {
 public:
  static constexpr uint64_t kNever = ~uint64_t{0};
  static constexpr uint32_t kEnable = 1, kInterrupt = 2, kCoreClock = 4, kCountFlag = 1u << 16;

  /// The counter reaches zero before or in cycle `now`. True: SysTick becomes pending.
  bool update(uint64_t now) {
    if (zero_ > now) return false;
    const uint64_t period = uint64_t{reload_} + 1;
    const uint64_t periods = reload_ == 0 ? 0 : (now - zero_) / period;
    last_zero_ = zero_ + periods * period;
    zero_ = reload_ == 0 ? kNever : last_zero_ + period;
    counted_ = true;
    return (control_ & kInterrupt) != 0;
  }
  /// The first cycle in which the counter is zero again; kNever: it does not count.
  uint64_t next() const { return zero_; }

  // Registers. Precondition: update(now).

  /// Reading clears COUNTFLAG.
  uint32_t read_control() {
    const uint32_t flag = counted_ ? kCountFlag : 0;
    counted_ = false;
    return control_ | kCoreClock | flag;
  }
  void write_control(uint64_t now, uint32_t value) {
    const uint32_t count = current(now);
    control_ = value & (kEnable | kInterrupt);
    start_from(now, count);
  }
  uint32_t reload() const { return reload_; }
  void set_reload(uint64_t now, uint32_t value) {
    const uint32_t count = current(now);
    reload_ = value & 0xffffff;
    start_from(now, count);
  }
  uint32_t current(uint64_t now) const {
    if ((control_ & kEnable) == 0) return stopped_;
    return zero_ == kNever || now == last_zero_ ? 0 : static_cast<uint32_t>(zero_ - now);
  }
  void clear_current(uint64_t now) {
    counted_ = false;
    start_from(now, 0);
  }

 private:
  /// From 0 the next cycle loads the reload value.
  void start_from(uint64_t now, uint32_t count) {
    stopped_ = count;
    last_zero_ = count == 0 ? now : kNever;
    zero_ = kNever;
    if ((control_ & kEnable) == 0) return;
    if (count != 0) {
      zero_ = now + count;
    } else if (reload_ != 0) {
      zero_ = now + 1 + reload_;
    }
  }

  uint32_t control_ = 0;
  uint32_t reload_ = 0;
  uint32_t stopped_ = 0;  ///< count while the counter is disabled
  bool counted_ = false;
  uint64_t zero_ = kNever;
  uint64_t last_zero_ = kNever;
};

}  // namespace tinsim
