// SPDX-License-Identifier: Apache-2.0
// The terminal ports by which the IP path sends cells: answers first, then RTS, then DATA.
#pragma once

#include <algorithm>
#include <array>
#include <memory_resource>
#include <vector>

#include "tlm/gnet/cell_words.h"
#include "tlm/gnet/timing.h"
#include "tlm/tin/cell_switch/endpoints.h"
#include "tlm/tin/cell_switch/prefetch.h"
#include "tlm/tin/ip/ingress.h"
#include "tlm/tin/ip/ip_params.h"
#include "tlm/tin/ip/node_pool.h"

namespace tinsim {

/// Each port sends a word per cycle, cells whole, when their VC has credit. Of what waits at a port
/// CTS and CTD go before RTS, RTS before DATA; of RTS those of high priority first; each kind in
/// order. (Each is on VCs of its own, so one that has no credit does not hold back the others.)
class CellPorts {
 public:
  CellPorts(const IpParams& params, IpCounters& counters);

  // Cycles do not decrease.
  void queue(Cycle now, unsigned endpoint, const Cell& cell);
  /// Packets of interface `i` may be sent.
  void look_at(Cycle now, unsigned i) { look(now, group_mask_[i]); }
  /// True if a cell has waited for it.
  bool credit(Cycle now, unsigned endpoint, Credit credit);
  /// Sends what can go in cycle `now`, which is not before the last one nor after next(). If it is
  /// to come, `is_ahead`, credit may have come by then: a port for whose choice that matters, and
  /// those after it, are left for a second call, and the answer is false.
  bool serve(Cycle now, bool is_ahead, Ingress& ingress, Mailbox& mailbox);
  /// Fetches what is not in the object itself, for the interfaces of the mask `wired`.
  void prefetch(unsigned wired) const {
    for (unsigned i = 0; i < kIpInterfaces; ++i) {
      const EndpointGroup& group = params_.groups[i];
      if (wired >> i & 1) prefetch_lines(&ports_[group.first], group.count * sizeof(Port));
    }
    cells_.prefetch();
  }
  /// When a port that may have something to send is free.
  Cycle next() const { return next_; }
  /// Switch ports whose next cell waits for credit.
  uint64_t waiting() const { return waiting_ << params_.first_terminal; }
  unsigned source_credit(unsigned endpoint, unsigned vc) const {
    return vc % kClassVcs == 0 ? ports_[endpoint].credit[vc / kClassVcs] : params_.terminal_words;
  }

 private:
  enum Queue { kAnswers, kRtsHigh, kRtsLow, kQueues };
  struct Port {
    uint8_t interface = 0;
    bool queued = false;  ///< false: all of `queues` are empty
    Ingress::Credits credit{};
    std::array<NodePool<Cell>::Queue, kQueues> queues;
  };
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
  bool serve_port(Cycle now, bool is_ahead, unsigned endpoint, Ingress& ingress, Mailbox& mailbox);
  void send(Cycle now, unsigned endpoint, const Cell& cell, Mailbox& mailbox);

  const IpParams& params_;
  IpCounters& counters_;
  Cycle next_ = kNoCycle;         ///< of the first turn in the wheel
  uint32_t turns_ = 0;            ///< cycles of the wheel with endpoints, a bit each
  uint64_t idle_ = ~uint64_t{0};  ///< endpoints that are free and not in the wheel
  uint64_t waiting_ = 0;          ///< of them those that have something to send, and no credit
  std::array<uint64_t, kIpInterfaces> group_mask_{};
  /// By cycle: endpoints that are free from then on, and are to be looked at.
  std::array<uint64_t, kWheel> wheel_{};
  std::pmr::vector<Port> ports_;
  NodePool<Cell> cells_;
};

}  // namespace tinsim
