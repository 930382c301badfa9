// SPDX-License-Identifier: Apache-2.0
// The System Control Space of one ARMv6-M core: NVIC, SysTick, SCB (ARM DDI 0419, B3.2 to B3.4).
#pragma once

#include <cstdint>

#include "tlm/tin/ecp/exceptions.h"
#include "tlm/tin/ecp/system_tick.h"

namespace tinsim {

/// Words only; registers that ARMv6-M does not define read as zero.
class SystemControl {
 public:
  /// `active`: number of the exception that is executing. `now`: cycle of the core.
  uint32_t read(uint32_t address, unsigned active, uint64_t now);
  void write(uint32_t address, uint32_t value, uint64_t now);

  Exceptions& exceptions() { return exceptions_; }
  const Exceptions& exceptions() const { return exceptions_; }
  SystemTick& tick() { return tick_; }
  const SystemTick& tick() const { return tick_; }
  /// Applies the changes of SysTick and of the lines up to cycle `now`.
  void update(uint64_t now, uint32_t lines) {
    if (tick_.update(now)) exceptions_.set_pending(kSysTick);
    exceptions_.set_lines(lines);
  }

  uint32_t vector_table() const { return vector_table_; }
  bool sleeps_on_exit() const { return (sleep_control_ & kSleepOnExit) != 0; }
  /// Any interrupt that becomes pending wakes WFE.
  bool pending_is_event() const { return (sleep_control_ & kSevOnPend) != 0; }
  bool requests_reset() const { return requests_reset_; }

 private:
  static constexpr uint32_t kSleepOnExit = 1u << 1, kSleepDeep = 1u << 2, kSevOnPend = 1u << 4;

  uint32_t read_interrupt_state(unsigned active) const;
  void write_interrupt_state(uint32_t value);
  uint32_t read_nvic(uint32_t offset) const;
  void write_nvic(uint32_t offset, uint32_t value);
  uint32_t priorities(unsigned first) const;
  void set_priorities(unsigned first, uint32_t value, uint32_t implemented);

  Exceptions exceptions_;
  SystemTick tick_;
  uint32_t vector_table_ = 0;
  uint32_t sleep_control_ = 0;
  bool requests_reset_ = false;
};

}  // namespace tinsim
