// SPDX-License-Identifier: Apache-2.0
// A request of the register API to a chip without routes, by way of a neighbour with a session.
#pragma once

#include <memory>

#include "platform/controller/api_session.h"

namespace tinsim::control {

/// The message crosses the link of the neighbour's port in PMOS packets of channel 2, the response
/// comes back in packets of channel 3 (docs/reference/register_api.md).
class MosStream {
 public:
  using OnResponse = ApiSession::OnResponse;

  /// `session` is that of the neighbour, which outlives it.
  MosStream(ApiSession& session, std::uint8_t port, Bytes message, OnResponse on_response)
      : session_(session),
        port_(port),
        message_(std::move(message)),
        on_response_(std::move(on_response)) {
    send_part();
  }

  std::uint8_t port() const { return port_; }
  /// Data of a packet of channel 3 from this port. True: the response is complete, and on_response
  /// has been called.
  bool receive(const Bytes& data);

 private:
  static constexpr std::size_t kPart = 511;
  static constexpr std::uint8_t kRequest = 2, kFirst = 1;

  void send_part();

  ApiSession& session_;
  std::uint8_t port_;
  Bytes message_;
  OnResponse on_response_;
  std::size_t sent_ = 0;
  std::shared_ptr<char> alive_ = std::make_shared<char>();  ///< ends with the stream
  Bytes received_;
};

}  // namespace tinsim::control
