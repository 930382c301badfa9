// SPDX-License-Identifier: Apache-2.0
// How many RTSs an ingress sends to an egress queue before answers show the load of that queue.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <unordered_map>

#include "tlm/gnet/timing.h"

namespace tinsim {

/// Until its first answer an ingress has no measure of the load of an egress queue. Hosts with
/// short packets would send hundreds of RTSs meanwhile, each of which delays the answers of the
/// others. So a queue without recent RTSs has a small window of unanswered RTSs. Each fetched
/// packet widens it by one, until it covers the time of a fetch. Further packets are held until an
/// answer arrives. The table is direct-mapped: of queues that share an entry, the others are not
/// limited.
class InitialRtsWindow {
 public:
  static constexpr uint32_t kNone = ~uint32_t{0};

  InitialRtsWindow() = default;
  /// `initial`: window of a new queue, 0: no limit. A queue is new when its last RTS is longer ago
  /// than `state_lifetime`.
  InitialRtsWindow(unsigned initial, Cycle state_lifetime)
      : initial_(static_cast<uint16_t>(initial)), state_lifetime_(state_lifetime) {}
  /// Queues with state keep their windows.
  void change(unsigned initial, Cycle state_lifetime) {
    initial_ = static_cast<uint16_t>(initial);
    state_lifetime_ = state_lifetime;
  }

  /// Whether the window of `queue` admits an RTS; else its packet is to be held.
  bool has_space(Cycle now, uint32_t queue) {
    if (initial_ == 0) return true;
    Entry& entry = entry_of(queue);
    const bool is_new = entry.queue != queue || now - entry.last_rts > state_lifetime_;
    if (is_new && entry.unanswered == 0) entry = {queue, initial_, 0, now};
    return entry.queue != queue || entry.has_space();
  }
  /// An RTS for `queue` is sent.
  void sent(Cycle now, uint32_t queue) {
    Entry& entry = entry_of(queue);
    if (entry.queue != queue) return;
    entry.last_rts = now;
    ++entry.unanswered;
  }
  /// An RTS has been answered, or its packet given up.
  void answered(uint32_t queue, bool is_fetched) {
    Entry& entry = entry_of(queue);
    if (entry.queue != queue) return;
    if (entry.unanswered != 0) --entry.unanswered;
    if (is_fetched && entry.window < kUnlimited) ++entry.window;
  }
  /// The queue has the window of a new one.
  void restart(uint32_t queue) {
    Entry& entry = entry_of(queue);
    if (entry.queue == queue) entry.window = initial_;
  }
  /// The window admits one more RTS, as after an answer: the answers may be lost.
  void evict_queue(uint32_t queue) {
    Entry& entry = entry_of(queue);
    if (entry.queue != queue || entry.has_space()) return;
    entry.unanswered = static_cast<uint16_t>(entry.window - 1);
  }

  /// Packet `iptr` is held; packets of a queue keep this order.
  void hold(uint32_t queue, uint32_t iptr) { held_[queue].push_back(iptr); }
  /// Removes and returns the first packet held for `queue`; kNone: there is none.
  uint32_t take_held(uint32_t queue) {
    if (held_.empty()) return kNone;
    const auto found = held_.find(queue);
    if (found == held_.end()) return kNone;
    const uint32_t iptr = found->second.front();
    found->second.pop_front();
    if (found->second.empty()) held_.erase(found);
    return iptr;
  }
  bool has_held() const { return !held_.empty(); }

 private:
  static constexpr uint16_t kUnlimited = 1024;  ///< longer than any fetch of 64 bytes at 100 Gb/s
  static constexpr unsigned kEntryBits = 6;
  struct Entry {
    uint32_t queue = kNone;
    uint16_t window = 0, unanswered = 0;
    Cycle last_rts = 0;
    bool has_space() const { return unanswered < window || window == kUnlimited; }
  };

  Entry& entry_of(uint32_t queue) {
    return entries_[queue * 2654435761u >> (32 - kEntryBits)];  // Fibonacci hashing
  }

  uint16_t initial_ = 0;
  Cycle state_lifetime_ = 0;
  std::unordered_map<uint32_t, std::deque<uint32_t>> held_;
  std::array<Entry, 1 << kEntryBits> entries_{};
};

}  // namespace tinsim
