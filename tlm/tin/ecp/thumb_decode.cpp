// SPDX-License-Identifier: Apache-2.0
// Decoder of ARMv6-M, in the order of ARM DDI 0419, A5.2 and A5.3.
#include <array>

#include "tlm/tin/ecp/thumb_instruction.h"

namespace tinsim {
namespace {

using Op = ThumbOp;

constexpr uint8_t kSp = 13, kLr = 14, kPc = 15;

/// Where an instruction is, and where its near branches may lead.
struct Site {
  uint32_t address;
  uint32_t near_begin;
  uint32_t near_end;

  uint32_t pc() const { return address + 4; }  ///< the value that PC reads as
  uint32_t aligned_pc() const { return pc() & ~3u; }
};

constexpr uint8_t bits(unsigned word, unsigned low, unsigned count) {
  return static_cast<uint8_t>(word >> low & ((1u << count) - 1));
}

constexpr int32_t sign_extended(uint32_t value, unsigned width) {
  const uint32_t sign = 1u << (width - 1);
  return static_cast<int32_t>((value ^ sign) - sign);
}

ThumbInstruction make(Op op, unsigned d, unsigned n, unsigned m, uint32_t imm) {
  return {op, static_cast<uint8_t>(d), static_cast<uint8_t>(n), static_cast<uint8_t>(m),
          static_cast<int32_t>(imm)};
}

ThumbInstruction undefined(uint32_t encoding) { return make(Op::kUndefined, 0, 0, 0, encoding); }

/// Shift by immediate, add, subtract, move, compare.
ThumbInstruction decode_basic(uint16_t w) {
  const unsigned d = bits(w, 0, 3), n = bits(w, 3, 3), m = bits(w, 6, 3), imm5 = bits(w, 6, 5);
  const unsigned wide = bits(w, 8, 3), imm8 = w & 0xff;
  switch (w >> 11) {
    case 0:
      return imm5 == 0 ? make(Op::kMovsReg, d, 0, n, 0) : make(Op::kLslImm, d, 0, n, imm5);
    case 1:
      return make(Op::kLsrImm, d, 0, n, imm5 == 0 ? 32 : imm5);
    case 2:
      return make(Op::kAsrImm, d, 0, n, imm5 == 0 ? 32 : imm5);
    case 3: {
      constexpr std::array<Op, 4> kOps = {Op::kAddsReg, Op::kSubsReg, Op::kAddsImm, Op::kSubsImm};
      return make(kOps[bits(w, 9, 2)], d, n, m, m);
    }
    case 4:
      return make(Op::kMovsImm, wide, 0, 0, imm8);
    case 5:
      return make(Op::kCmpImm, 0, wide, 0, imm8);
    case 6:
      return make(Op::kAddsImm, wide, wide, 0, imm8);
    default:
      return make(Op::kSubsImm, wide, wide, 0, imm8);
  }
}

ThumbInstruction decode_data_processing(uint16_t w) {
  constexpr std::array<Op, 16> kOps = {Op::kAnds,   Op::kEors, Op::kLslReg, Op::kLsrReg,
                                       Op::kAsrReg, Op::kAdcs, Op::kSbcs,   Op::kRorReg,
                                       Op::kTst,    Op::kRsbs, Op::kCmpReg, Op::kCmn,
                                       Op::kOrrs,   Op::kMuls, Op::kBics,   Op::kMvns};
  const unsigned dn = bits(w, 0, 3), m = bits(w, 3, 3);
  return make(kOps[bits(w, 6, 4)], dn, dn, m, 0);
}

ThumbInstruction decode_add_high(unsigned d, unsigned m, const Site& site) {
  if (d == kPc && m == kPc) return make(Op::kBFar, 0, 0, 0, (site.pc() + site.pc()) & ~1u);
  if (d == kPc) return make(Op::kAddPc, 0, 0, m, site.pc());
  if (d == kSp && m == kPc) return make(Op::kAddImm, kSp, kSp, 0, site.pc() & ~3u);
  if (m == kPc) return make(Op::kAddImm, d, d, 0, site.pc());
  return make(d == kSp ? Op::kAddToSp : Op::kAddHigh, d, 0, m, 0);
}

ThumbInstruction decode_move_high(unsigned d, unsigned m, const Site& site) {
  if (d == kPc && m == kPc) return make(Op::kBFar, 0, 0, 0, site.pc());
  if (d == kPc) return make(Op::kMovPc, 0, 0, m, 0);
  if (m == kPc) return make(Op::kMovConst, d, 0, 0, d == kSp ? site.pc() & ~3u : site.pc());
  return make(d == kSp ? Op::kToSp : Op::kMovHigh, d, 0, m, 0);
}

/// High registers, and branch to a register. Comparing with PC is UNPREDICTABLE.
ThumbInstruction decode_special(uint16_t w, const Site& site) {
  const unsigned d = bits(w, 0, 3) | bits(w, 7, 1) << 3, m = bits(w, 3, 4);
  switch (bits(w, 8, 2)) {
    case 0:
      return decode_add_high(d, m, site);
    case 1:
      return d == kPc || m == kPc ? undefined(w) : make(Op::kCmpReg, 0, d, m, 0);
    case 2:
      return decode_move_high(d, m, site);
    default:
      if (m == kPc || bits(w, 0, 3) != 0) return undefined(w);
      return make(bits(w, 7, 1) != 0 ? Op::kBlx : Op::kBx, 0, 0, m, 0);
  }
}

ThumbInstruction decode_0x4(uint16_t w, const Site& site) {
  if (bits(w, 11, 1) != 0) {
    return make(Op::kLdrLiteral, bits(w, 8, 3), 0, 0, site.aligned_pc() + (w & 0xffu) * 4);
  }
  return bits(w, 10, 1) != 0 ? decode_special(w, site) : decode_data_processing(w);
}

ThumbInstruction decode_load_store(uint16_t w) {
  const unsigned d = bits(w, 0, 3), n = bits(w, 3, 3), m = bits(w, 6, 3), imm5 = bits(w, 6, 5);
  switch (w >> 12) {
    case 5: {
      constexpr std::array<Op, 8> kOps = {Op::kStrReg, Op::kStrhReg, Op::kStrbReg, Op::kLdrsbReg,
                                          Op::kLdrReg, Op::kLdrhReg, Op::kLdrbReg, Op::kLdrshReg};
      return make(kOps[bits(w, 9, 3)], d, n, m, 0);
    }
    case 6:
      return make(bits(w, 11, 1) != 0 ? Op::kLdrImm : Op::kStrImm, d, n, 0, imm5 * 4);
    case 7:
      return make(bits(w, 11, 1) != 0 ? Op::kLdrbImm : Op::kStrbImm, d, n, 0, imm5);
    case 8:
      return make(bits(w, 11, 1) != 0 ? Op::kLdrhImm : Op::kStrhImm, d, n, 0, imm5 * 2);
    default:  // 9: by SP
      return make(bits(w, 11, 1) != 0 ? Op::kLdrImm : Op::kStrImm, bits(w, 8, 3), kSp, 0,
                  (w & 0xffu) * 4);
  }
}

ThumbInstruction decode_hint(uint16_t w) {
  if ((w & 0xf) != 0) return undefined(w);  // IT of ARMv7-M
  switch (bits(w, 4, 4)) {
    case 2:
      return make(Op::kWfe, 0, 0, 0, 0);
    case 3:
      return make(Op::kWfi, 0, 0, 0, 0);
    case 4:
      return make(Op::kSev, 0, 0, 0, 0);
    default:  // NOP, YIELD, hints that are not allocated
      return make(Op::kNop, 0, 0, 0, 0);
  }
}

/// Miscellaneous 16-bit instructions, A5.2.5.
ThumbInstruction decode_miscellaneous(uint16_t w) {
  const unsigned d = bits(w, 0, 3), m = bits(w, 3, 3), list = w & 0xffu;
  switch (bits(w, 8, 4)) {
    case 0x0: {
      const uint32_t imm = (w & 0x7fu) * 4;
      return make(Op::kAddImm, kSp, kSp, 0, bits(w, 7, 1) != 0 ? 0 - imm : imm);
    }
    case 0x2: {
      constexpr std::array<Op, 4> kOps = {Op::kSxth, Op::kSxtb, Op::kUxth, Op::kUxtb};
      return make(kOps[bits(w, 6, 2)], d, 0, m, 0);
    }
    case 0x4:
    case 0x5: {
      const unsigned all = list | (bits(w, 8, 1) != 0 ? 1u << kLr : 0);
      return all == 0 ? undefined(w) : make(Op::kPush, 0, kSp, 0, all);
    }
    case 0x6:
      if ((w & 0xffef) != 0xb662) return undefined(w);
      return make(Op::kCps, 0, 0, 0, bits(w, 4, 1));
    case 0xa: {
      constexpr std::array<Op, 4> kOps = {Op::kRev, Op::kRev16, Op::kUndefined, Op::kRevsh};
      if (bits(w, 6, 2) == 2) return undefined(w);
      return make(kOps[bits(w, 6, 2)], d, 0, m, 0);
    }
    case 0xc:
    case 0xd: {
      const unsigned all = list | (bits(w, 8, 1) != 0 ? 1u << kPc : 0);
      return all == 0 ? undefined(w) : make(Op::kPop, 0, kSp, 0, all);
    }
    case 0xe:
      return make(Op::kBkpt, 0, 0, 0, list);
    case 0xf:
      return decode_hint(w);
    default:
      return undefined(w);
  }
}

ThumbInstruction decode_multiple(uint16_t w) {
  if ((w & 0xff) == 0) return undefined(w);
  return make(bits(w, 11, 1) != 0 ? Op::kLdmia : Op::kStmia, 0, bits(w, 8, 3), 0, w & 0xffu);
}

ThumbInstruction decode_branch(unsigned condition, uint32_t offset, const Site& site) {
  const uint32_t target = site.pc() + offset;
  const bool is_near = target >= site.near_begin && target < site.near_end;
  const bool always = condition >= kThumbConditions;
  if (!is_near) return make(always ? Op::kBFar : Op::kBcondFar, condition, 0, 0, target);
  const auto halves = (static_cast<int32_t>(offset) + 2) / 2;
  const unsigned op = static_cast<unsigned>(Op::kBeq) + (always ? kThumbConditions : condition);
  return make(static_cast<Op>(op), 0, 0, 0, static_cast<uint32_t>(halves));
}

ThumbInstruction decode_0xd(uint16_t w, const Site& site) {
  const unsigned condition = bits(w, 8, 4);
  if (condition == 14) return undefined(w);  // UDF
  if (condition == 15) return make(Op::kSvc, 0, 0, 0, w & 0xffu);
  return decode_branch(condition, static_cast<uint32_t>(sign_extended(w & 0xffu, 8) * 2), site);
}

/// BL, A6.7.13: imm32 = sign_extend(S:I1:I2:imm10:imm11:0).
ThumbInstruction decode_bl(uint16_t first, uint16_t second, const Site& site) {
  const uint32_t s = bits(first, 10, 1);
  const uint32_t i1 = (bits(second, 13, 1) ^ s) ^ 1u, i2 = (bits(second, 11, 1) ^ s) ^ 1u;
  const uint32_t offset =
      s << 24 | i1 << 23 | i2 << 22 | (first & 0x3ffu) << 12 | (second & 0x7ffu) << 1;
  const auto extended = static_cast<uint32_t>(sign_extended(offset, 25));
  return make(Op::kBl, 0, 0, 0, site.pc() + extended);
}

/// A5.3: BL, MSR, MRS and barriers; all else is undefined.
ThumbInstruction decode_32_bit(uint16_t first, uint16_t second, const Site& site) {
  const uint32_t both = uint32_t{first} << 16 | second;
  if ((first & 0xf800) == 0xf000 && (second & 0xd000) == 0xd000) {
    return decode_bl(first, second, site);
  }
  if ((first & 0xfff0) == 0xf380 && (second & 0xff00) == 0x8800) {
    const unsigned n = first & 0xf;
    return n >= kSp ? undefined(both) : make(Op::kMsr, 0, n, 0, second & 0xffu);
  }
  if (first == 0xf3ef && (second & 0xf000) == 0x8000) {
    const unsigned d = bits(second, 8, 4);
    return d >= kSp && d != kLr ? undefined(both) : make(Op::kMrs, d, 0, 0, second & 0xffu);
  }
  const unsigned barrier = bits(second, 4, 4);
  if (first == 0xf3bf && (second & 0xff00) == 0x8f00 && barrier >= 4 && barrier <= 6) {
    return make(Op::kBarrier, 0, 0, 0, 0);
  }
  return undefined(both);
}

}  // namespace

ThumbInstruction decode_thumb(uint16_t first, uint16_t second, uint32_t address,
                              uint32_t near_begin, uint32_t near_end) {
  const Site site{address, near_begin, near_end};
  if (is_32_bit_thumb(first)) return decode_32_bit(first, second, site);
  switch (first >> 12) {
    case 0x0:
    case 0x1:
    case 0x2:
    case 0x3:
      return decode_basic(first);
    case 0x4:
      return decode_0x4(first, site);
    case 0xa: {
      const unsigned d = bits(first, 8, 3);
      const uint32_t imm = (first & 0xffu) * 4;
      return bits(first, 11, 1) != 0 ? make(Op::kAddImm, d, kSp, 0, imm)
                                     : make(Op::kMovConst, d, 0, 0, site.aligned_pc() + imm);
    }
    case 0xb:
      return decode_miscellaneous(first);
    case 0xc:
      return decode_multiple(first);
    case 0xd:
      return decode_0xd(first, site);
    case 0xe:  // below 0xe800
      return decode_branch(kThumbConditions,
                           static_cast<uint32_t>(sign_extended(first & 0x7ffu, 11) * 2), site);
    default:
      return decode_load_store(first);
  }
}

}  // namespace tinsim
