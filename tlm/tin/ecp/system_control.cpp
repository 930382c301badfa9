// SPDX-License-Identifier: Apache-2.0
// Registers of the System Control Space.
#include "tlm/tin/ecp/system_control.h"

namespace tinsim {
namespace {

constexpr uint32_t kSystControl = 0xe000e010, kSystReload = 0xe000e014, kSystCurrent = 0xe000e018,
                   kSystCalibration = 0xe000e01c;
constexpr uint32_t kNvicBegin = 0xe000e100, kNvicEnd = 0xe000e420;
constexpr uint32_t kSetEnable = 0x000, kClearEnable = 0x080, kSetPending = 0x100,
                   kClearPending = 0x180, kPriorities = 0x300;
constexpr uint32_t kCpuid = 0xe000ed00, kIcsr = 0xe000ed04, kVtor = 0xe000ed08, kAircr = 0xe000ed0c,
                   kScr = 0xe000ed10, kCcr = 0xe000ed14, kShpr2 = 0xe000ed1c, kShpr3 = 0xe000ed20,
                   kShcsr = 0xe000ed24;

/// No implementer, architecture ARMv6-M.
constexpr uint32_t kCpuidValue = 0x000cec00;
/// STKALIGN and UNALIGN_TRP: frames on the stack are aligned, accesses must be.
constexpr uint32_t kCcrValue = 0x208;
/// No reference clock, no known calibration.
constexpr uint32_t kCalibrationValue = 0xc0000000;
constexpr uint32_t kVectorKey = 0x05fa, kSysResetRequest = 1u << 2;
constexpr uint32_t kSvCallPended = 1u << 15;
constexpr uint32_t kVtorMask = 0xffffff80;

}  // namespace

uint32_t SystemControl::read(uint32_t address, unsigned active, uint64_t now) {
  if (address >= kNvicBegin && address < kNvicEnd) return read_nvic(address - kNvicBegin);
  switch (address) {
    case kSystControl:
      return tick_.read_control();
    case kSystReload:
      return tick_.reload();
    case kSystCurrent:
      return tick_.current(now);
    case kSystCalibration:
      return kCalibrationValue;
    case kCpuid:
      return kCpuidValue;
    case kIcsr:
      return read_interrupt_state(active);
    case kVtor:
      return vector_table_;
    case kAircr:
      return 0xfa05u << 16;
    case kScr:
      return sleep_control_;
    case kCcr:
      return kCcrValue;
    case kShpr2:
      return priorities(8);
    case kShpr3:
      return priorities(12);
    case kShcsr:
      return exceptions_.is_pending(kSvCall) ? kSvCallPended : 0;
    default:
      return 0;
  }
}

void SystemControl::write(uint32_t address, uint32_t value, uint64_t now) {
  if (address >= kNvicBegin && address < kNvicEnd) return write_nvic(address - kNvicBegin, value);
  switch (address) {
    case kSystControl:
      return tick_.write_control(now, value);
    case kSystReload:
      return tick_.set_reload(now, value);
    case kSystCurrent:
      return tick_.clear_current(now);
    case kIcsr:
      return write_interrupt_state(value);
    case kVtor:
      vector_table_ = value & kVtorMask;
      return;
    case kAircr:
      requests_reset_ =
          requests_reset_ || (value >> 16 == kVectorKey && (value & kSysResetRequest));
      return;
    case kScr:
      sleep_control_ = value & (kSleepOnExit | kSleepDeep | kSevOnPend);
      return;
    case kShpr2:
      return set_priorities(8, value, 0xc0000000);
    case kShpr3:
      return set_priorities(12, value, 0xc0c00000);
    default:
      return;
  }
}

/// ICSR, B3.2.4.
uint32_t SystemControl::read_interrupt_state(unsigned active) const {
  const uint32_t nmi = exceptions_.is_pending(kNmi), pend_sv = exceptions_.is_pending(kPendSv),
                 tick = exceptions_.is_pending(kSysTick), irq = exceptions_.pending_lines() != 0;
  return nmi << 31 | pend_sv << 28 | tick << 26 | irq << 22 | exceptions_.highest_pending() << 12 |
         active;
}

void SystemControl::write_interrupt_state(uint32_t value) {
  if (value >> 31 & 1) exceptions_.set_pending(kNmi);
  if (value >> 28 & 1) exceptions_.set_pending(kPendSv);
  if (value >> 27 & 1) exceptions_.clear_pending(kPendSv);
  if (value >> 26 & 1) exceptions_.set_pending(kSysTick);
  if (value >> 25 & 1) exceptions_.clear_pending(kSysTick);
}

uint32_t SystemControl::read_nvic(uint32_t offset) const {
  switch (offset) {
    case kSetEnable:
    case kClearEnable:
      return exceptions_.enabled();
    case kSetPending:
    case kClearPending:
      return exceptions_.pending_lines();
    default:
      return offset >= kPriorities ? priorities(kFirstIrq + offset - kPriorities) : 0;
  }
}

void SystemControl::write_nvic(uint32_t offset, uint32_t value) {
  switch (offset) {
    case kSetEnable:
      return exceptions_.enable(value);
    case kClearEnable:
      return exceptions_.disable(value);
    case kSetPending:
      return exceptions_.set_pending_lines(value);
    case kClearPending:
      return exceptions_.clear_pending_lines(value);
    default:
      if (offset >= kPriorities)
        set_priorities(kFirstIrq + offset - kPriorities, value, 0xc0c0c0c0);
  }
}

/// Of four exceptions, an octet each; only the upper two bits are implemented.
uint32_t SystemControl::priorities(unsigned first) const {
  uint32_t word = 0;
  for (unsigned i = 0; i < 4; ++i) word |= exceptions_.priority(first + i) << (8 * i + 6);
  return word;
}

void SystemControl::set_priorities(unsigned first, uint32_t value, uint32_t implemented) {
  for (unsigned i = 0; i < 4; ++i) {
    exceptions_.set_priority(first + i, (value & implemented) >> (8 * i + 6) & 3);
  }
}

}  // namespace tinsim
