// SPDX-License-Identifier: Apache-2.0
// Octets that still arrive in a MAC's buffer after the threshold at which it stops its partner;
// derived in docs/reference/ethernet.md.
#pragma once

#include <algorithm>
#include <cstdint>

#include "tlm/ethernet/mac.h"

namespace tinsim {

struct StopTimes {
  WireRate rate;
  Cycle cable = 0;         ///< one way
  Cycle response = 0;      ///< of the partner
  size_t longest_out = 0;  ///< octets of the frame behind which the PAUSE frame waits; 0: of none
};

/// From the first bit of the frame that passes the threshold to the cycle, by the arrival at the
/// MAC, in which the partner begins no frame any more.
inline Cycle stop_cycles(const StopTimes& times) {
  constexpr uint64_t kPauseBits = 8 * (kPreambleBytes + 64);
  const uint64_t wait = times.longest_out == 0 ? 0 : 8 * wire_bytes(times.longest_out);
  const uint64_t steps = (wait + kPauseBits) * times.rate.cycles;
  const uint64_t reported = 1 + (steps + times.rate.bits - 1) / times.rate.bits;
  return static_cast<Cycle>(reported + 2 * uint64_t{times.cable} + times.response);
}

/// Octets of buffer that an IP packet of `bytes` takes: whole units of 64, and no less than
/// `least`.
constexpr uint64_t buffer_bytes_of(uint64_t bytes, uint64_t least) {
  return std::max((bytes + 63) / 64 * 64, least);
}

/// Possible frames: untagged, which is the worst case, of at most `longest` octets, FCS included.
struct FrameLimits {
  size_t longest = 9216;
  bool others = false;  ///< frames without IP enter too, whole and inside IP
  uint64_t least = 0;   ///< that a packet takes of the buffer
};

/// Octets above the threshold that suffice for all possible frames.
inline uint64_t headroom_bytes(const StopTimes& times, const FrameLimits& frames) {
  constexpr uint64_t kL2Bytes = 18;      // addresses, EtherType, FCS
  constexpr uint64_t kEtherIpMore = 18;  // header of 22, no FCS
  const auto packet_of = [&](uint64_t frame) {
    return frames.others ? frame + kEtherIpMore : frame - kL2Bytes;
  };
  // The dearest frame: octets of buffer for each of the wire, as a fraction.
  uint64_t taken = 0, wire = 1;
  for (uint64_t frame = 64; frame <= frames.longest; ++frame) {
    const uint64_t buffer = buffer_bytes_of(packet_of(frame), frames.least);
    if (buffer * wire > taken * wire_bytes(frame)) taken = buffer, wire = wire_bytes(frame);
  }
  const uint64_t steps = stop_cycles(times) * times.rate.bits;
  const uint64_t octets = (steps / times.rate.cycles + 7) / 8 + 1;
  return (octets * taken + wire - 1) / wire +
         buffer_bytes_of(packet_of(frames.longest), frames.least);
}

}  // namespace tinsim
