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

/// Each port sends one word per cycle, and whole cells, when their VC has credit. CTS and CTD have
/// priority over RTS, RTS over DATA. RTSs of high priority precede the others; on one VC, classes
/// of service are strict or share it by weight, in bytes of their packets. Each kind stays in order
/// and has its own VCs, so a kind without credit does not block the others.
class CellPorts {
 public:
  CellPorts(const IpParams& params, IpCounters& counters);

  // Cycles do not decrease.
  void queue(Cycle now, unsigned endpoint, const Cell& cell);
  /// DATA cells of interface `i` may be sent.
  void wake(Cycle now, unsigned i) { wake_idle(now, group_mask_[i]); }
  void credit(Cycle now, unsigned endpoint, Credit credit);
  /// From now on credits are taken from `credits` in their cycle; null: credit() reports them.
  void use_credits(ReturningCredits* credits) {
    credits_ = credits;
    credit_due_ = credits != nullptr ? credits->next() : kNoCycle;
  }
  void take_credits(Cycle upto);
  /// Sends the cells that depart in cycle `now`, which is not before the last one nor after next().
  void serve(Cycle now, Ingress& ingress, Mailbox& mailbox);
  /// Prefetches the state outside the object, for the interfaces of the mask `wired`.
  void prefetch(unsigned wired) const {
    for (unsigned i = 0; i < kIpInterfaces; ++i) {
      const EndpointGroup& group = params_.groups[i];
      if (!(wired >> i & 1)) continue;
      prefetch_lines(&ports_[group.first], group.count * sizeof(Port));
      prefetch_lines(&requests_[group.first], group.count * sizeof(Requests));
    }
    cells_.prefetch();
  }
  /// The first cycle in which a port with possible cells is free, or receives credit.
  Cycle next() const { return std::min(next_, waiting_ != 0 ? credit_due_ : kNoCycle); }
  /// Switch ports that are blocked on credit.
  uint64_t waiting() const { return waiting_ << params_.first_terminal; }
  unsigned source_credit(unsigned endpoint, unsigned vc) const {
    return vc % kClassVcs == 0 ? ports_[endpoint].credit[vc / kClassVcs] : params_.terminal_words;
  }

 private:
  struct Port {
    uint8_t interface = 0;
    uint8_t request_classes = 0;  ///< classes of service with an RTS, a bit each
    uint8_t has_shared = 0;       ///< a bit per priority: its shares are not in their initial state
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

  /// Busy endpoints are served when they are free.
  void wake_idle(Cycle now, uint64_t endpoints) {
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
  /// Of the free `endpoints` of the first interface, the next in turn for DATA.
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
  Cycle next_ = kNoCycle;         ///< first cycle of the wheel
  Cycle credit_due_ = kNoCycle;   ///< cycle of the first of use_credits()
  uint32_t turns_ = 0;            ///< cycles of the wheel with endpoints, a bit each
  uint64_t idle_ = ~uint64_t{0};  ///< endpoints that are free and not in the wheel
  uint64_t waiting_ = 0;          ///< of these, the ones blocked on credit
  std::array<uint64_t, kIpInterfaces> group_mask_{};
  std::array<uint64_t, kIpInterfaces> after_data_{};  ///< endpoints behind the last sender of DATA
  /// By cycle: endpoints to be served, which are free from then on.
  std::array<uint64_t, kWheel> wheel_{};
  std::pmr::vector<Port> ports_;
  std::pmr::vector<Requests> requests_;  ///< by port
  std::pmr::vector<Shares> shares_;      ///< by port
  NodePool<Cell> cells_;
  ReturningCredits* credits_ = nullptr;  ///< see use_credits()
};

}  // namespace tinsim
