// SPDX-License-Identifier: Apache-2.0
// The far side of a port: a device in its pace, or the frames of a recording.
#include "platform/tap/tap_port.h"

namespace tinsim {

std::vector<TapPort::Octets> LiveTapPort::exchange(Cycle now, std::size_t most) {
  pace_.wait_until(now);
  for (; !departures_.empty() && departures_.front().first <= now; departures_.pop_front())
    refused_ += !device_.write(departures_.front().second);
  std::vector<Octets> frames;
  while (frames.size() < most) {
    auto frame = device_.read();
    if (!frame) break;
    frames.push_back(*std::move(frame));
  }
  return frames;
}

ReplayedTapPort::ReplayedTapPort(const std::vector<TapFrame>& recorded, uint32_t port) {
  for (const TapFrame& frame : recorded) {
    if (frame.port == port && frame.direction == PacketDirection::kInbound)
      frames_.push_back(frame);
  }
}

std::vector<TapPort::Octets> ReplayedTapPort::exchange(Cycle now, std::size_t /*most*/) {
  std::vector<Octets> frames;
  for (; !frames_.empty() && frames_.front().cycle <= now; frames_.pop_front())
    frames.push_back(std::move(frames_.front().octets));
  return frames;
}

}  // namespace tinsim
