// SPDX-License-Identifier: Apache-2.0
// A session of BGP-4 with one peer (RFC 4271, section 8): the end that opens the connection.
#pragma once

#include <functional>
#include <optional>

#include "platform/controller/ibr/bgp_message.h"
#include "platform/controller/tcp_peer.h"

namespace tinsim::control {

struct BgpSessionPlan {
  std::uint32_t own_address = 0;  ///< its identifier, too, and next hop of what it announces
  std::uint16_t own_as = 0;
  std::uint32_t peer_address = 0;
  std::uint16_t peer_as = 0;
  std::uint16_t hold_s = 90;
  std::uint16_t connect_retry_s = 2;
  std::vector<BgpPrefix> announced;
};

struct BgpCounts {
  std::uint64_t connections = 0;  ///< TCP connections that were begun
  std::uint64_t established = 0;  ///< sessions that became established
  std::uint64_t opens = 0, updates = 0, notifications = 0, keepalives = 0;  ///< received
  std::uint64_t faults = 0;        ///< messages of the peer that a NOTIFICATION answered
  std::uint64_t hold_expired = 0;  ///< sessions that the hold timer ended
};

/// Times are those of the peer's clock, in us. Without a peer that answers it tries again after
/// `connect_retry_s`, each time from another port.
class BgpSession {
 public:
  enum class State : std::uint8_t { kIdle, kConnect, kOpenSent, kOpenConfirm, kEstablished };
  /// Reports of an established session.
  struct Events {
    std::function<void(const BgpUpdate&)> update;
    std::function<void()> ended;  ///< all routes of the peer are void
  };

  BgpSession(const BgpSessionPlan& plan, TcpPeer::Send send, Events events);

  void receive(const Bytes& ip_packet);  ///< of any flow
  void poll(std::uint64_t now_us);

  State state() const { return state_; }
  const BgpCounts& counts() const { return counts_; }

 private:
  void connect();
  void take_messages();
  void take(const BgpMessage& message);
  void take_open(const BgpOpen& open);
  void establish();
  void check_timers();
  void send(const BgpMessage& message);
  void send_error(const BgpError& error);
  void end();

  static constexpr std::uint64_t kRepeatUs = 200'000;        ///< of TCP
  static constexpr std::uint64_t kOpenHoldUs = 240'000'000;  ///< RFC 4271, 8.2.2: 4 minutes
  static constexpr std::uint16_t kBgpPort = 179, kFirstOwnPort = 49152;

  const BgpSessionPlan plan_;
  TcpPeer::Send send_;
  Events events_;
  State state_ = State::kIdle;
  std::optional<TcpPeer> tcp_;
  std::uint16_t own_port_ = kFirstOwnPort;
  std::uint64_t now_ = 0;
  std::uint64_t retry_at_ = 0;  ///< of the connection, while there is no session
  std::uint64_t hold_us_ = 0;   ///< as agreed; 0: none
  std::uint64_t hold_until_ = 0;
  std::uint64_t keepalive_at_ = 0;
  BgpCounts counts_;
};

}  // namespace tinsim::control
