// SPDX-License-Identifier: Apache-2.0
// Pacing of the packets that an egress fetches for a wire.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>

#include "tlm/ethernet/mac.h"

namespace tinsim {

/// The window alone lets an idle port fetch all of it in a burst. The DATA then arrives much faster
/// than the wire sends it, and blocks other cells in the fabric. So packets are fetched at the rate
/// of the wire: the next one in the cycle in which the last one would begin to depart, had each
/// arrived at once. One packet is fetched ahead, so that the wire does not idle. Aquila 3.3 has the
/// window only; the pacing is an extension.
class CtsPace {
 public:
  CtsPace() : CtsPace(WireRate{}, 0) {}
  /// `percent` of the wire's rate; 0: as fast as the window allows.
  CtsPace(WireRate rate, unsigned percent) : wire_(share_of(rate, percent)), percent_(percent) {}

  /// Another share of the rate, from the next packet on: it follows those before as they were
  /// paced.
  void change(WireRate rate, unsigned percent) {
    if (percent == percent_) return;
    busy_until_ = std::max(busy_until_, wire_.free_from());
    wire_ = WireTransmitter(share_of(rate, percent));
    percent_ = percent;
  }

  /// The first cycle in which the next packet may be fetched.
  Cycle from() const { return from_; }
  /// A packet that departs in a frame of so many octets is fetched, whether paced or not.
  void fetched(Cycle now, size_t frame_bytes) {
    if (percent_ == 0) return;
    from_ = std::max({now, wire_.free_from(), busy_until_});
    wire_.start(from_, frame_bytes);
  }

 private:
  static WireRate share_of(WireRate rate, unsigned percent) {
    const uint64_t bits = rate.bits * std::max(percent, 1u), cycles = rate.cycles * 100;
    const uint64_t common = std::gcd(bits, cycles);
    return {bits / common, cycles / common};
  }

  WireTransmitter wire_;  ///< a wire that would send each packet as soon as it is fetched
  Cycle from_ = 0;
  Cycle busy_until_ = 0;  ///< with packets at earlier shares
  unsigned percent_;
};

}  // namespace tinsim
