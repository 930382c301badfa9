// SPDX-License-Identifier: Apache-2.0
// A session of BGP-4 with one peer: its states and timers.
#include "platform/controller/ibr/bgp_session.h"

#include <algorithm>
#include <utility>

namespace tinsim::control {
namespace {
constexpr std::uint64_t kSecond = 1'000'000;
constexpr std::uint16_t kOwnPorts = 16384;
}  // namespace

BgpSession::BgpSession(const BgpSessionPlan& plan, TcpPeer::Send send, Events events)
    : plan_(plan), send_(std::move(send)), events_(std::move(events)) {}

void BgpSession::connect() {
  ++counts_.connections;
  tcp_.emplace(plan_.own_address, own_port_, plan_.peer_address, kBgpPort, send_, kRepeatUs);
  own_port_ = static_cast<std::uint16_t>(kFirstOwnPort + (own_port_ + 1) % kOwnPorts);
  state_ = State::kConnect;
  retry_at_ = now_ + plan_.connect_retry_s * kSecond;
  tcp_->connect(now_);
}

void BgpSession::receive(const Bytes& ip_packet) {
  if (tcp_) tcp_->receive(ip_packet);
}

void BgpSession::poll(std::uint64_t now_us) {
  now_ = now_us;
  if (tcp_) tcp_->poll(now_);
  if (state_ == State::kIdle || state_ == State::kConnect) {
    if (!tcp_ || now_ >= retry_at_) return connect();
    if (state_ == State::kIdle || !tcp_->connected) return;
    state_ = State::kOpenSent;
    hold_until_ = now_ + kOpenHoldUs;
    hold_us_ = 0;
    send(BgpOpen{plan_.own_as, plan_.hold_s, plan_.own_address});
  }
  take_messages();
  const bool is_over = state_ != State::kIdle && (tcp_->reset || tcp_->finished);
  if (is_over) return end();
  check_timers();
}

void BgpSession::take_messages() {
  while (state_ != State::kIdle) {
    const BgpTaken taken = take_bgp_message(tcp_->received);
    if (taken.fault) {
      ++counts_.faults;
      return send_error(*taken.fault);
    }
    if (!taken.message) return;
    if (hold_us_ != 0) hold_until_ = now_ + hold_us_;
    take(*taken.message);
  }
}

void BgpSession::take(const BgpMessage& message) {
  if (std::holds_alternative<BgpError>(message)) {
    ++counts_.notifications;
    return end();
  }
  if (const auto* open = std::get_if<BgpOpen>(&message)) {
    ++counts_.opens;
    if (state_ != State::kOpenSent) return send_error({kBgpStateError, 0, {}});
    return take_open(*open);
  }
  if (state_ == State::kOpenSent) return send_error({kBgpStateError, 0, {}});
  if (std::holds_alternative<BgpKeepalive>(message)) {
    ++counts_.keepalives;
    if (state_ == State::kOpenConfirm) establish();
    return;
  }
  ++counts_.updates;
  if (state_ != State::kEstablished) return send_error({kBgpStateError, 0, {}});
  events_.update(std::get<BgpUpdate>(message));
}

void BgpSession::take_open(const BgpOpen& open) {
  if (open.as != plan_.peer_as) return send_error({kBgpOpenError, kBgpBadPeerAs, {}});
  if (open.identifier == plan_.own_address)
    return send_error({kBgpOpenError, kBgpBadIdentifier, {}});
  state_ = State::kOpenConfirm;
  hold_us_ = std::min(open.hold_s, plan_.hold_s) * kSecond;
  hold_until_ = now_ + hold_us_;
  keepalive_at_ = now_ + hold_us_ / 3;
  send(BgpKeepalive{});
}

void BgpSession::establish() {
  state_ = State::kEstablished;
  ++counts_.established;
  if (plan_.announced.empty()) return;
  BgpUpdate update;
  update.attributes = BgpAttributes{BgpOrigin::kIgp, {{false, {plan_.own_as}}}, plan_.own_address};
  update.reachable = plan_.announced;
  send(update);
}

void BgpSession::check_timers() {
  if (state_ < State::kOpenSent) return;
  const bool has_hold_timer = state_ == State::kOpenSent || hold_us_ != 0;
  if (has_hold_timer && now_ >= hold_until_) {
    ++counts_.hold_expired;
    return send_error({kBgpHoldTimerExpired, 0, {}});
  }
  if (hold_us_ == 0 || now_ < keepalive_at_) return;
  keepalive_at_ = now_ + hold_us_ / 3;
  send(BgpKeepalive{});
}

void BgpSession::send(const BgpMessage& message) { tcp_->write(bgp_octets(message)); }

void BgpSession::send_error(const BgpError& error) {
  send(error);
  end();
}

/// The connection stays until the next attempt, so that what was written still arrives.
void BgpSession::end() {
  const bool was_established = state_ == State::kEstablished;
  state_ = State::kIdle;
  tcp_->close();
  retry_at_ = now_ + plan_.connect_retry_s * kSecond;
  if (was_established) events_.ended();
}

}  // namespace tinsim::control
