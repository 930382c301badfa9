// SPDX-License-Identifier: Apache-2.0
// Execution of instructions (ARM DDI 0419, A6.7). Registers and memory are accessed as each
// operation is defined there; what cannot be done in the loop ends it.
#include "tlm/tin/ecp/armv6m_core.h"
#include "tlm/tin/ecp/armv6m_inline.h"

namespace tinsim {
namespace {

constexpr uint32_t kExceptionReturn = 0xf;

uint32_t unsigned_imm(const ThumbInstruction& i) { return static_cast<uint32_t>(i.imm); }

}  // namespace

/// Executes up to `most` instructions and returns their number. stop_ says how the last one ended.
uint64_t Armv6mCore::execute(uint64_t most) {
  auto& r = registers_.r;
  ThumbFlags flags = registers_.flags;
  uint64_t left = most;
  uint32_t page_address = 0;
  uint32_t target = registers_.pc;  // of a branch
  const ThumbInstruction* page = nullptr;
  const ThumbInstruction* next = nullptr;
  bool ends = false;  // after a POP from outside the SRAM
  ThumbInstruction i;
  const auto pc = [&] { return page_address + 2 * static_cast<uint32_t>(next - page); };

  if (!registers_.thumb) goto fetch_fault;
branch:
  if (target >= ECP_SRAM_BYTES) goto fetch_fault;
  page_address = target & ~(kEcpPageBytes - 1);
  page = sram_.code(target / kEcpPageBytes);
  next = page + (target - page_address) / 2;
  while (left != 0) {
    i = *next++;
    --left;
  dispatch:
    switch (i.op) {
      case ThumbOp::kDecode:
        --next;
        ++left;
        sram_.decode(page_address / kEcpPageBytes, static_cast<uint32_t>(next - page));
        break;
      case ThumbOp::kPageEnd:
        ++left;
        target = page_address + kEcpPageBytes;
        goto branch;
      case ThumbOp::kCrossing:
        i = crossing(pc() - 2);
        goto dispatch;
      case ThumbOp::kUndefined:
      case ThumbOp::kBkpt:
        goto fault;
      case ThumbOp::kLslImm:
        r[i.d] = shift_left(flags, r[i.m], static_cast<unsigned>(i.imm));
        break;
      case ThumbOp::kLsrImm:
        r[i.d] = shift_right(flags, r[i.m], static_cast<unsigned>(i.imm));
        break;
      case ThumbOp::kAsrImm:
        r[i.d] = shift_right_signed(flags, r[i.m], static_cast<unsigned>(i.imm));
        break;
      case ThumbOp::kMovsReg:
        flags.set_nz(r[i.d] = r[i.m]);
        break;
      case ThumbOp::kMovsImm:
        flags.set_nz(r[i.d] = unsigned_imm(i));
        break;
      case ThumbOp::kAddsReg:
        r[i.d] = add_with_carry(flags, r[i.n], r[i.m], 0);
        break;
      case ThumbOp::kSubsReg:
        r[i.d] = subtract(flags, r[i.n], r[i.m]);
        break;
      case ThumbOp::kAddsImm:
        r[i.d] = add_with_carry(flags, r[i.n], unsigned_imm(i), 0);
        break;
      case ThumbOp::kSubsImm:
        r[i.d] = subtract(flags, r[i.n], unsigned_imm(i));
        break;
      case ThumbOp::kCmpImm:
        subtract(flags, r[i.n], unsigned_imm(i));
        break;
      case ThumbOp::kAnds:
        flags.set_nz(r[i.d] &= r[i.m]);
        break;
      case ThumbOp::kEors:
        flags.set_nz(r[i.d] ^= r[i.m]);
        break;
      case ThumbOp::kLslReg:
        r[i.d] = shift_left(flags, r[i.d], r[i.m] & 0xff);
        break;
      case ThumbOp::kLsrReg:
        r[i.d] = shift_right(flags, r[i.d], r[i.m] & 0xff);
        break;
      case ThumbOp::kAsrReg:
        r[i.d] = shift_right_signed(flags, r[i.d], r[i.m] & 0xff);
        break;
      case ThumbOp::kAdcs:
        r[i.d] = add_with_carry(flags, r[i.d], r[i.m], flags.c);
        break;
      case ThumbOp::kSbcs:
        r[i.d] = add_with_carry(flags, r[i.d], ~r[i.m], flags.c);
        break;
      case ThumbOp::kRorReg:
        r[i.d] = rotate_right(flags, r[i.d], r[i.m] & 0xff);
        break;
      case ThumbOp::kTst:
        flags.set_nz(r[i.n] & r[i.m]);
        break;
      case ThumbOp::kRsbs:
        r[i.d] = subtract(flags, 0, r[i.m]);
        break;
      case ThumbOp::kCmpReg:
        subtract(flags, r[i.n], r[i.m]);
        break;
      case ThumbOp::kCmn:
        add_with_carry(flags, r[i.n], r[i.m], 0);
        break;
      case ThumbOp::kOrrs:
        flags.set_nz(r[i.d] |= r[i.m]);
        break;
      case ThumbOp::kMuls:
        flags.set_nz(r[i.d] *= r[i.m]);
        break;
      case ThumbOp::kBics:
        flags.set_nz(r[i.d] &= ~r[i.m]);
        break;
      case ThumbOp::kMvns:
        flags.set_nz(r[i.d] = ~r[i.m]);
        break;
      case ThumbOp::kAddHigh:
        r[i.d] += r[i.m];
        break;
      case ThumbOp::kAddImm:
        r[i.d] = r[i.n] + unsigned_imm(i);
        break;
      case ThumbOp::kMovHigh:
        r[i.d] = r[i.m];
        break;
      case ThumbOp::kMovConst:
        r[i.d] = unsigned_imm(i);
        break;
      case ThumbOp::kToSp:
        r[kSpRegister] = r[i.m] & ~3u;
        break;
      case ThumbOp::kAddToSp:
        r[kSpRegister] = (r[kSpRegister] + r[i.m]) & ~3u;
        break;
      case ThumbOp::kSxth:
        r[i.d] = static_cast<uint32_t>(static_cast<int16_t>(r[i.m]));
        break;
      case ThumbOp::kSxtb:
        r[i.d] = static_cast<uint32_t>(static_cast<int8_t>(r[i.m]));
        break;
      case ThumbOp::kUxth:
        r[i.d] = r[i.m] & 0xffff;
        break;
      case ThumbOp::kUxtb:
        r[i.d] = r[i.m] & 0xff;
        break;
      case ThumbOp::kRev:
        r[i.d] = reverse_octets(r[i.m]);
        break;
      case ThumbOp::kRev16:
        r[i.d] = reverse_octets_of_halves(r[i.m]);
        break;
      case ThumbOp::kRevsh:
        r[i.d] = static_cast<uint32_t>(static_cast<int16_t>(reverse_octets_of_halves(r[i.m])));
        break;
      case ThumbOp::kLdrLiteral:
        if (!load<uint32_t>(unsigned_imm(i), most - left, r[i.d])) goto ended;
        break;
      case ThumbOp::kStrReg:
        if (!store<uint32_t>(r[i.n] + r[i.m], most - left, r[i.d])) goto ended;
        break;
      case ThumbOp::kStrhReg:
        if (!store<uint16_t>(r[i.n] + r[i.m], most - left, r[i.d])) goto ended;
        break;
      case ThumbOp::kStrbReg:
        if (!store<uint8_t>(r[i.n] + r[i.m], most - left, r[i.d])) goto ended;
        break;
      case ThumbOp::kLdrsbReg:
        if (!load<int8_t>(r[i.n] + r[i.m], most - left, r[i.d])) goto ended;
        break;
      case ThumbOp::kLdrReg:
        if (!load<uint32_t>(r[i.n] + r[i.m], most - left, r[i.d])) goto ended;
        break;
      case ThumbOp::kLdrhReg:
        if (!load<uint16_t>(r[i.n] + r[i.m], most - left, r[i.d])) goto ended;
        break;
      case ThumbOp::kLdrbReg:
        if (!load<uint8_t>(r[i.n] + r[i.m], most - left, r[i.d])) goto ended;
        break;
      case ThumbOp::kLdrshReg:
        if (!load<int16_t>(r[i.n] + r[i.m], most - left, r[i.d])) goto ended;
        break;
      case ThumbOp::kStrImm:
        if (!store<uint32_t>(r[i.n] + unsigned_imm(i), most - left, r[i.d])) goto ended;
        break;
      case ThumbOp::kLdrImm:
        if (!load<uint32_t>(r[i.n] + unsigned_imm(i), most - left, r[i.d])) goto ended;
        break;
      case ThumbOp::kStrbImm:
        if (!store<uint8_t>(r[i.n] + unsigned_imm(i), most - left, r[i.d])) goto ended;
        break;
      case ThumbOp::kLdrbImm:
        if (!load<uint8_t>(r[i.n] + unsigned_imm(i), most - left, r[i.d])) goto ended;
        break;
      case ThumbOp::kStrhImm:
        if (!store<uint16_t>(r[i.n] + unsigned_imm(i), most - left, r[i.d])) goto ended;
        break;
      case ThumbOp::kLdrhImm:
        if (!load<uint16_t>(r[i.n] + unsigned_imm(i), most - left, r[i.d])) goto ended;
        break;
      case ThumbOp::kPush:
        if (!push(i, most - left)) goto ended;
        break;
      case ThumbOp::kPop: {
        const bool with_pc = (i.imm >> kPcRegister) != 0;
        ends = !pop(i, most - left, target);
        if (ends && (stop_ == Stop::kFault || !with_pc)) goto ended;
        if (with_pc) goto exchange;
        break;
      }
      case ThumbOp::kStmia:
        if (!store_multiple(i, most - left)) goto ended;
        break;
      case ThumbOp::kLdmia:
        if (!load_multiple(i, most - left)) goto ended;
        break;
      case ThumbOp::kBeq:
        if (flags.holds(0)) next += i.imm;
        break;
      case ThumbOp::kBne:
        if (flags.holds(1)) next += i.imm;
        break;
      case ThumbOp::kBcs:
        if (flags.holds(2)) next += i.imm;
        break;
      case ThumbOp::kBcc:
        if (flags.holds(3)) next += i.imm;
        break;
      case ThumbOp::kBmi:
        if (flags.holds(4)) next += i.imm;
        break;
      case ThumbOp::kBpl:
        if (flags.holds(5)) next += i.imm;
        break;
      case ThumbOp::kBvs:
        if (flags.holds(6)) next += i.imm;
        break;
      case ThumbOp::kBvc:
        if (flags.holds(7)) next += i.imm;
        break;
      case ThumbOp::kBhi:
        if (flags.holds(8)) next += i.imm;
        break;
      case ThumbOp::kBls:
        if (flags.holds(9)) next += i.imm;
        break;
      case ThumbOp::kBge:
        if (flags.holds(10)) next += i.imm;
        break;
      case ThumbOp::kBlt:
        if (flags.holds(11)) next += i.imm;
        break;
      case ThumbOp::kBgt:
        if (flags.holds(12)) next += i.imm;
        break;
      case ThumbOp::kBle:
        if (flags.holds(13)) next += i.imm;
        break;
      case ThumbOp::kB:
        next += i.imm;
        break;
      case ThumbOp::kBcondFar:
        if (!flags.holds(i.d)) break;
        target = unsigned_imm(i);
        goto branch;
      case ThumbOp::kBFar:
        target = unsigned_imm(i);
        goto branch;
      case ThumbOp::kBl:
        r[kLrRegister] = (pc() + 2) | 1;
        target = unsigned_imm(i);
        goto branch;
      case ThumbOp::kBx:
        target = r[i.m];
        goto exchange;
      case ThumbOp::kBlx:
        target = r[i.m];
        r[kLrRegister] = pc() | 1;
        if ((target & 1) == 0) goto no_thumb;
        target &= ~1u;
        goto branch;
      case ThumbOp::kMovPc:
        target = r[i.m] & ~1u;
        goto branch;
      case ThumbOp::kAddPc:
        target = (r[i.m] + unsigned_imm(i)) & ~1u;
        goto branch;
      case ThumbOp::kNop:
        break;
      case ThumbOp::kBarrier:
        ++next;
        goto leave;
      case ThumbOp::kWfi:
        stop_ = Stop::kWfi;
        goto leave;
      case ThumbOp::kWfe:
        stop_ = Stop::kWfe;
        goto leave;
      case ThumbOp::kSev:
        event_ = true;
        break;
      case ThumbOp::kCps:
        if (registers_.is_privileged()) registers_.primask = i.imm != 0;
        goto leave;
      case ThumbOp::kSvc:
        stop_ = Stop::kSvc;
        goto leave;
      case ThumbOp::kMrs:
        ++next;
        r[i.d] = read_special(unsigned_imm(i), flags);
        goto leave;
      case ThumbOp::kMsr:
        ++next;
        if (i.imm < 4) flags.set_apsr(r[i.n]);
        write_special(unsigned_imm(i), r[i.n]);
        goto leave;
    }
  }
  goto leave;

exchange:  // a branch to the value of `target`, which may be EXC_RETURN
  if (registers_.exception != 0 && target >> 28 == kExceptionReturn) {
    registers_.pc = target;
    stop_ = Stop::kReturn;
    goto done;
  }
  if ((target & 1) == 0) goto no_thumb;
  target &= ~1u;
  if (!ends) goto branch;
  registers_.pc = target;
  goto done;
no_thumb:  // the next fetch faults
  registers_.thumb = false;
  registers_.pc = target & ~1u;
  goto done;
fetch_fault:  // an instruction that cannot be fetched counts as one
  registers_.pc = target;
  if (left == 0) goto done;
  --left;
  stop_ = Stop::kFault;
  goto done;
ended:
  if (stop_ != Stop::kFault) goto leave;
fault:
  --next;
  stop_ = Stop::kFault;
leave:
  registers_.pc = pc();
done:
  registers_.flags = flags;
  return most - left;
}

/// A 32-bit instruction of two pages, at `address`.
ThumbInstruction Armv6mCore::crossing(uint32_t address) const {
  if (address + 2 >= ECP_SRAM_BYTES) return {ThumbOp::kUndefined, 0, 0, 0, 0};
  return decode_thumb(sram_.load<uint16_t>(address), sram_.load<uint16_t>(address + 2), address, 0,
                      0);
}

}  // namespace tinsim
