// SPDX-License-Identifier: Apache-2.0
// Which egress queues an ingress may not ask as often as it likes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>

#include "tlm/gnet/timing.h"

namespace tinsim {

/// RTSs are not solicited. Hosts with short packets ask for much more than can be fetched, and then
/// RTSs fill the ports of the egress and the fabric behind them, though most get a CTD. The egress
/// says in its CTDs when RTSs crowd a port. From then on the ingress must earn its RTSs for that
/// queue: 5/4 with each packet that is fetched, so that the queue stays as long as its threshold; 1
/// with each CTD that does not say so; and 1 when it has not asked for a while, so that it is not
/// left out for ever.
class RtsAllowance {
 public:
  static constexpr Cycle kForgetsAfter = 40000;  ///< since the last CTD that said so: 100 us
  static constexpr Cycle kAsksAfter = 800;       ///< since the last RTS: 2 us

  /// Names a queue of an egress.
  static uint32_t queue_of(unsigned chip, unsigned eport, unsigned cos) {
    return (chip << 2 | eport) << 3 | cos;
  }

  /// Whether a packet may ask `queue`; if so, it does. Cycles do not decrease.
  bool take(Cycle now, uint32_t queue) {
    if (queues_.empty()) return true;
    const auto found = queues_.find(queue);
    if (found == queues_.end()) return true;
    Earned& earned = found->second;
    if (now - earned.crowded_at > kForgetsAfter) {
      queues_.erase(found);
      return true;
    }
    const bool asks = earned.quarters >= kRts || now - earned.asked_at >= kAsksAfter;
    if (!asks) return false;
    earned.quarters -= std::min(earned.quarters, kRts);
    earned.asked_at = now;
    return true;
  }
  /// A packet of `queue` is fetched.
  void fetched(uint32_t queue) { earn(queue, kFetched); }
  /// A CTD came from `queue`.
  void refused(Cycle now, uint32_t queue, bool is_crowded) {
    if (!is_crowded) return earn(queue, kRts);
    Earned& earned = queues_[queue];
    earned.quarters = 0;
    earned.crowded_at = now;
  }

 private:
  struct Earned {
    uint32_t quarters = 0;  ///< of RTSs
    Cycle crowded_at = 0;   ///< when the last CTD came that said so
    Cycle asked_at = 0;
  };
  static constexpr uint32_t kRts = 4, kFetched = 5, kMost = 256 * kRts;  // in quarters

  void earn(uint32_t queue, uint32_t quarters) {
    if (queues_.empty()) return;
    const auto found = queues_.find(queue);
    if (found == queues_.end()) return;
    found->second.quarters = std::min(found->second.quarters + quarters, kMost);
  }

  std::unordered_map<uint32_t, Earned> queues_;  ///< those that were crowded
};

}  // namespace tinsim
