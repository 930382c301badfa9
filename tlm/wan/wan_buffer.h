// SPDX-License-Identifier: Apache-2.0
// The buffer of the WAN node: one queue, or with PFC one for each class, each of the whole height.
#pragma once

#include <array>
#include <deque>

#include "tlm/wan/wan_flows.h"
#include "tlm/wan/wan_params.h"

namespace tinsim {

class WanBuffer {
 public:
  static constexpr unsigned kQueues = 2;

  WanBuffer(const WanConfig& config, const WanParams& params)
      : height_(params.height_bytes), by_class_(config.frames.control == WanControl::pfc) {}

  unsigned queue_of(const WanFrame& frame) const { return by_class_ && frame.is_tcp ? 1 : 0; }
  /// False: there was no room for the frame.
  bool push(const WanFrame& frame) {
    const unsigned q = queue_of(frame);
    if (held_[q] + frame.bytes > height_) return false;
    held_[q] += frame.bytes;
    queues_[q].push_back(frame);
    return true;
  }
  bool is_empty(unsigned queue) const { return queues_[queue].empty(); }
  const WanFrame& front(unsigned queue) const { return queues_[queue].front(); }
  /// Takes the frame out, whose octets stay until release().
  WanFrame pop(unsigned queue) {
    const WanFrame frame = queues_[queue].front();
    queues_[queue].pop_front();
    return frame;
  }
  void release(const WanFrame& frame) { held_[queue_of(frame)] -= frame.bytes; }
  uint64_t held(unsigned queue) const { return held_[queue]; }
  uint64_t free(unsigned queue) const { return height_ - held_[queue]; }
  uint64_t frames() const { return queues_[0].size() + queues_[1].size(); }

 private:
  uint64_t height_;
  bool by_class_;
  std::array<std::deque<WanFrame>, kQueues> queues_;
  std::array<uint64_t, kQueues> held_{};
};

}  // namespace tinsim
