// SPDX-License-Identifier: Apache-2.0
// A decoded instruction of ARMv6-M.
#pragma once

#include <cstdint>

namespace tinsim {

/// Operations after decoding: one for each form that is executed differently. Source: ARMv6-M
/// Architecture Reference Manual (ARM DDI 0419), chapters A5 and A6.
enum class ThumbOp : uint8_t {
  // States of an entry of a decoded page.
  kDecode,     ///< not decoded yet, or written since
  kPageEnd,    ///< behind the last entry: execution continues in the next page
  kCrossing,   ///< first half of a 32-bit instruction whose second half is in the next page
  kUndefined,  ///< a permanently undefined or unallocated encoding
  // Shifts, moves, arithmetic on low registers with flags. d, n, m: registers; imm: immediate.
  kLslImm,
  kLsrImm,
  kAsrImm,
  kMovsReg,
  kMovsImm,
  kAddsReg,
  kSubsReg,
  kAddsImm,
  kSubsImm,
  kCmpImm,
  kAnds,
  kEors,
  kLslReg,
  kLsrReg,
  kAsrReg,
  kAdcs,
  kSbcs,
  kRorReg,
  kTst,
  kRsbs,
  kCmpReg,
  kCmn,
  kOrrs,
  kMuls,
  kBics,
  kMvns,
  // Without flags.
  kAddHigh,   ///< d += m; neither is PC
  kAddImm,    ///< d = n + imm; of SP, or with a known value of PC: n is d
  kMovHigh,   ///< d = m
  kMovConst,  ///< d = imm: ADR, MOV from PC
  kToSp,      ///< SP = m with bits 1:0 clear
  kAddToSp,   ///< SP += m, likewise
  kSxth,
  kSxtb,
  kUxth,
  kUxtb,
  kRev,
  kRev16,
  kRevsh,
  // Loads and stores.
  kLdrLiteral,  ///< d = [imm], an absolute address
  kStrReg,
  kStrhReg,
  kStrbReg,
  kLdrsbReg,
  kLdrReg,
  kLdrhReg,
  kLdrbReg,
  kLdrshReg,
  kStrImm,
  kLdrImm,
  kStrbImm,
  kLdrbImm,
  kStrhImm,
  kLdrhImm,
  kPush,   ///< imm: mask of registers, LR is bit 14
  kPop,    ///< imm: mask of registers, PC is bit 15
  kStmia,  ///< n, imm: mask of registers
  kLdmia,
  // Branches. Near: imm counts halfwords from the next entry, within the page; far: imm is the
  // target.
  kBeq,
  kBne,
  kBcs,
  kBcc,
  kBmi,
  kBpl,
  kBvs,
  kBvc,
  kBhi,
  kBls,
  kBge,
  kBlt,
  kBgt,
  kBle,
  kB,
  kBcondFar,  ///< d: condition
  kBFar,
  kBl,     ///< imm: target
  kBx,     ///< m
  kBlx,    ///< m
  kMovPc,  ///< PC = m
  kAddPc,  ///< PC = m + imm, where imm is the value that PC reads as
  // System.
  kNop,
  kBarrier,  ///< DSB, DMB, ISB: no effect here, 32 bits long
  kWfi,
  kWfe,
  kSev,
  kCps,  ///< imm: new PRIMASK
  kSvc,
  kBkpt,
  kMrs,  ///< d, imm: SYSm
  kMsr,  ///< n, imm: SYSm
};

struct ThumbInstruction {
  ThumbOp op = ThumbOp::kDecode;
  uint8_t d = 0;
  uint8_t n = 0;
  uint8_t m = 0;
  int32_t imm = 0;
};
static_assert(sizeof(ThumbInstruction) == 8);

/// Conditions of B, in the order of their encoding; kBeq + condition is the near branch.
constexpr unsigned kThumbConditions = 14;

constexpr bool is_32_bit_thumb(uint16_t first) { return first >= 0xe800; }

/// Decodes the instruction at `address`, whose halfwords are `first` and, of a 32-bit one,
/// `second`. `near_begin` and `near_end`: addresses that a near branch may lead to.
ThumbInstruction decode_thumb(uint16_t first, uint16_t second, uint32_t address,
                              uint32_t near_begin, uint32_t near_end);

}  // namespace tinsim
