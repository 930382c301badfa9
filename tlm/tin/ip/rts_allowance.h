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
/// queue: `fetch_percent` of one with each packet that is fetched, one with each CTD that does not
/// say so, and one besides in each `asks_after`, so that nobody is left out and the queue stays as
/// long as its threshold. Were it by more than one for a fetch, whoever is fetched from most would
/// ask ever more, until one source alone had to fill the port.
class RtsAllowance {
 public:
  struct Params {
    Cycle forgets_after = 0;  ///< since the last CTD that said so
    Cycle asks_after = 0;     ///< since the last RTS that had not been earned
    unsigned fetch_percent = 0;
  };

  RtsAllowance() = default;
  explicit RtsAllowance(const Params& params) : params_(params) {}

  /// Names a queue of an egress.
  static uint32_t queue_of(unsigned chip, unsigned eport, unsigned cos) {
    return (chip << 2 | eport) << 3 | cos;
  }

  /// Whether RTSs for `queue` must be earned.
  bool is_crowded(Cycle now, uint32_t queue) const {
    if (queues_.empty()) return false;
    const auto found = queues_.find(queue);
    return found != queues_.end() && now - found->second.crowded_at <= params_.forgets_after;
  }
  /// Whether a packet may ask `queue`; if so, it does. Cycles do not decrease.
  bool take(Cycle now, uint32_t queue) {
    if (queues_.empty()) return true;
    const auto found = queues_.find(queue);
    if (found == queues_.end()) return true;
    Earned& earned = found->second;
    if (now - earned.crowded_at > params_.forgets_after) {
      queues_.erase(found);
      return true;
    }
    if (now - earned.asked_at >= params_.asks_after) {
      earned.asked_at = now;
      return true;
    }
    if (earned.percent < kRts) return false;
    earned.percent -= kRts;
    return true;
  }
  /// A packet of `queue` is fetched.
  void fetched(uint32_t queue) { earn(queue, params_.fetch_percent); }
  /// A CTD came from `queue`.
  void refused(Cycle now, uint32_t queue, bool is_crowded) {
    if (!is_crowded) return earn(queue, kRts);
    Earned& earned = queues_[queue];
    earned.percent = 0;
    earned.crowded_at = now;
  }

 private:
  struct Earned {
    uint32_t percent = 0;  ///< of an RTS
    Cycle crowded_at = 0;  ///< when the last CTD came that said so
    Cycle asked_at = 0;    ///< when the last RTS went that had not been earned
  };
  static constexpr uint32_t kRts = 100, kMost = 256 * kRts;  // in percent

  void earn(uint32_t queue, uint32_t percent) {
    if (queues_.empty()) return;
    const auto found = queues_.find(queue);
    if (found == queues_.end()) return;
    found->second.percent = std::min(found->second.percent + percent, kMost);
  }

  Params params_;
  std::unordered_map<uint32_t, Earned> queues_;  ///< those that were crowded
};

}  // namespace tinsim
