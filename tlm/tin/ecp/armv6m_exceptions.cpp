// SPDX-License-Identifier: Apache-2.0
// Entry to exceptions and return from them (ARM DDI 0419, B1.5.6 to B1.5.8).
#include "tlm/tin/ecp/armv6m_core.h"

namespace tinsim {
namespace {

constexpr uint32_t kToHandler = 0xfffffff1, kToThreadMain = 0xfffffff9,
                   kToThreadProcess = 0xfffffffd;
constexpr uint32_t kFrameBytes = 32;
constexpr uint32_t kAlignedFrame = 1u << 9;  ///< in the stacked xPSR: four octets of padding

}  // namespace

void Armv6mCore::handle(Stop stop) {
  switch (stop) {
    case Stop::kNone:
      return;
    case Stop::kFault:
      return fault();
    case Stop::kSvc:
      return supervisor_call();
    case Stop::kReturn:
      return return_from_exception();
    case Stop::kWfi:
      return begin_sleep(Sleep::kWfi);
    case Stop::kWfe:
      return begin_sleep(Sleep::kWfe);
  }
}

void Armv6mCore::begin_sleep(Sleep sleep) {
  if (sleep == Sleep::kWfe && event_) {
    event_ = false;
    return;
  }
  sleep_ = sleep;
  ++sleeps_begun_;
}

/// HardFault, taken at once; within HardFault or NMI the core locks up.
void Armv6mCore::fault() {
  fault_address_ = registers_.pc;
  ++hard_faults_;
  if (system_.exceptions().execution_priority(registers_.primask) < 0) {
    locked_up_ = true;
    return;
  }
  enter(kHardFault);
}

/// An SVC that cannot be taken at once is a HardFault, whose return address is that of the SVC.
void Armv6mCore::supervisor_call() {
  Exceptions& exceptions = system_.exceptions();
  const int priority = exceptions.execution_priority(registers_.primask);
  if (static_cast<int>(exceptions.priority(kSvCall)) >= priority) {
    registers_.pc -= 2;
    return fault();
  }
  exceptions.set_pending(kSvCall);  // taken before the next instruction
}

void Armv6mCore::enter(unsigned number) {
  cycle_ += timing_.exception_cycles;
  const uint32_t link = registers_.exception != 0 ? kToHandler
                        : registers_.uses_psp     ? kToThreadProcess
                                                  : kToThreadMain;
  if (push_frame()) return take(number, link);
  fault_address_ = registers_.pc;
  ++hard_faults_;
  const bool may_fault = system_.exceptions().execution_priority(registers_.primask) >= 0;
  if (!may_fault || number == kHardFault || number == kNmi) {
    locked_up_ = true;
    return;
  }
  take(kHardFault, link);
}

void Armv6mCore::take(unsigned number, uint32_t link) {
  ++exceptions_taken_;
  registers_.exception = number;
  registers_.r[kLrRegister] = link;
  registers_.select_stack();
  system_.exceptions().activate(number);
  event_ = true;
  branch_to_vector(number);
}

/// False: the stack is outside the SRAM.
bool Armv6mCore::push_frame() {
  auto& r = registers_.r;
  const uint32_t padding = r[kSpRegister] & 4;
  const uint32_t frame = (r[kSpRegister] - kFrameBytes) & ~7u;
  r[kSpRegister] = frame;
  if (frame >= ECP_SRAM_BYTES || frame + kFrameBytes > ECP_SRAM_BYTES) return false;
  const uint32_t xpsr = registers_.xpsr() | (padding != 0 ? kAlignedFrame : 0);
  const uint32_t words[] = {r[0], r[1], r[2], r[3], r[12], r[14], registers_.pc, xpsr};
  uint32_t address = frame;
  for (uint32_t word : words) {
    if (!sram_.store(address, word)) sram_.store_first(address, word);
    address += 4;
  }
  return true;
}

void Armv6mCore::branch_to_vector(unsigned number) {
  const uint32_t address = system_.vector_table() + 4 * number;
  if (!EcpSram::holds<uint32_t>(address)) {
    registers_.pc = address;
    return fault();
  }
  const auto vector = sram_.load<uint32_t>(address);
  registers_.pc = vector & ~1u;
  registers_.thumb = (vector & 1) != 0;
}

/// EXC_RETURN is in PC. One that does not fit the active exceptions is a HardFault, taken without
/// another frame.
void Armv6mCore::return_from_exception() {
  Exceptions& exceptions = system_.exceptions();
  const uint32_t value = registers_.pc;
  const unsigned number = registers_.exception;
  cycle_ += timing_.exception_cycles;
  const bool to_thread = value == kToThreadMain || value == kToThreadProcess;
  const bool fits = (to_thread || value == kToHandler) && exceptions.is_active(number) &&
                    to_thread == exceptions.is_only_active(number);
  exceptions.deactivate(number);
  if (!fits) return fault_of_return(value);
  const bool psp = value == kToThreadProcess;
  if (!pop_frame(psp ? registers_.psp() : registers_.msp(), psp)) return fault_of_return(value);
  if (to_thread != (registers_.exception == 0)) return fault();
  event_ = true;
  if (to_thread && system_.sleeps_on_exit()) begin_sleep(Sleep::kWfi);
}

void Armv6mCore::fault_of_return(uint32_t value) {
  fault_address_ = value;
  ++hard_faults_;
  if (system_.exceptions().execution_priority(registers_.primask) < 0) {
    locked_up_ = true;
    return;
  }
  take(kHardFault, value);
}

/// False: the frame at `sp` is outside the SRAM.
bool Armv6mCore::pop_frame(uint32_t sp, bool to_psp) {
  if (sp >= ECP_SRAM_BYTES || sp + kFrameBytes > ECP_SRAM_BYTES) return false;
  auto& r = registers_.r;
  const auto word = [&](unsigned i) { return sram_.load<uint32_t>(sp + 4 * i); };
  const uint32_t xpsr = word(7);
  const uint32_t end = (sp + kFrameBytes) | ((xpsr & kAlignedFrame) != 0 ? 4u : 0u);
  for (unsigned i = 0; i < 4; ++i) r[i] = word(i);
  r[12] = word(4);
  r[kLrRegister] = word(5);
  registers_.pc = word(6) & ~1u;
  registers_.flags.set_apsr(xpsr);
  registers_.thumb = (xpsr & Armv6mRegisters::kThumbState) != 0;
  to_psp ? registers_.set_psp(end) : registers_.set_msp(end);
  registers_.exception = xpsr & 0x3f;
  if (registers_.exception == 0) registers_.thread_uses_psp = to_psp;
  registers_.select_stack();
  return true;
}

}  // namespace tinsim
