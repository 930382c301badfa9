// SPDX-License-Identifier: Apache-2.0
// The client's end of a TCP connection (RFC 793): go-back-n, one timer.
#pragma once

#include <functional>

#include "platform/controller/packets.h"

namespace tinsim::control {

class TcpPeer {
 public:
  using Send = std::function<void(const Bytes& ip_packet)>;

  /// A segment without an acknowledgement after `timeout_us` is sent again.
  TcpPeer(std::uint32_t own_address, std::uint16_t own_port, std::uint32_t address,
          std::uint16_t port, Send send, std::uint64_t timeout_us = 20000);

  void connect(std::uint64_t now_us);
  void write(const Bytes& bytes);        ///< sends as far as the window allows
  void close();                          ///< FIN after all bytes
  void receive(const Bytes& ip_packet);  ///< of any flow
  void poll(std::uint64_t now_us);       ///< sends what is due

  bool connected = false, reset = false, finished = false;
  Bytes received;
  std::uint64_t repeated = 0;  ///< times that something was sent again

  /// When the peer last acknowledged or sent something new, or the connection was begun.
  std::uint64_t progressed_us() const { return progressed_; }

 protected:
  bool waiting() const { return connecting_ || acked_ < sent_ || fin_sent_ != fin_acked_; }

  const std::uint16_t own_port_;
  std::uint32_t first_ = 1;     ///< sequence number of byte 0 of `out_`
  std::uint32_t expected_ = 0;  ///< sequence number of the next byte of the peer
  std::uint32_t sent_ = 0;
  std::uint64_t timer_ = 0;

 private:
  static constexpr std::uint32_t kSegment = 1460;
  enum Flag : std::uint8_t { kFin = 1, kSyn = 2, kRst = 4, kPsh = 8, kAck = 16 };

  void emit(std::uint8_t flags, std::uint32_t sequence, const Bytes& data);
  void send_new();
  void take_acknowledgement(std::uint32_t number, std::uint32_t window);

  std::uint32_t own_, address_;
  std::uint16_t port_;
  Send send_;
  std::uint64_t timeout_;
  bool connecting_ = false, closing_ = false, fin_sent_ = false, fin_acked_ = false;
  std::uint32_t acked_ = 0, window_ = 0;
  Bytes out_;
  std::uint64_t now_ = 0, progressed_ = 0;
};

}  // namespace tinsim::control
