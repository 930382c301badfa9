// SPDX-License-Identifier: Apache-2.0
// Registers of TIMER.
#include "tlm/tin/ecp/ecp_timer.h"

#include <algorithm>

namespace tinsim {

std::optional<uint32_t> EcpTimer::read(uint32_t offset, uint64_t now) {
  update(now);
  switch (offset) {
    case ECP_TIMER_LO: {
      const uint64_t us = now / cycles_per_us_;
      latched_hi_ = static_cast<uint32_t>(us >> 32);
      return static_cast<uint32_t>(us);
    }
    case ECP_TIMER_HI:
      return latched_hi_;
    case ECP_TIMER_COMPARE_LO:
      return static_cast<uint32_t>(compare_);
    case ECP_TIMER_COMPARE_HI:
      return static_cast<uint32_t>(compare_ >> 32);
    case ECP_TIMER_CONTROL:
      return control_;
    case ECP_TIMER_STATUS:
      return expired_ ? ECP_TIMER_STATUS_EXPIRED : 0;
    default:
      return std::nullopt;
  }
}

bool EcpTimer::write(uint32_t offset, uint32_t value, uint64_t now) {
  update(now);
  switch (offset) {
    case ECP_TIMER_COMPARE_LO:
      compare_ = (compare_ >> 32 << 32) | value;
      return true;
    case ECP_TIMER_COMPARE_HI: {  // arms it
      compare_ = uint64_t{value} << 32 | static_cast<uint32_t>(compare_);
      const bool is_far = compare_ > kNever / cycles_per_us_;
      expires_ = is_far ? kNever : std::max(compare_ * cycles_per_us_, now);
      return true;
    }
    case ECP_TIMER_CONTROL:
      control_ = value & ECP_TIMER_CONTROL_IRQ_ENABLE;
      return true;
    case ECP_TIMER_STATUS:
      if ((value & ECP_TIMER_STATUS_EXPIRED) != 0) expired_ = false;
      return true;
    case ECP_TIMER_LO:
    case ECP_TIMER_HI:
      return true;  // read only
    default:
      return false;
  }
}

}  // namespace tinsim
