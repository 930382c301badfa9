// SPDX-License-Identifier: Apache-2.0
// Round-trip time as TCP estimates it (RFC 6298), in integers.
#pragma once

#include <algorithm>

#include "tlm/gnet/cell.h"

namespace tinsim {

class RttEstimate {
 public:
  void add(Cycle rtt);
  /// Smoothed; 0 before the first sample.
  Cycle smoothed() const { return smoothed_8_ / 8; }
  /// smoothed + 4 · deviation
  Cycle limit() const { return smoothed_8_ / 8 + deviation_4_; }

 private:
  Cycle smoothed_8_ = 0;   ///< in eighths of a cycle
  Cycle deviation_4_ = 0;  ///< in quarters of a cycle
};

inline void RttEstimate::add(Cycle rtt) {
  if (smoothed_8_ == 0) {
    smoothed_8_ = 8 * rtt;
    deviation_4_ = 2 * rtt;
    return;
  }
  const Cycle smoothed = smoothed_8_ / 8;
  const Cycle error = std::max(rtt, smoothed) - std::min(rtt, smoothed);
  deviation_4_ += error - deviation_4_ / 4;
  smoothed_8_ += rtt - smoothed;
}

}  // namespace tinsim
