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
  std::uint64_t reports = 0;       ///< periodic reports
};

class ApiSession {
 public:
  using OnResponse = std::function<void(const Message&)>;
  using OnMos = std::function<void(std::uint8_t port, std::uint8_t channel, const Bytes& data)>;
  /// Registers of a periodic report.
  using OnReport = std::function<void(const Bytes& registers)>;

  /// `counts` outlives it.
  ApiSession(TcpPeer peer, SessionCounts& counts, OnMos on_mos)
      : peer_(std::move(peer)), counts_(counts), on_mos_(std::move(on_mos)) {}

  void set_on_report(OnReport on_report) { on_report_ = std::move(on_report); }
  void connect(std::uint64_t now_us) {
    since_us_ = now_us;
    peer_.connect(now_us);
  }
  void receive(const Bytes& ip_packet) { peer_.receive(ip_packet); }
  void poll(std::uint64_t now_us);
  /// Sent after the responses to the requests before. A response BUSY has it sent again, after the
  /// requests behind it; `on_response` receives one only if the port was busy for kBusyLimitUs.
  void request(api_type type, const Bytes& body, OnResponse on_response);

  /// The chip has accepted it, and has not ended it.
  bool is_open() const { return peer_.connected && !peer_.reset && !peer_.finished; }
  /// The chip has ended it, or has been silent for kSilenceUs though something is to be answered.
  bool has_ended(std::uint64_t now_us) const;
  std::uint64_t repeated() const { return peer_.repeated; }

 private:
  static constexpr std::uint64_t kBusyUs = 50;  ///< a packet of 512 bytes takes 15 us at least
  static constexpr std::uint64_t kBusyLimitUs = 20000;
  static constexpr std::uint64_t kSilenceUs = 20000;  ///< TCP repeats ten times in it

  struct Request {
    api_type type;
    Bytes body;
    OnResponse on_response;
    std::uint64_t not_before_us = 0;
    std::uint64_t busy_from_us = 0;  ///< first response BUSY; 0: none
  };
  void send_next(std::uint64_t now_us);
  void take(const Message& message, std::uint64_t now_us);
  void take_response(const Message& response, std::uint64_t now_us);

  TcpPeer peer_;
  SessionCounts& counts_;
  OnMos on_mos_;
  OnReport on_report_;
  std::deque<Request> requests_;
  bool is_waiting_ = false;     ///< for the response to the first
  std::uint64_t since_us_ = 0;  ///< … or for the connection
  std::uint32_t id_ = 0;
};

}  // namespace tinsim::control
