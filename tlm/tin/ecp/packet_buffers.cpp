// SPDX-License-Identifier: Apache-2.0
// Registers of PKT, and its windows.
#include "tlm/tin/ecp/packet_buffers.h"

#include <utility>

namespace tinsim {

void PacketBuffers::receive(EcpFrame frame) {
  if (received_frames_.size() == kDepth || frame.octets.size() > ECP_PKT_WINDOW_BYTES) {
    overflow_ = true;
    ++lost_;
    return;
  }
  received_frames_.push_back(std::move(frame));
  ++received_;
}

void PacketBuffers::reset() {
  received_frames_.clear();
  window_.clear();
  overflow_ = refused_ = false;
  transmit_meta_ = ECP_INTERFACE_FABRIC;
  transmit_length_ = control_ = 0;
}

std::optional<uint32_t> PacketBuffers::read(uint32_t offset, uint64_t now) {
  const EcpFrame* const frame = received_frames_.empty() ? nullptr : &received_frames_.front();
  switch (offset) {
    case ECP_PKT_RX_STATUS:
      return receive_status();
    case ECP_PKT_RX_LEN:
      return frame == nullptr ? 0 : static_cast<uint32_t>(frame->octets.size());
    case ECP_PKT_RX_META:
      if (frame == nullptr) return 0;
      return frame->interface | uint32_t{frame->reason} << ECP_PKT_RX_META_REASON_SHIFT;
    case ECP_PKT_RX_POP:
    case ECP_PKT_TX_SEND:
      return 0;
    case ECP_PKT_TX_META:
      return transmit_meta_;
    case ECP_PKT_TX_LEN:
      return transmit_length_;
    case ECP_PKT_TX_STATUS:
      return (is_ready(now) ? ECP_PKT_TX_STATUS_READY : 0) |
             (refused_ ? ECP_PKT_TX_STATUS_REFUSED : 0);
    case ECP_PKT_CONTROL:
      return control_;
    default:
      return std::nullopt;
  }
}

uint32_t PacketBuffers::receive_status() const {
  return (received_frames_.empty() ? 0 : ECP_PKT_RX_STATUS_VALID) |
         static_cast<uint32_t>(received_frames_.size()) << ECP_PKT_RX_STATUS_FILL_SHIFT |
         (overflow_ ? ECP_PKT_RX_STATUS_OVERFLOW : 0);
}

bool PacketBuffers::write(uint32_t offset, uint32_t value, uint64_t now) {
  switch (offset) {
    case ECP_PKT_RX_STATUS:
      if ((value & ECP_PKT_RX_STATUS_OVERFLOW) != 0) overflow_ = false;
      return true;
    case ECP_PKT_RX_POP:
      if (!received_frames_.empty()) received_frames_.pop_front();
      return true;
    case ECP_PKT_TX_META:
      transmit_meta_ = value & ECP_PKT_TX_META_INTERFACE_MASK;
      return true;
    case ECP_PKT_TX_LEN:
      transmit_length_ = value;
      return true;
    case ECP_PKT_TX_SEND:
      transmit(now);
      return true;
    case ECP_PKT_CONTROL:
      control_ = value & (ECP_PKT_CONTROL_RX_IRQ_ENABLE | ECP_PKT_CONTROL_TX_IRQ_ENABLE);
      return true;
    default:
      return offset <= ECP_PKT_CONTROL;  // read only
  }
}

void PacketBuffers::transmit(uint64_t now) {
  refused_ = true;
  if (!is_ready(now) || transmit_length_ > ECP_PKT_WINDOW_BYTES) return;
  EcpFrame frame;
  frame.octets.assign(window_.begin(), window_.end());
  frame.octets.resize(transmit_length_);
  frame.interface = static_cast<uint8_t>(transmit_meta_);
  refused_ = !port_->send(frame, now);
  sent_ += refused_ ? 0 : 1;
}

uint32_t PacketBuffers::read_window(bool is_transmit, uint32_t offset, unsigned bytes) const {
  static const std::vector<uint8_t> kNone;
  const std::vector<uint8_t>& octets = is_transmit                ? window_
                                       : received_frames_.empty() ? kNone
                                                                  : received_frames_.front().octets;
  uint32_t value = 0;
  for (unsigned i = 0; i < bytes && offset + i < octets.size(); ++i) {
    value |= uint32_t{octets[offset + i]} << 8 * i;
  }
  return value;
}

bool PacketBuffers::write_window(bool is_transmit, uint32_t offset, unsigned bytes,
                                 uint32_t value) {
  if (!is_transmit) return false;
  if (window_.size() < offset + bytes) window_.resize(offset + bytes);
  for (unsigned i = 0; i < bytes; ++i) window_[offset + i] = static_cast<uint8_t>(value >> 8 * i);
  return true;
}

}  // namespace tinsim
