// SPDX-License-Identifier: Apache-2.0
// The terminal ports by which the IP path sends cells: answers first, then RTS, then DATA.
#pragma once

#include <array>
#include <memory_resource>
#include <vector>

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

  void queue(unsigned endpoint, const Cell& cell);
  /// Packets of interface `i` may be sent.
  void look_at(unsigned i) { look(group_mask_[i]); }
  /// True if a cell has waited for it.
  bool credit(unsigned endpoint, Credit credit);
  /// Sends what can go in cycle `now`.
  void serve(Cycle now, Ingress& ingress, Mailbox& mailbox);
  /// Fetches what is not in the object itself.
  void prefetch() const {
    prefetch_lines(free_at_.data(), free_at_.size() * sizeof(Cycle));
    prefetch_lines(ports_.data(), ports_.size() * sizeof(Port));
    cells_.prefetch();
  }
  /// When a port that has something to send is free.
  Cycle next() const { return next_; }
  /// Switch ports whose next cell waits for credit.
  uint64_t waiting() const { return waiting_ << params_.first_terminal; }
  unsigned source_credit(unsigned endpoint, unsigned vc) const {
    return ports_[endpoint].credit[vc];
  }

 private:
  enum Queue { kAnswers, kRtsHigh, kRtsLow, kQueues };
  struct Port {
    uint8_t interface = 0;
    std::array<uint16_t, kMaxVcs> credit{};
    std::array<NodePool<Cell>::Queue, kQueues> queues;
  };
  void look(uint64_t endpoints);
  bool serve_port(Cycle now, unsigned endpoint, Ingress& ingress, Mailbox& mailbox);
  void send(Cycle now, unsigned endpoint, Cell cell, Mailbox& mailbox);

  const IpParams& params_;
  IpCounters& counters_;
  uint64_t look_ = 0;      ///< endpoints that may have something to send
  Cycle next_ = kNoCycle;  ///< when the first of them is free
  uint64_t waiting_ = 0;   ///< endpoints that have, and no credit
  std::array<uint64_t, kIpInterfaces> group_mask_{};
  std::pmr::vector<Cycle> free_at_;  ///< by endpoint
  std::pmr::vector<Port> ports_;
  NodePool<Cell> cells_;
};

}  // namespace tinsim
