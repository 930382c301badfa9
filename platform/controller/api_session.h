// SPDX-License-Identifier: Apache-2.0
// A client's session of the register API with one chip: requests one after another, their
// responses, and packets of the chip's neighbours.
#pragma once

#include <deque>
#include <functional>

#include "platform/controller/api_messages.h"

namespace tinsim::control {

/// Counts of all sessions of a controller.
struct SessionCounts {
  std::uint64_t requests = 0;      ///< messages sent, repetitions included
  std::uint64_t responses = 0;     ///< to them
  std::uint64_t busy = 0;          ///< … that said that the port still sends the packet before
  std::uint64_t mos_received = 0;  ///< PMOS packets of neighbours
};

class ApiSession {
 public:
  using OnResponse = std::function<void(const Message&)>;
  using OnMos = std::function<void(std::uint8_t port, std::uint8_t channel, const Bytes& data)>;

  /// `counts` outlives it.
  ApiSession(TcpPeer peer, SessionCounts& counts, OnMos on_mos)
      : peer_(std::move(peer)), counts_(counts), on_mos_(std::move(on_mos)) {}

  void connect(std::uint64_t now_us) { peer_.connect(now_us); }
  void receive(const Bytes& ip_packet) { peer_.receive(ip_packet); }
  void poll(std::uint64_t now_us);
  /// Sent after the response to the request before.
  void request(api_type type, const Bytes& body, OnResponse on_response);

  /// The chip has accepted it, and has not ended it.
  bool is_open() const { return peer_.connected && !peer_.reset && !peer_.finished; }
  std::uint64_t repeated() const { return peer_.repeated; }

 private:
  static constexpr std::uint64_t kBusyUs = 50;  ///< a packet of 512 bytes takes 15 us at least

  struct Request {
    api_type type;
    Bytes body;
    OnResponse on_response;
  };
  void send_next(std::uint64_t now_us);
  void take(const Message& message, std::uint64_t now_us);

  TcpPeer peer_;
  SessionCounts& counts_;
  OnMos on_mos_;
  std::deque<Request> requests_;
  bool is_waiting_ = false;  ///< for the response to the first
  std::uint64_t not_before_us_ = 0;
  std::uint32_t id_ = 0;
};

}  // namespace tinsim::control
