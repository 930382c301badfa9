// SPDX-License-Identifier: Apache-2.0
// Registers of an ARMv6-M core (ARM DDI 0419, B1.4).
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "tlm/tin/ecp/thumb_alu.h"

namespace tinsim {

constexpr unsigned kSpRegister = 13, kLrRegister = 14, kPcRegister = 15;

struct Armv6mRegisters {
  static constexpr uint32_t kThumbState = 1u << 24;

  /// R0 to R12, the SP in use, LR.
  std::array<uint32_t, 15> r{};
  uint32_t pc = 0;  ///< address of the next instruction
  ThumbFlags flags;
  uint32_t exception = 0;          ///< IPSR; 0: thread mode
  uint32_t other_sp = 0;           ///< the stack pointer not in use
  bool uses_psp = false;           ///< … which is then MSP
  bool thread_uses_psp = false;    ///< CONTROL.SPSEL
  bool thread_is_limited = false;  ///< CONTROL.nPRIV
  bool primask = false;
  bool thumb = true;  ///< EPSR.T

  bool is_privileged() const { return exception != 0 || !thread_is_limited; }
  uint32_t control() const { return uint32_t{thread_uses_psp} << 1 | uint32_t{thread_is_limited}; }
  uint32_t xpsr() const { return flags.apsr() | (thumb ? kThumbState : 0) | exception; }

  uint32_t msp() const { return uses_psp ? other_sp : r[kSpRegister]; }
  uint32_t psp() const { return uses_psp ? r[kSpRegister] : other_sp; }
  void set_msp(uint32_t value) { (uses_psp ? other_sp : r[kSpRegister]) = value & ~3u; }
  void set_psp(uint32_t value) { (uses_psp ? r[kSpRegister] : other_sp) = value & ~3u; }
  /// After a change of mode or of SPSEL.
  void select_stack() {
    const bool psp = exception == 0 && thread_uses_psp;
    if (psp == uses_psp) return;
    uses_psp = psp;
    std::swap(other_sp, r[kSpRegister]);
  }
};

}  // namespace tinsim
