// SPDX-License-Identifier: Apache-2.0
// The engine's access to host memory; each access is checked against its grant.
#include "tlm/tin/rma/granted_dma.h"

#include <fmt/format.h>

#include "base/errors.h"

namespace tinsim {

RmaGrant grant_of(unsigned op, uint64_t first, unsigned size, uint8_t host) {
  const auto known = static_cast<RmaOp>(op);
  const bool atomic = known == RmaOp::Faa || known == RmaOp::Cas;
  return {first, first + size, host, known == RmaOp::Read || atomic,
          known == RmaOp::Write || atomic};
}

RmaRefusal judge_and_grant(const RmaRegion* region, unsigned op, uint64_t offset, unsigned size,
                           RmaGrant& grant) {
  const RmaRefusal refusal = judge_region(region, op, offset, size);
  if (refusal != RmaRefusal::Granted) return refusal;
  grant = grant_of(op, region->base + offset, size, region->host);
  return refusal;
}

void GrantedDma::require(bool allowed, const char* what, Cycle now, const RmaGrant& grant,
                         uint64_t address, uint64_t bytes) const {
  if (allowed && covers(grant, address, bytes)) return;
  throw InvariantError(fmt::format(
      "{} cycle {}: 1RMA {} {} bytes at {:#x} of host {}; granted are {}{}from {:#x} to {:#x}",
      params_.name, now, what, bytes, address, grant.host, grant.reads ? "reads " : "",
      grant.writes ? "writes " : "", grant.first, grant.end));
}

void GrantedDma::read(Cycle now, const RmaGrant& grant, uint64_t address, uint32_t bytes,
                      uint64_t cookie) {
  require(grant.reads, "reads", now, grant, address, bytes);
  ports_[grant.host]->read(now, address, bytes, cookie);
}

void GrantedDma::write(Cycle now, const RmaGrant& grant, uint64_t address, ByteView bytes,
                       uint64_t cookie, bool notify) {
  require(grant.writes, "writes", now, grant, address, bytes.size);
  ports_[grant.host]->write(now, address, bytes, cookie, notify);
}

void GrantedDma::atomic(Cycle now, const RmaGrant& grant, const DmaAtomic& atomic,
                        uint64_t cookie) {
  require(grant.reads && grant.writes, "changes", now, grant, atomic.address, atomic.bytes);
  ports_[grant.host]->atomic(now, atomic, cookie);
}

}  // namespace tinsim
