// SPDX-License-Identifier: Apache-2.0
// A client's session of the register API with one chip.
#include "platform/controller/api_session.h"

#include <algorithm>

namespace tinsim::control {
namespace {

constexpr std::size_t kRegistersInReport = 12;  // behind its number and its time

}  // namespace

void ApiSession::request(api_type type, const Bytes& body, OnResponse on_response) {
  requests_.push_back({type, body, std::move(on_response)});
}

void ApiSession::poll(std::uint64_t now_us) {
  peer_.poll(now_us);
  Message message_of_chip{};
  while (take_message(peer_.received, message_of_chip)) take(message_of_chip, now_us);
  send_next(now_us);
}

bool ApiSession::has_ended(std::uint64_t now_us) const {
  if (peer_.reset || peer_.finished) return true;
  const bool is_answered = peer_.connected && !is_waiting_;
  return !is_answered && now_us >= std::max(since_us_, peer_.progressed_us()) + kSilenceUs;
}

void ApiSession::send_next(std::uint64_t now_us) {
  if (!is_open() || is_waiting_) return;
  const auto next =
      std::find_if(requests_.begin(), requests_.end(),
                   [now_us](const Request& request) { return request.not_before_us <= now_us; });
  if (next == requests_.end()) return;
  std::rotate(requests_.begin(), next, next + 1);
  is_waiting_ = true;
  since_us_ = now_us;
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
  if (received.type == API_REPORTED && received.body.size() >= kRegistersInReport) {
    ++counts_.reports;
    if (on_report_)
      on_report_(
          slice(received.body, kRegistersInReport, received.body.size() - kRegistersInReport));
    return;
  }
  const bool is_response = (received.type & API_RESPONSE) != 0 && is_waiting_ &&
                           received.id == id_ && received.body.size() >= API_ANSWER_BYTES;
  if (is_response) take_response(received, now_us);
}

void ApiSession::take_response(const Message& response, std::uint64_t now_us) {
  ++counts_.responses;
  is_waiting_ = false;
  Request done = std::move(requests_.front());
  requests_.pop_front();
  if (response.status() == API_BUSY) {
    ++counts_.busy;
    if (done.busy_from_us == 0) done.busy_from_us = now_us;
    if (now_us < done.busy_from_us + kBusyLimitUs) {
      done.not_before_us = now_us + kBusyUs;
      requests_.push_back(std::move(done));
      return;
    }
  }
  done.on_response(response);
}

}  // namespace tinsim::control
