// SPDX-License-Identifier: Apache-2.0
// How many RTSs an ingress sends to an egress queue before it knows what becomes of them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <unordered_map>

#include "tlm/gnet/timing.h"

namespace tinsim {

/// Until an answer is back, nothing says how many others ask the same queue. Hosts with short
/// packets would send hundreds of RTSs meanwhile, and these wait before one another, so that
/// answers come all the later. So a queue that has not been asked for a while may have few RTSs
/// without an answer, and one more with each packet of it that is fetched: as many as a fetch
/// takes, soon enough. Further packets wait until an answer comes. Those queues are remembered that
/// were asked last; one for which there is no place is asked freely.
class RtsStart {
 public:
  static constexpr uint32_t kNone = ~uint32_t{0};

  RtsStart() = default;
  /// `first`: RTSs without an answer at the start, 0: any number; a queue is new when it has not
  /// been asked for longer than `forgets_after`.
  RtsStart(unsigned first, Cycle forgets_after)
      : first_(static_cast<uint16_t>(first)), forgets_after_(forgets_after) {}

  /// Whether a packet may ask `queue`; else it is to wait().
  bool has_room(Cycle now, uint32_t queue) {
    if (first_ == 0) return true;
    Queue& place = place_of(queue);
    const bool is_new = place.queue != queue || now - place.asked_at > forgets_after_;
    if (is_new && place.unanswered == 0) place = {queue, first_, 0, now};
    return place.queue != queue || place.is_open();
  }
  /// A packet asks `queue`.
  void asked(Cycle now, uint32_t queue) {
    Queue& place = place_of(queue);
    if (place.queue != queue) return;
    place.asked_at = now;
    ++place.unanswered;
  }
  /// An RTS has an answer, or has been given up.
  void answered(uint32_t queue, bool is_fetched) {
    Queue& place = place_of(queue);
    if (place.queue != queue) return;
    if (place.unanswered != 0) --place.unanswered;
    if (is_fetched && place.most < kUnlimited) ++place.most;
  }
  /// The queue is as one that has not been asked.
  void restart(uint32_t queue) {
    Queue& place = place_of(queue);
    if (place.queue == queue) place.most = first_;
  }
  /// One more packet may ask, as if an answer had come that may be lost.
  void make_room(uint32_t queue) {
    Queue& place = place_of(queue);
    if (place.queue != queue || place.is_open()) return;
    place.unanswered = static_cast<uint16_t>(place.most - 1);
  }

  /// The packet `iptr` asks later; packets of a queue in this order.
  void wait(uint32_t queue, uint32_t iptr) { waiting_[queue].push_back(iptr); }
  /// The first packet that waits for `queue`, which it leaves; kNone: none does.
  uint32_t next(uint32_t queue) {
    if (waiting_.empty()) return kNone;
    const auto found = waiting_.find(queue);
    if (found == waiting_.end()) return kNone;
    const uint32_t iptr = found->second.front();
    found->second.pop_front();
    if (found->second.empty()) waiting_.erase(found);
    return iptr;
  }
  bool has_waiting() const { return !waiting_.empty(); }

 private:
  static constexpr uint16_t kUnlimited = 1024;  ///< longer than any fetch of 64 bytes at 100 Gb/s
  static constexpr unsigned kPlaceBits = 6;
  struct Queue {
    uint32_t queue = kNone;
    uint16_t most = 0, unanswered = 0;
    Cycle asked_at = 0;
    bool is_open() const { return unanswered < most || most == kUnlimited; }
  };

  Queue& place_of(uint32_t queue) {
    return places_[queue * 2654435761u >> (32 - kPlaceBits)];  // Fibonacci hashing
  }

  uint16_t first_ = 0;
  Cycle forgets_after_ = 0;
  std::unordered_map<uint32_t, std::deque<uint32_t>> waiting_;
  std::array<Queue, 1 << kPlaceBits> places_{};
};

}  // namespace tinsim
