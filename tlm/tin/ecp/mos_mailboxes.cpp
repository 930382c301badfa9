// SPDX-License-Identifier: Apache-2.0
// Registers of MOS.
#include "tlm/tin/ecp/mos_mailboxes.h"

#include "base/masks.h"

namespace tinsim {
namespace {

uint32_t lo_of(const EcpMosWord& word) { return static_cast<uint32_t>(word.payload); }

uint32_t hi_of(const EcpMosWord& word) {
  return static_cast<uint32_t>(word.payload >> 32 & ECP_MOS_HI_PAYLOAD_MASK) |
         uint32_t{word.sub} << ECP_MOS_HI_SUB_SHIFT;
}

}  // namespace

void MosMailboxes::receive(unsigned port, const EcpMosWord& word) {
  Box& box = boxes_.at(port);
  if (box.words.size() == kDepth) {
    box.overflow = true;
    ++lost_;
    return;
  }
  box.words.push_back(word);
  pending_ |= bit(port);
  ++received_;
}

std::optional<uint32_t> MosMailboxes::read(uint32_t offset, uint64_t now) {
  if (offset == ECP_MOS_PENDING_LO) return static_cast<uint32_t>(pending_);
  if (offset == ECP_MOS_PENDING_HI) return static_cast<uint32_t>(pending_ >> 32);
  const uint32_t port = offset / ECP_MOS_PORT_STRIDE;
  if (port >= boxes_.size()) return std::nullopt;
  return read_port(port, offset % ECP_MOS_PORT_STRIDE, now);
}

std::optional<uint32_t> MosMailboxes::read_port(unsigned port, uint32_t offset, uint64_t now) {
  Box& box = boxes_[port];
  switch (offset) {
    case ECP_MOS_RX_STATUS:
      return receive_status(box);
    case ECP_MOS_RX_LO:
      return box.words.empty() ? 0 : lo_of(box.words.front());
    case ECP_MOS_RX_HI:
      return pop_hi(port);
    case ECP_MOS_TX_STATUS:
      return is_ready(port, now) ? ECP_MOS_TX_STATUS_READY : 0;
    case ECP_MOS_TX_LO:
      return box.transmit_lo;
    case ECP_MOS_TX_HI:
      return 0;
    case ECP_MOS_CONTROL:
      return (enabled_ & bit(port)) != 0 ? ECP_MOS_CONTROL_RX_IRQ_ENABLE : 0;
    default:
      return std::nullopt;
  }
}

uint32_t MosMailboxes::receive_status(const Box& box) {
  return (box.words.empty() ? 0 : ECP_MOS_RX_STATUS_VALID) |
         static_cast<uint32_t>(box.words.size()) << ECP_MOS_RX_STATUS_FILL_SHIFT |
         (box.overflow ? ECP_MOS_RX_STATUS_OVERFLOW : 0);
}

uint32_t MosMailboxes::pop_hi(unsigned port) {
  Box& box = boxes_[port];
  if (box.words.empty()) return 0;
  const uint32_t hi = hi_of(box.words.front());
  box.words.erase(box.words.begin());
  if (box.words.empty()) pending_ &= ~bit(port);
  return hi;
}

bool MosMailboxes::write(uint32_t offset, uint32_t value, uint64_t now) {
  if (offset == ECP_MOS_PENDING_LO || offset == ECP_MOS_PENDING_HI) return true;  // read only
  const uint32_t port = offset / ECP_MOS_PORT_STRIDE;
  if (port >= boxes_.size()) return false;
  Box& box = boxes_[port];
  switch (offset % ECP_MOS_PORT_STRIDE) {
    case ECP_MOS_RX_STATUS:
      if ((value & ECP_MOS_RX_STATUS_OVERFLOW) != 0) box.overflow = false;
      return true;
    case ECP_MOS_TX_LO:
      box.transmit_lo = value;
      return true;
    case ECP_MOS_TX_HI:
      transmit(port, value, now);
      return true;
    case ECP_MOS_CONTROL:
      enabled_ &= ~bit(port);
      if ((value & ECP_MOS_CONTROL_RX_IRQ_ENABLE) != 0) enabled_ |= bit(port);
      return true;
    default:
      return offset % ECP_MOS_PORT_STRIDE <= ECP_MOS_CONTROL;  // read only
  }
}

/// A word that the transmitter does not take is lost.
void MosMailboxes::transmit(unsigned port, uint32_t hi, uint64_t now) {
  if (!is_ready(port, now)) return;
  EcpMosWord word;
  word.payload = uint64_t{hi & ECP_MOS_HI_PAYLOAD_MASK} << 32 | boxes_[port].transmit_lo;
  word.sub = static_cast<uint8_t>((hi & ECP_MOS_HI_SUB_MASK) >> ECP_MOS_HI_SUB_SHIFT);
  ports_->send(port, word, now);
  ++sent_;
}

}  // namespace tinsim
