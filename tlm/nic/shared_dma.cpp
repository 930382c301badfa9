// SPDX-License-Identifier: Apache-2.0
// One PCIe link of a host with two users: 1RMA and the NIC.
#include "tlm/nic/shared_dma.h"

namespace tinsim {

SharedDma::SharedDma(PcieLink& link, uint32_t nic_base)
    : link_(link), nic_base_(nic_base), rma_port_(link) {
  link_.attach(static_cast<MmioTarget&>(*this));
}

DmaClient& SharedDma::client_of(uint64_t cookie) {
  return (cookie & kNicCookie) != 0 ? static_cast<DmaClient&>(*nic_) : *rma_;
}

void SharedDma::read_piece(const DmaPiece& piece, Cycle at) {
  client_of(piece.cookie).read_piece(piece, at);
}

void SharedDma::write_landed(uint64_t cookie, bool error, Cycle at) {
  client_of(cookie).write_landed(cookie, error, at);
}

void SharedDma::atomic_done(uint64_t cookie, uint64_t old_value, bool error, Cycle at) {
  client_of(cookie).atomic_done(cookie, old_value, error, at);
}

/// A store that has no target is lost, as in a chip without that function.
void SharedDma::store(unsigned host, uint32_t offset, ByteView bytes, Cycle at) {
  if (offset >= nic_base_) {
    if (nic_ != nullptr) nic_->doorbell(offset - nic_base_, bytes, at);
  } else if (rma_registers_ != nullptr) {
    rma_registers_->store(host, offset, bytes, at);
  }
}

bool SharedDma::load(unsigned host, uint32_t offset, uint8_t* out, uint32_t bytes, Cycle at) {
  return offset < nic_base_ && rma_registers_ != nullptr &&
         rma_registers_->load(host, offset, out, bytes, at);
}

bool SharedDma::peek(unsigned host, uint32_t offset, uint8_t* out, uint32_t bytes) const {
  return offset < nic_base_ && rma_registers_ != nullptr &&
         rma_registers_->peek(host, offset, out, bytes);
}

}  // namespace tinsim
