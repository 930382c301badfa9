// SPDX-License-Identifier: Apache-2.0
// The client's end of a TCP connection.
#include "platform/controller/tcp_peer.h"

#include <algorithm>

namespace tinsim::control {

TcpPeer::TcpPeer(std::uint32_t own_address, std::uint16_t own_port, std::uint32_t address,
                 std::uint16_t port, Send send, std::uint64_t timeout_us)
    : own_port_(own_port),
      own_(own_address),
      address_(address),
      port_(port),
      send_(std::move(send)),
      timeout_(timeout_us) {
  first_ = own_port * 65537u;
}

void TcpPeer::emit(std::uint8_t flags, std::uint32_t sequence, const Bytes& data) {
  Bytes segment;
  append16(segment, own_port_);
  append16(segment, port_);
  append32(segment, sequence);
  append32(segment, flags & kAck ? expected_ : 0);
  append(segment, {0x50, flags});
  append16(segment, 0xffff);
  append32(segment, 0);
  append(segment, data);
  write16(segment, 16, transport_checksum(own_, address_, kTcp, segment));
  send_(make_ipv4({own_, address_, kTcp, segment}));
  timer_ = now_ + timeout_;
}

void TcpPeer::connect(std::uint64_t now_us) {
  now_ = progressed_ = now_us;
  connecting_ = true;
  emit(kSyn, first_ - 1, {});
}

void TcpPeer::write(const Bytes& bytes) {
  append(out_, bytes);
  send_new();
}

void TcpPeer::close() {
  closing_ = true;
  send_new();
}

void TcpPeer::send_new() {
  if (!connected) return;
  while (sent_ < out_.size() && sent_ - acked_ < window_) {
    const auto left = static_cast<std::uint32_t>(out_.size()) - sent_;
    const std::uint32_t part = std::min({left, kSegment, window_ - (sent_ - acked_)});
    emit(kAck | kPsh, first_ + sent_, slice(out_, sent_, part));
    sent_ += part;
  }
  if (closing_ && !fin_sent_ && sent_ == out_.size()) {
    emit(kAck | kFin, first_ + sent_, {});
    fin_sent_ = true;
  }
}

void TcpPeer::take_acknowledgement(std::uint32_t number, std::uint32_t window) {
  const std::uint32_t count = number - first_;
  fin_acked_ |= fin_sent_ && count == out_.size() + 1;
  if (count > acked_ && count <= sent_) progressed_ = now_;
  if (count <= sent_) acked_ = std::max(acked_, count);
  window_ = window;
  send_new();
}

void TcpPeer::receive(const Bytes& ip_packet) {
  const auto ip = parse_ipv4(ip_packet);
  if (!ip || ip->protocol != kTcp || ip->destination != own_ || ip->source != address_) return;
  const Bytes& segment = ip->payload;
  const std::size_t header = segment.size() < 20 ? 0 : (segment[12] >> 4) * 4u;
  if (header < 20 || header > segment.size()) return;
  if (read16(segment, 0) != port_ || read16(segment, 2) != own_port_) return;
  if (transport_checksum(ip->source, ip->destination, kTcp, segment) != 0) return;
  const std::uint8_t flags = segment[13];
  const std::uint32_t sequence = read32(segment, 4);
  if (flags & kRst) {
    reset = true;
    connected = connecting_ = false;
    return;
  }
  if (connecting_) {
    if ((flags & (kSyn | kAck)) != (kSyn | kAck) || read32(segment, 8) != first_) return;
    connecting_ = false;
    connected = true;
    progressed_ = now_;
    expected_ = sequence + 1;
    emit(kAck, first_, {});
  }
  if (!connected) return;
  const Bytes data = slice(segment, header, segment.size() - header);
  const bool new_data = sequence == expected_ && !(flags & kSyn);
  if (new_data) {
    if (!data.empty()) progressed_ = now_;
    append(received, data);
    expected_ += static_cast<std::uint32_t>(data.size()) + (flags & kFin ? 1 : 0);
    finished |= (flags & kFin) != 0;
  }
  if (flags & kAck) take_acknowledgement(read32(segment, 8), read16(segment, 14));
  const bool is_keepalive = sequence + 1 == expected_;  // RFC 1122, section 4.2.3.6
  if (!data.empty() || (flags & kFin) || is_keepalive)
    emit(kAck, first_ + sent_ + (fin_sent_ ? 1 : 0), {});
}

void TcpPeer::poll(std::uint64_t now_us) {
  now_ = now_us;
  if (!waiting() || now_us < timer_) return;
  ++repeated;
  if (connecting_) {
    emit(kSyn, first_ - 1, {});
  } else {
    sent_ = acked_;
    fin_sent_ = false;
    window_ = std::max(window_, 1u);
    send_new();
  }
  timer_ = now_us + timeout_;
}

}  // namespace tinsim::control
