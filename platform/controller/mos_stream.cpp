// SPDX-License-Identifier: Apache-2.0
// A request of the register API to a chip without routes.
#include "platform/controller/mos_stream.h"

#include <algorithm>

namespace tinsim::control {

void MosStream::send_part() {
  const std::size_t length = std::min(part_, message_.size() - sent_);
  Bytes body = {port_, kRequest, sent_ == 0 ? kFirst : std::uint8_t{0}};
  append(body, slice(message_, sent_, length));
  sent_ += length;
  session_.request(API_MOS_SEND, body,
                   [this, alive = std::weak_ptr<char>(alive_)](const Message& response) {
                     if (!alive.expired()) part_answered(response);
                   });
}

void MosStream::part_answered(const Message& response) {
  has_failed_ = response.status() != API_OK;
  if (has_failed_) return;
  ++packets_;
  if (sent_ < message_.size()) send_part();
}

bool MosStream::receive(const Bytes& data) {
  if (data.empty()) return false;
  ++packets_;
  if ((data[0] & kFirst) != 0) received_.clear();
  append(received_, slice(data, 1, data.size() - 1));
  Message response{};
  if (!take_message(received_, response)) return false;
  on_response_(response);
  return true;
}

}  // namespace tinsim::control
