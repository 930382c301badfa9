// SPDX-License-Identifier: Apache-2.0
// How fast packets are fetched for a wire.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>

#include "tlm/ethernet/mac.h"

namespace tinsim {

/// The window lets a port that has fetched nothing fetch all of it at once, and then all DATA comes
/// at once, much faster than the wire takes it, and waits in the fabric where cells for others
/// want to pass. So packets are fetched as the wire could send them: the next one when, had each
/// come at once, the last one would begin to leave. One is fetched ahead, so that the wire need not
/// wait for it. Aquila 3.3 has the window only; this is ours.
class CtsPace {
 public:
  CtsPace() : CtsPace(WireRate{}, 0) {}
  /// `percent` of the wire's rate; 0: as fast as the window allows.
  CtsPace(WireRate rate, unsigned percent) : wire_(share_of(rate, percent)), on_(percent != 0) {}

  /// The first cycle in which the next packet may be fetched.
  Cycle from() const { return from_; }
  /// A packet is fetched, whether it may or not, that leaves in a frame of so many octets.
  void fetched(Cycle now, size_t frame_bytes) {
    if (!on_) return;
    from_ = std::max(now, wire_.free_from());
    wire_.start(from_, frame_bytes);
  }

 private:
  static WireRate share_of(WireRate rate, unsigned percent) {
    const uint64_t bits = rate.bits * std::max(percent, 1u), cycles = rate.cycles * 100;
    const uint64_t common = std::gcd(bits, cycles);
    return {bits / common, cycles / common};
  }

  WireTransmitter wire_;  ///< that sends each packet as soon as it is fetched
  Cycle from_ = 0;
  bool on_;
};

}  // namespace tinsim
