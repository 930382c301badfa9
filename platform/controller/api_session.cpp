// SPDX-License-Identifier: Apache-2.0
// A client's session of the register API with one chip.
#include "platform/controller/api_session.h"

namespace tinsim::control {

void ApiSession::request(api_type type, const Bytes& body, OnResponse on_response) {
  requests_.push_back({type, body, std::move(on_response)});
}

void ApiSession::poll(std::uint64_t now_us) {
  peer_.poll(now_us);
  Message message_of_chip{};
  while (take_message(peer_.received, message_of_chip)) take(message_of_chip, now_us);
  send_next(now_us);
}

void ApiSession::send_next(std::uint64_t now_us) {
  if (!is_open() || is_waiting_ || requests_.empty() || now_us < not_before_us_) return;
  is_waiting_ = true;
  ++counts_.requests;
  peer_.write(
      message(static_cast<std::uint8_t>(requests_.front().type), ++id_, requests_.front().body));
}

void ApiSession::take(const Message& received, std::uint64_t now_us) {
  if (received.type == API_MOS_RECEIVED && received.body.size() >= 2) {
    ++counts_.mos_received;
    on_mos_(received.body[0], received.body[1], slice(received.body, 2, received.body.size() - 2));
    return;
  }
  const bool is_response = (received.type & API_RESPONSE) != 0 && is_waiting_ &&
                           received.id == id_ && received.body.size() >= API_ANSWER_BYTES;
  if (!is_response) return;
  ++counts_.responses;
  is_waiting_ = false;
  if (received.status() == API_BUSY) {
    ++counts_.busy;
    not_before_us_ = now_us + kBusyUs;
    return;
  }
  const Request done = std::move(requests_.front());
  requests_.pop_front();
  done.on_response(received);
}

}  // namespace tinsim::control
