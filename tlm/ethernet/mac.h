// SPDX-License-Identifier: Apache-2.0
// Frames on an Ethernet wire: when each begins and ends, exactly, in core cycles.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "tlm/gnet/cell.h"

namespace tinsim {

/// Octets on the wire per frame in addition to the frame (IEEE 802.3, 4.4.2): preamble and start
/// delimiter, and the gap to the next frame (12 on average, for any number of lanes).
constexpr unsigned kPreambleBytes = 8, kGapBytes = 12;

/// `bits` pass in `cycles` core cycles, in lowest terms: 100 Gb/s at 400 MHz is 250 to 1.
struct WireRate {
  uint64_t bits = 250;
  uint64_t cycles = 1;
};

/// Throws ConfigError where a rate is zero, or so odd that a run's bits would not fit into 64 bits
/// (more than 2^24 bits or cycles in lowest terms).
WireRate wire_rate(uint64_t bits_per_second, uint64_t core_hz);

/// Octets of wire per frame, preamble and gap included; frames below the minimum count as 64.
constexpr uint64_t wire_bytes(size_t frame_bytes) {
  return kPreambleBytes + std::max<uint64_t>(frame_bytes, 64) + kGapBytes;
}

/// Positions on the wire are counted in *steps* of 1/bits of a cycle, so that both a bit (`cycles`
/// steps) and a cycle (`bits` steps) are whole numbers of them, and no rounding adds up.
class WireClock {
 public:
  explicit WireClock(WireRate rate) : rate_(rate) {}
  uint64_t steps_of_cycle(uint64_t cycle) const { return cycle * rate_.bits; }
  uint64_t steps_of_bits(uint64_t bits) const { return bits * rate_.cycles; }
  /// The cycle that holds a position.
  Cycle cycle_at(uint64_t steps) const { return static_cast<Cycle>(steps / rate_.bits); }
  /// The first cycle at whose beginning a position has been passed.
  Cycle cycle_after(uint64_t steps) const {
    return static_cast<Cycle>((steps + rate_.bits - 1) / rate_.bits);
  }

 private:
  WireRate rate_;
};

/// A frame in transmission, as seen by its sender; add the cable's delay for the far end.
class FrameTimes {
 public:
  FrameTimes(WireClock clock, uint64_t begin, size_t frame_bytes)
      : clock_(clock), begin_(begin), bytes_(frame_bytes) {}

  /// The cycle in which the first bit of the preamble is sent.
  Cycle begins() const { return clock_.cycle_at(begin_); }
  /// The first cycle that can use octet k of the frame (0: first of the destination MAC).
  Cycle byte_arrived(size_t k) const {
    return clock_.cycle_after(begin_ + clock_.steps_of_bits(8 * (kPreambleBytes + k + 1)));
  }
  /// The first cycle that can use the whole frame, FCS included.
  Cycle ends() const { return byte_arrived(bytes_ - 1); }

 private:
  WireClock clock_;
  uint64_t begin_;
  size_t bytes_;
};

/// The sending side of a MAC: frames one after the other, none sooner than the wire allows. A
/// frame follows the gap of the one before it to the bit, also in the middle of a cycle, so
/// that a MAC which always has a frame sends at exactly the rate of its wire.
class WireTransmitter {
 public:
  explicit WireTransmitter(WireRate rate) : clock_(rate) {}

  /// The first cycle in which the next frame may be handed over.
  Cycle free_from() const { return clock_.cycle_at(free_); }
  bool may_start(Cycle cycle) const { return cycle >= free_from(); }
  /// Hands over a frame in `cycle`, in which may_start() holds. `frame_bytes` >= 1, FCS included.
  FrameTimes start(Cycle cycle, size_t frame_bytes) {
    const uint64_t begin = std::max(free_, clock_.steps_of_cycle(cycle));
    free_ = begin + clock_.steps_of_bits(8 * wire_bytes(frame_bytes));
    return {clock_, begin, frame_bytes};
  }

 private:
  WireClock clock_;
  uint64_t free_ = 0;  ///< position at which the next preamble may begin
};

}  // namespace tinsim
