// SPDX-License-Identifier: Apache-2.0
// An output of a switch with a queue for each class of service, and the buffer that outputs share.
#pragma once

#include <algorithm>
#include <array>
#include <deque>
#include <optional>
#include <utility>

#include "rtl_models/parts/fair_shares.h"
#include "tlm/ethernet/mac.h"
#include "tlm/ethernet/packet.h"
#include "tlm/host/wire_scheduler.h"

namespace tinsim {

/// A packet on its way, with the ECN field that switches may have changed.
struct ClosFrame {
  PacketPtr packet;
  uint8_t ecn = 0;
  Cycle queued = 0;  ///< when it was ready to be sent
};

/// Which frames the buffer of a switch admits, and which are marked.
struct ClosLimits {
  uint64_t buffer_bytes, queue_bytes, ecn_bytes;
  double alpha;
};

/// Bytes of frames in a switch.
class SharedBuffer {
 public:
  /// The dynamic threshold (Choudhury and Hahne, IEEE/ACM ToN 1998) of alpha times the free bytes,
  /// or the fixed limit of a queue. `queued`: bytes in the frame's queue.
  bool admits(const ClosLimits& limits, uint64_t queued, uint64_t frame) const {
    const uint64_t free = limits.buffer_bytes - used_;
    if (frame > free) return false;
    if (limits.queue_bytes != ~uint64_t{0}) return queued + frame <= limits.queue_bytes;
    return static_cast<double>(queued) < limits.alpha * static_cast<double>(free);
  }
  void add(uint64_t bytes) {
    used_ += bytes;
    peak_ = std::max(peak_, used_);
  }
  void remove(uint64_t bytes) { used_ -= bytes; }
  uint64_t used() const { return used_; }
  uint64_t peak() const { return peak_; }

 private:
  uint64_t used_ = 0, peak_ = 0;
};

/// The queues of an output; a frame that is being sent counts until its end.
class ClosOutput {
 public:
  struct Sending {
    uint8_t cos;
    uint16_t bytes;  ///< of the frame
  };

  explicit ClosOutput(WireRate rate) : wire(rate) {}

  void push(ClosFrame frame) {
    const unsigned cos = frame.packet->cos;
    bytes_[cos] += frame.packet->frame_bytes;
    peak_ = std::max(peak_, bytes_[cos]);
    waiting_ = static_cast<uint8_t>(waiting_ | 1u << cos);
    queues_[cos].push_back(std::move(frame));
  }
  bool is_empty() const { return waiting_ == 0; }
  /// The next frame by strict priority, then by weight in bytes. Precondition: !is_empty().
  ClosFrame pop(const WireShares& shares) {
    const unsigned strict = waiting_ & shares.strict;
    const unsigned cos =
        strict != 0 ? 31 - static_cast<unsigned>(__builtin_clz(strict)) : shares_.least(waiting_);
    ClosFrame frame = std::move(queues_[cos].front());
    queues_[cos].pop_front();
    if (queues_[cos].empty()) waiting_ = static_cast<uint8_t>(waiting_ & ~(1u << cos));
    if (strict == 0) shares_.charge(cos, shares.weights[cos], frame.packet->bytes);
    return frame;
  }
  void release(const Sending& frame) { bytes_[frame.cos] -= frame.bytes; }
  uint64_t bytes(unsigned cos) const { return bytes_[cos]; }
  uint64_t peak() const { return peak_; }
  /// Frames that wait.
  std::size_t frames() const {
    std::size_t all = 0;
    for (const auto& queue : queues_) all += queue.size();
    return all;
  }

  WireTransmitter wire;
  std::optional<Sending> sending;  ///< until its end, and the gap after it
  uint64_t sent = 0;               ///< frames, whole run

 private:
  std::array<std::deque<ClosFrame>, kCosClasses> queues_;
  std::array<uint64_t, kCosClasses> bytes_{};
  uint64_t peak_ = 0;
  uint8_t waiting_ = 0;
  FairShares shares_;
};

}  // namespace tinsim
