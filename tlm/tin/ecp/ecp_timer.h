// SPDX-License-Identifier: Apache-2.0
// TIMER of the control processor: microseconds of the chip's clock, and a one-shot comparison.
#pragma once

#include <cstdint>
#include <optional>

#include "tlm/tin/ecp/ecp_map.h"

namespace tinsim {

class EcpTimer {
 public:
  static constexpr uint64_t kNever = ~uint64_t{0};

  explicit EcpTimer(uint32_t cycles_per_us) : cycles_per_us_(cycles_per_us) {}

  /// Offsets within the block; nothing: no register is there.
  std::optional<uint32_t> read(uint32_t offset, uint64_t now);
  bool write(uint32_t offset, uint32_t value, uint64_t now);

  /// After a reset of the processor. The time continues.
  void reset() { *this = EcpTimer(cycles_per_us_); }
  bool line(uint64_t now) {
    update(now);
    return expired_ && (control_ & ECP_TIMER_CONTROL_IRQ_ENABLE) != 0;
  }
  /// The cycle in which the armed comparison expires.
  uint64_t next_event() const { return expires_; }

 private:
  void update(uint64_t now) {
    if (now < expires_) return;
    expired_ = true;
    expires_ = kNever;
  }

  uint32_t cycles_per_us_;
  uint32_t latched_hi_ = 0;
  uint64_t compare_ = 0;
  uint64_t expires_ = kNever;
  uint32_t control_ = 0;
  bool expired_ = false;
};

}  // namespace tinsim
