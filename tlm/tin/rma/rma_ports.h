// SPDX-License-Identifier: Apache-2.0
// The six terminal ports by which 1RMA sends its cells.
#pragma once

#include <array>
#include <deque>

#include "tlm/gnet/timing.h"
#include "tlm/tin/cell_switch/endpoints.h"
#include "tlm/tin/rma/rma_counters.h"

namespace tinsim {

/// Each port sends a word per cycle, cells whole, when their VC has credit. Of what waits at a port
/// class H goes before class L, and answers before requests; each kind in order. (Each is on VCs of
/// its own, so one that has no credit does not hold back the others.)
class RmaPorts {
 public:
  RmaPorts(const RmaParams& params, RmaCounters& counters);

  /// `cell` has its destination chip; source and destination get the endpoint of `port`.
  void queue(unsigned port, const Cell& cell);
  void credit(unsigned port, Credit credit);
  /// Sends what can go in cycle `now`.
  void serve(Cycle now, Mailbox& mailbox);
  /// When a port that has something to send is free.
  Cycle next() const;
  /// Switch ports whose next cell waits for credit.
  uint64_t waiting() const { return waiting_ << first_port_; }
  unsigned source_credit(unsigned port, unsigned vc) const { return ports_[port].credit[vc]; }

 private:
  enum Queue { kHighAnswers, kHighRequests, kLowAnswers, kLowRequests, kQueues };
  struct Port {
    Cycle free_at = 0;
    std::array<uint16_t, kMaxVcs> credit{};
    std::array<std::deque<Cell>, kQueues> queues;
  };
  bool serve_port(Cycle now, unsigned port, Mailbox& mailbox);

  const RmaParams& params_;
  RmaCounters& counters_;
  unsigned first_port_;   ///< of the switch
  uint64_t look_ = 0;     ///< ports that may have something to send
  uint64_t waiting_ = 0;  ///< ports that have, and no credit
  std::array<Port, kRmaPorts> ports_;
};

}  // namespace tinsim
