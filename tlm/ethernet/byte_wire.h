// SPDX-License-Identifier: Apache-2.0
// When the bytes of frames pass on an Ethernet wire whose rate is a rational number of bits per cycle.
#pragma once

#include <algorithm>
#include <cstdint>

#include "tlm/gnet/cell.h"

namespace tinsim {

constexpr unsigned kPreambleBytes = 8;   ///< with the start of frame delimiter (IEEE 802.3)
constexpr unsigned kFrameGapBytes = 12;  ///< at least, between frames

/// `bits` in `cycles`: 100 Gb/s at 400 MHz is 250 in 1.
struct WireRate {
  uint32_t bits = 250;
  uint32_t cycles = 1;
};

/// A frame on the wire. Times are kept in 1/bits of a cycle, so that nothing is rounded.
class FrameTimes {
 public:
  FrameTimes() = default;
  FrameTimes(WireRate rate, uint64_t start) : rate_(rate), start_(start) {}

  /// First cycle that begins when the frame's first `bytes` bytes have passed, preamble before them.
  Cycle passed(unsigned bytes) const { return to_cycle(start_ + length(kPreambleBytes + bytes)); }
  /// When the wire is free for another frame, in 1/bits of a cycle.
  uint64_t free(unsigned frame_bytes) const {
    return start_ + length(kPreambleBytes + frame_bytes + kFrameGapBytes);
  }
  /// The frame's first bit.
  Cycle start() const { return static_cast<Cycle>(start_ / rate_.bits); }

 private:
  uint64_t length(unsigned bytes) const { return uint64_t{bytes} * 8 * rate_.cycles; }
  Cycle to_cycle(uint64_t at) const { return static_cast<Cycle>((at + rate_.bits - 1) / rate_.bits); }

  WireRate rate_;
  uint64_t start_ = 0;
};

/// One direction of a wire: frames one after another.
class ByteWire {
 public:
  explicit ByteWire(WireRate rate = {}) : rate_(rate) {}

  /// First cycle in which a frame can begin.
  Cycle free_at() const { return static_cast<Cycle>((free_ + rate_.bits - 1) / rate_.bits); }
  /// A frame that is there in cycle `now` >= free_at() - 1 begins as soon as the wire is free.
  FrameTimes send(Cycle now, unsigned frame_bytes) {
    const FrameTimes frame(rate_, std::max(free_, uint64_t{now} * rate_.bits));
    free_ = frame.free(frame_bytes);
    return frame;
  }

 private:
  WireRate rate_;
  uint64_t free_ = 0;
};

}  // namespace tinsim
