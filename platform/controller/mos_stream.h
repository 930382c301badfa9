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

  static constexpr std::size_t kMostPart = 511;  ///< bytes of the message in a packet

  /// `session` is that of the neighbour, which outlives it; `part`: at most kMostPart.
  MosStream(ApiSession& session, std::uint8_t port, Bytes message, std::size_t part,
            OnResponse on_response)
      : session_(session),
        port_(port),
        message_(std::move(message)),
        part_(part),
        on_response_(std::move(on_response)) {
    send_part();
  }

  std::uint8_t port() const { return port_; }
  /// Data of a packet of channel 3 from this port. True: the response is complete, and on_response
  /// has been called.
  bool receive(const Bytes& data);
  /// Packets that the neighbour has taken, or passed on. It grows while the stream advances.
  std::size_t packets() const { return packets_; }
  /// The neighbour's port does not take the next packet.
  bool has_failed() const { return has_failed_; }

 private:
  static constexpr std::uint8_t kRequest = 2, kFirst = 1;

  void send_part();
  void part_answered(const Message& response);

  ApiSession& session_;
  std::uint8_t port_;
  Bytes message_;
  std::size_t part_;
  OnResponse on_response_;
  std::size_t sent_ = 0, packets_ = 0;
  bool has_failed_ = false;
  std::shared_ptr<char> alive_ = std::make_shared<char>();  ///< ends with the stream
  Bytes received_;
};

}  // namespace tinsim::control
