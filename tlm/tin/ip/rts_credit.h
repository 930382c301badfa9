// SPDX-License-Identifier: Apache-2.0
// How many RTSs an ingress may send to egress queues behind a congested port.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>

#include "tlm/gnet/timing.h"

namespace tinsim {

/// RTSs are not solicited. With short packets, hosts send many more of them than the egress can
/// fetch packets for. RTSs then fill the ports of the egress and the fabric behind them, though
/// most are answered with a CTD. A CTD reports whether RTSs congest a port. From then on the
/// ingress needs credit for an RTS to that queue. A fetched packet gives `credit_percent` of an
/// RTS, a CTD that reports no congestion gives one, and every `retry_interval` gives one more, so
/// that no source starves and the queue stays at its threshold. With more than one RTS per fetch,
/// the source with the most fetches would send more and more RTSs, until it filled the port alone.
class RtsCredit {
 public:
  struct Params {
    Cycle state_lifetime = 0;  ///< since the last CTD that reported congestion
    Cycle retry_interval = 0;  ///< between RTSs without credit
    unsigned credit_percent = 0;
  };

  RtsCredit() = default;
  explicit RtsCredit(const Params& params) : params_(params) {}
  void change(const Params& params) { params_ = params; }

  /// Number of a queue of an egress.
  static uint32_t queue_of(unsigned chip, unsigned eport, unsigned cos) {
    return (chip << 2 | eport) << 3 | cos;
  }

  /// Whether RTSs for `queue` need credit.
  bool is_congested(Cycle now, uint32_t queue) const {
    if (queues_.empty()) return false;
    const auto found = queues_.find(queue);
    return found != queues_.end() && now - found->second.congested_at <= params_.state_lifetime;
  }
  /// Takes the credit of an RTS for `queue`; false: there is none. Cycles do not decrease.
  bool take(Cycle now, uint32_t queue) {
    if (queues_.empty()) return true;
    const auto found = queues_.find(queue);
    if (found == queues_.end()) return true;
    Account& account = found->second;
    if (now - account.congested_at > params_.state_lifetime) {
      queues_.erase(found);
      return true;
    }
    if (now - account.last_retry >= params_.retry_interval) {
      account.last_retry = now;
      return true;
    }
    if (account.percent < kRts) return false;
    account.percent -= kRts;
    return true;
  }
  /// A packet of `queue` is fetched.
  void fetched(uint32_t queue) { add(queue, params_.credit_percent); }
  /// A CTD of `queue` arrives.
  void refused(Cycle now, uint32_t queue, bool is_congested) {
    if (!is_congested) return add(queue, kRts);
    Account& account = queues_[queue];
    account.percent = 0;
    account.congested_at = now;
  }

 private:
  struct Account {
    uint32_t percent = 0;    ///< of an RTS
    Cycle congested_at = 0;  ///< arrival of the last CTD that reported congestion
    Cycle last_retry = 0;    ///< last RTS without credit
  };
  static constexpr uint32_t kRts = 100, kMax = 256 * kRts;  // in percent

  void add(uint32_t queue, uint32_t percent) {
    if (queues_.empty()) return;
    const auto found = queues_.find(queue);
    if (found == queues_.end()) return;
    found->second.percent = std::min(found->second.percent + percent, kMax);
  }

  Params params_;
  std::unordered_map<uint32_t, Account> queues_;  ///< those that have been congested
};

}  // namespace tinsim
