// SPDX-License-Identifier: Apache-2.0
// Messages between the software of hosts, in this process or on their way to another.
#include "tlm/host/rma/message_board.h"

namespace tinsim {

void MessageBoard::add_remote(uint16_t to, unsigned number) {
  process_of_[to] = number;
  if (outgoing_.size() <= number) outgoing_.resize(number + 1);
}

void MessageBoard::put(uint16_t from, uint16_t to, SoftwareMessagePtr message) {
  const auto far = process_of_.find(to);
  if (far == process_of_.end()) {
    in_flight_[key(from, to)].push_back(std::move(message));
  } else {
    outgoing_[far->second].push_back({from, to, std::move(message)});
  }
}

SoftwareMessagePtr MessageBoard::take(uint16_t from, uint16_t to) {
  std::deque<SoftwareMessagePtr>& messages = in_flight_.at(key(from, to));
  SoftwareMessagePtr first = std::move(messages.front());
  messages.pop_front();
  return first;
}

std::vector<RemoteSoftwareMessage> MessageBoard::take_outgoing(unsigned number) {
  if (number >= outgoing_.size()) return {};
  return std::exchange(outgoing_[number], {});
}

}  // namespace tinsim
