// SPDX-License-Identifier: Apache-2.0
// Messages between the software of hosts, in this process or on their way to another.
#include "tlm/host/rma/message_board.h"

namespace tinsim {

void MessageBoard::add_far(uint16_t to, unsigned number) {
  process_of_[to] = number;
  if (leaving_.size() <= number) leaving_.resize(number + 1);
}

void MessageBoard::put(uint16_t from, uint16_t to, SoftwareMessagePtr message) {
  const auto far = process_of_.find(to);
  if (far == process_of_.end()) {
    under_way_[key(from, to)].push_back(std::move(message));
  } else {
    leaving_[far->second].push_back({from, to, std::move(message)});
  }
}

SoftwareMessagePtr MessageBoard::take(uint16_t from, uint16_t to) {
  std::deque<SoftwareMessagePtr>& messages = under_way_.at(key(from, to));
  SoftwareMessagePtr first = std::move(messages.front());
  messages.pop_front();
  return first;
}

std::vector<FarSoftwareMessage> MessageBoard::take_leaving(unsigned number) {
  if (number >= leaving_.size()) return {};
  return std::exchange(leaving_[number], {});
}

}  // namespace tinsim
