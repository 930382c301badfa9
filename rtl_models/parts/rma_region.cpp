// SPDX-License-Identifier: Apache-2.0
// A registered region of memory: permission and address of the bytes of a request.
#include "rtl_models/parts/rma_region.h"

namespace tinsim {
namespace {

std::uint8_t needed_perm(RmaOp op) {
  switch (op) {
    case RmaOp::Read:
      return kPermRead;
    case RmaOp::Write:
      return kPermWrite;
    case RmaOp::Rekey:
      return kPermRekey;
    case RmaOp::Faa:
    case RmaOp::Cas:
      break;
  }
  return kPermAtomic;
}

}  // namespace

RmaRefusal judge_region(const RmaRegion* region, unsigned op, std::uint64_t offset, unsigned size) {
  if (op >= kRmaOps) return RmaRefusal::UnknownOp;
  if (!region || !region->live) return RmaRefusal::NoRegion;
  const auto known = static_cast<RmaOp>(op);
  if ((region->perms & needed_perm(known)) == 0) return RmaRefusal::Permission;
  if (known == RmaOp::Rekey) return RmaRefusal::Granted;
  if (known == RmaOp::Faa || known == RmaOp::Cas) {
    if (size != kRmaAtomicBytes) return RmaRefusal::Size;
    if ((region->base + offset) % kRmaAtomicBytes != 0) return RmaRefusal::Alignment;
  } else if (size == 0 || size > kRmaMaxBytes) {
    return RmaRefusal::Size;
  }
  // Offsets have 48 bits and sizes 16: the sum stays far below 2^64.
  return offset + size > region->length ? RmaRefusal::Bounds : RmaRefusal::Granted;
}

}  // namespace tinsim
