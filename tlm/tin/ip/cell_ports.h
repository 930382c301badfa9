// SPDX-License-Identifier: Apache-2.0
// The terminal ports by which the IP path sends cells: answers first, then RTS, then DATA.
#pragma once

#include <algorithm>
#include <array>
#include <memory_resource>
#include <vector>

#include "base/prefetch.h"
#include "rtl_models/parts/fair_shares.h"
#include "tlm/gnet/cell_words.h"
#include "tlm/gnet/timing.h"
#include "tlm/tin/cell_switch/endpoints.h"
#include "tlm/tin/ip/ingress.h"
#include "tlm/tin/ip/ip_params.h"
#include "tlm/tin/ip/node_pool.h"

namespace tinsim {

/// Each port sends a word per cycle, cells whole, when their VC has credit. Of what waits at a port
/// CTS and CTD go before RTS, RTS before DATA; of RTS those of high priority first, and of those
/// that share a VC, classes of service strict or by weight, in bytes of their packets; each kind in
/// order. (Each is on VCs of its own, so one that has no credit does not hold back the others.)
class CellPorts {
 public:
  CellPorts(const IpParams& params, IpCounters& counters);

  // Cycles do not decrease.
  void queue(Cycle now, unsigned endpoint, const Cell& cell);
  /// Packets of interface `i` may be sent.
  void look_at(Cycle now, unsigned i) { look(now, group_mask_[i]); }
  void credit(Cycle now, unsigned endpoint, Credit credit);
  /// Credit to come, which is taken when it is due; null: credit() tells of it.
  void expect(ReturningCredits* credits) {
    credits_ = credits;
    credit_due_ = credits != nullptr ? credits->next() : kNoCycle;
  }
  void take_credits(Cycle upto);
  /// Sends what can go in cycle `now`, which is not before the last one nor after next().
  void serve(Cycle now, Ingress& ingress, Mailbox& mailbox);
  /// Fetches what is not in the object itself, for the interfaces of the mask `wired`.
  void prefetch(unsigned wired) const {
    for (unsigned i = 0; i < kIpInterfaces; ++i) {
      const EndpointGroup& group = params_.groups[i];
      if (!(wired >> i & 1)) continue;
      prefetch_lines(&ports_[group.first], group.count * sizeof(Port));
      prefetch_lines(&requests_[group.first], group.count * sizeof(Requests));
    }
    cells_.prefetch();
  }
  /// When a port that may have something to send is free.
  Cycle next() const { return std::min(next_, waiting_ != 0 ? credit_due_ : kNoCycle); }
  /// Switch ports whose next cell waits for credit.
  uint64_t waiting() const { return waiting_ << params_.first_terminal; }
  unsigned source_credit(unsigned endpoint, unsigned vc) const {
    return vc % kClassVcs == 0 ? ports_[endpoint].credit[vc / kClassVcs] : params_.terminal_words;
  }

 private:
  struct Port {
    uint8_t interface = 0;
    uint8_t asking = 0;      ///< classes of service with an RTS
    uint8_t has_shared = 0;  ///< a bit per priority: its shares are not those of a new one
    Ingress::Credits credit{};
    NodePool<Cell>::Queue answers;
  };
  /// A port's RTSs, by class of service: a cache line.
  struct alignas(kCacheLine) Requests {
    std::array<NodePool<Cell>::Queue, kCosClasses> queues;
  };
  /// By priority, low and high.
  using Shares = std::array<FairShares, 2>;
  static constexpr unsigned kClassVcs = first_vc(1);
  static constexpr unsigned kWheel = 32;
  static_assert(kMaxCellWords < kWheel, "a cell has left its port within a turn");

  /// Those that are busy are looked at when they are free.
  void look(Cycle now, uint64_t endpoints) {
    endpoints &= idle_;
    if (endpoints == 0) return;
    idle_ &= ~endpoints;
    waiting_ &= ~endpoints;
    put(now, endpoints);
  }
  void put(Cycle at, uint64_t endpoints) {
    wheel_[at % kWheel] |= endpoints;
    turns_ |= 1u << at % kWheel;
    next_ = std::min(next_, at);
  }
  /// Of `endpoints` that are free, the one whose turn it is to send DATA, of the first interface.
  unsigned first_in_turn(uint64_t endpoints) const;
  uint8_t classes_of(unsigned priority) const {
    return static_cast<uint8_t>(priority != 0 ? params_.high_classes : ~params_.high_classes);
  }
  unsigned choose_request(unsigned endpoint, unsigned priority);
  Cell take_request(unsigned endpoint, unsigned cos);
  void serve_port(Cycle now, unsigned endpoint, Ingress& ingress, Mailbox& mailbox);
  void send_queued(Cycle now, unsigned endpoint, Cell cell, Mailbox& mailbox);
  void send(Cycle now, unsigned endpoint, const Cell& cell, Mailbox& mailbox);

  const IpParams& params_;
  IpCounters& counters_;
  Cycle next_ = kNoCycle;         ///< of the first turn in the wheel
  Cycle credit_due_ = kNoCycle;   ///< of the first that is expected
  uint32_t turns_ = 0;            ///< cycles of the wheel with endpoints, a bit each
  uint64_t idle_ = ~uint64_t{0};  ///< endpoints that are free and not in the wheel
  uint64_t waiting_ = 0;          ///< of them those that have something to send, and no credit
  std::array<uint64_t, kIpInterfaces> group_mask_{};
  std::array<uint64_t, kIpInterfaces> after_data_{};  ///< endpoints after the last that sent DATA
  /// By cycle: endpoints that are free from then on, and are to be looked at.
  std::array<uint64_t, kWheel> wheel_{};
  std::pmr::vector<Port> ports_;
  std::pmr::vector<Requests> requests_;  ///< by port
  std::pmr::vector<Shares> shares_;      ///< by port: where classes meet
  NodePool<Cell> cells_;
  ReturningCredits* credits_ = nullptr;  ///< see expect()
};

}  // namespace tinsim
