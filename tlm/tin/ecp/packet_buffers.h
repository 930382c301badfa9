// SPDX-License-Identifier: Apache-2.0
// PKT of the control processor: frames from and to the chip's CPU port.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "tlm/tin/ecp/ecp_map.h"
#include "tlm/tin/ecp/ecp_ports.h"

namespace tinsim {

class PacketBuffers {
 public:
  /// Frames that the receive buffer holds; later ones are lost, and set OVERFLOW.
  static constexpr std::size_t kDepth = 16;

  void connect(EcpPacketPort& port) { port_ = &port; }

  std::optional<uint32_t> read(uint32_t offset, uint64_t now);
  bool write(uint32_t offset, uint32_t value, uint64_t now);
  /// An access of 1, 2 or 4 octets to a window; octets behind the frame are zero.
  uint32_t read_window(bool is_transmit, uint32_t offset, unsigned bytes) const;
  /// False: the window of received frames is read only.
  bool write_window(bool is_transmit, uint32_t offset, unsigned bytes, uint32_t value);

  /// A frame has arrived.
  void receive(EcpFrame frame);
  /// After a reset of the processor: frames that wait are lost.
  void reset();
  bool receive_line() const {
    return !received_frames_.empty() && (control_ & ECP_PKT_CONTROL_RX_IRQ_ENABLE) != 0;
  }
  bool transmit_line(uint64_t now) const {
    return (control_ & ECP_PKT_CONTROL_TX_IRQ_ENABLE) != 0 && is_ready(now);
  }

  uint64_t received() const { return received_; }
  uint64_t sent() const { return sent_; }
  uint64_t lost() const { return lost_; }

 private:
  bool is_ready(uint64_t now) const { return port_ != nullptr && port_->is_ready(now); }
  uint32_t receive_status() const;
  void transmit(uint64_t now);

  std::deque<EcpFrame> received_frames_;
  std::vector<uint8_t> window_;  ///< as long as what has been written to it
  EcpPacketPort* port_ = nullptr;
  bool overflow_ = false;
  bool refused_ = false;
  uint32_t transmit_meta_ = ECP_INTERFACE_FABRIC;
  uint32_t transmit_length_ = 0;
  uint32_t control_ = 0;
  uint64_t received_ = 0;
  uint64_t sent_ = 0;
  uint64_t lost_ = 0;
};

}  // namespace tinsim
