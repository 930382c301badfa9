// SPDX-License-Identifier: Apache-2.0
// The six terminal ports by which 1RMA sends its cells.
#pragma once

#include <algorithm>
#include <array>

#include "rtl_models/parts/rma_words.h"
#include "tlm/gnet/timing.h"
#include "tlm/pcie/growing_queue.h"
#include "tlm/tin/cell_switch/endpoints.h"
#include "tlm/tin/rma/rma_counters.h"

namespace tinsim {

/// Each port sends a word per cycle, cells whole, when their VC has credit. Of what waits at a port
/// class H goes before class L, and answers before requests; each kind in order. (Each is on VCs of
/// its own, so one that has no credit does not hold back the others.)
class RmaPorts {
 public:
  RmaPorts(const RmaParams& params, RmaCounters& counters);

  /// `cell`, which is made in cycle `now`, is at `port` from cycle `ready` on, which for cells of
  /// one class, requests and answers apart, does not decrease. It has its destination chip; source
  /// and destination get the endpoint of the port.
  void queue(unsigned port, const Cell& cell, Cycle now, Cycle ready) {
    queue_made(port, queue_of(cell), made(cell), now, ready);
  }
  enum Queue : uint8_t { kHighAnswers, kHighRequests, kLowAnswers, kLowRequests, kQueues };
  static Queue queue_of(const Cell& cell) {
    const bool answer = cell.type >= static_cast<unsigned>(RmaCell::Resp);
    if (cell.cls < 5) return answer ? kHighAnswers : kHighRequests;
    return answer ? kLowAnswers : kLowRequests;
  }
  /// `cell` with what is the same at all ports; source and destination are those at port 0.
  Cell made(const Cell& cell) const {
    Cell made = cell;
    made.src = static_cast<uint16_t>(params_.address + kRmaFirstEndpoint);
    made.dst = static_cast<uint16_t>((cell.dst & ~63u) + kRmaFirstEndpoint);
    made.hop = params_.initial_hop & 31u;
    return made;
  }
  /// As queue() for what made() gives, whose queue is known.
  void queue_made(unsigned port, Queue queue, const Cell& cell, Cycle now, Cycle ready) {
    const Cycle at = std::max(ready, ports_[port].free_at);
    Cell at_port = cell;
    at_port.src = static_cast<uint16_t>(cell.src + port);
    at_port.dst = static_cast<uint16_t>(cell.dst + port);
    if (queue == kHighAnswers && goes_at_once(port, cell, now, at)) {
      push(at, port, at_port, *at_once_);
    } else {
      keep(port, queue, at_port, ready);
    }
  }
  /// A request for `port` will be made, or not any more, by an operation that the engine knows.
  void expect_request(unsigned port) { ++expected_[port]; }
  void expect_no_request(unsigned port) { --expected_[port]; }
  /// Answers that are queued and certainly go by cycle `last` are pushed at once, until the next
  /// call; null: none.
  void push_at_once(Mailbox* mailbox, Cycle last) {
    at_once_ = mailbox;
    at_once_by_ = last;
  }
  void credit(unsigned port, Credit credit);
  /// Sends what can go in cycle `now`; and answers of class H, which nothing goes before, that can
  /// go by cycle `last`, up to which nothing else will be ready that is not here.
  void serve(Cycle now, Cycle last, Mailbox& mailbox);
  /// When a port that is free has something to send.
  Cycle next() const { return next_; }
  void prefetch() const {
    prefetch_lines(this, sizeof *this);
    for (const Port& port : ports_)
      for (const auto& queue : port.queues) queue.prefetch();
  }
  /// Switch ports whose next cell waits for credit.
  uint64_t waiting() const { return waiting_ << first_port_; }
  unsigned source_credit(unsigned port, unsigned vc) const { return ports_[port].credit[vc]; }

 private:
  struct Waiting {
    Cell cell;
    Cycle ready = 0;
  };
  struct Port {
    Cycle free_at = 0;
    unsigned filled = 0;  ///< bit per queue
    std::array<uint16_t, kMaxVcs> credit{};
    std::array<GrowingQueue<Waiting>, kQueues> queues;
  };
  static bool has_credit(const Port& port, const Cell& cell) {
    return port.credit[cell.vc] >= cell.words;
  }
  /// An answer of class H at a port where nothing waits and no request can be ready before it goes
  /// in cycle `at`.
  bool goes_at_once(unsigned number, const Cell& cell, Cycle now, Cycle at) const {
    const Port& port = ports_[number];
    return at_once_ != nullptr && (port.filled | expected_[number]) == 0 && at <= at_once_by_ &&
           at <= now + no_request_ && has_credit(port, cell);
  }
  void send_one(Cycle now, unsigned port, Mailbox& mailbox);
  bool send_only(Cycle now, Cycle last, unsigned port, Mailbox& mailbox);
  void keep(unsigned port, Queue queue, const Cell& cell, Cycle ready);
  /// `cell` goes in cycle `at`.
  void push(Cycle at, unsigned number, const Cell& cell, Mailbox& mailbox) {
    Port& port = ports_[number];
    mailbox.push_cell(first_port_ + number, at + timing::kInjectToRequest, cell);
    port.credit[cell.vc] = static_cast<uint16_t>(port.credit[cell.vc] - cell.words);
    port.free_at = at + cell.words;
    ++counters_.cells_sent;
  }
  void send(Cycle now, unsigned port, GrowingQueue<Waiting>& queue, Mailbox& mailbox);
  void set_due(unsigned port, Cycle due) {
    due_[port] = std::min(due_[port], due);
    next_ = std::min(next_, due);
  }

  const RmaParams& params_;
  RmaCounters& counters_;
  unsigned first_port_;  ///< of the switch
  /// From what is not known of an operation yet to a request of it at a port, at least.
  Cycle no_request_;
  std::array<uint32_t, kRmaPorts> expected_{};  ///< by port: requests that will be made
  Mailbox* at_once_ = nullptr;
  Cycle at_once_by_ = 0;
  uint64_t waiting_ = 0;  ///< ports that have something to send, and no credit
  /// By port: when it may send again; kNoCycle if it has nothing, or waits for credit.
  std::array<Cycle, kRmaPorts> due_;
  Cycle next_ = kNoCycle;  ///< the earliest of these
  std::array<Port, kRmaPorts> ports_;
};

}  // namespace tinsim
