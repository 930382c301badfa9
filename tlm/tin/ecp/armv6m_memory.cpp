// SPDX-License-Identifier: Apache-2.0
// Accesses outside the SRAM, and special registers (ARM DDI 0419, B3.1 and B4.2).
#include "tlm/tin/ecp/armv6m_core.h"

namespace tinsim {
namespace {

constexpr uint32_t kPpbBytes = 0x00100000;

bool is_ppb(uint32_t address) { return address - ECP_PPB_BASE < kPpbBytes; }

enum Special : unsigned {
  kIapsr = 1,
  kXpsr = 3,
  kIpsr = 5,
  kIepsr = 7,
  kMsp = 8,
  kPsp = 9,
  kPrimask = 16,
  kControl = 20,
};

}  // namespace

/// Always false: what follows may be interrupted by what the access has changed.
bool Armv6mCore::finish(const BusReply& reply) {
  stall_ += reply.stall;
  if (!reply.accepted) stop_ = Stop::kFault;
  return false;
}

bool Armv6mCore::load_outside(uint32_t address, unsigned bytes, uint64_t count, uint32_t& result) {
  if (address % bytes != 0 || address < ECP_SRAM_BYTES) return finish({});
  if (is_ppb(address)) {
    if (bytes != 4 || !registers_.is_privileged()) return finish({});
    system_.update(now(count), bus_.lines(now(count)));
    result = system_.read(address, registers_.exception, now(count));
    return finish({true, 0, 0});
  }
  const BusReply reply = bus_.read(address, bytes, now(count));
  result = reply.value;
  return finish(reply);
}

bool Armv6mCore::store_outside(uint32_t address, unsigned bytes, uint64_t count, uint32_t value) {
  if (address % bytes != 0 || address < ECP_SRAM_BYTES) return finish({});
  if (is_ppb(address)) {
    if (bytes != 4 || !registers_.is_privileged()) return finish({});
    system_.update(now(count), bus_.lines(now(count)));
    system_.write(address, value, now(count));
    return finish({true, 0, 0});
  }
  return finish(bus_.write(address, bytes, value, now(count)));
}

/// EPSR reads as zero; registers that do not exist, or are not for unprivileged code, likewise.
uint32_t Armv6mCore::read_special(unsigned number, const ThumbFlags& flags) const {
  if (number <= kIepsr && number != 4) {
    const uint32_t ipsr = (number & kIapsr) != 0 ? registers_.exception : 0;
    return (number <= kXpsr ? flags.apsr() : 0) | ipsr;
  }
  if (number == kControl) return registers_.control();
  if (!registers_.is_privileged()) return 0;
  switch (number) {
    case kMsp:
      return registers_.msp();
    case kPsp:
      return registers_.psp();
    case kPrimask:
      return registers_.primask ? 1 : 0;
    default:
      return 0;
  }
}

/// All but APSR, which the caller writes.
void Armv6mCore::write_special(unsigned number, uint32_t value) {
  if (!registers_.is_privileged()) return;
  switch (number) {
    case kMsp:
      return registers_.set_msp(value);
    case kPsp:
      return registers_.set_psp(value);
    case kPrimask:
      registers_.primask = (value & 1) != 0;
      return;
    case kControl:
      registers_.thread_is_limited = (value & 1) != 0;
      if (registers_.exception == 0) registers_.thread_uses_psp = (value & 2) != 0;
      return registers_.select_stack();
    default:
      return;
  }
}

}  // namespace tinsim
