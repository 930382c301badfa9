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

/// Each port sends one word per cycle, and whole cells, when their VC has credit. Class H has
/// priority over class L, then answers over requests. Each kind stays in order and has its own VCs,
/// so a kind without credit does not block the others.
class RmaPorts {
 public:
  RmaPorts(const RmaParams& params, RmaCounters& counters);

  /// `cell`, made in cycle `now`, may depart by `port` from cycle `ready` on, which does not
  /// decrease for the cells of one queue. It has its destination chip; source and destination get
  /// the endpoint of the port.
  void queue(unsigned port, const Cell& cell, Cycle now, Cycle ready) {
    queue_addressed(port, queue_of(cell), with_addresses(cell), now, ready);
  }
  enum Queue : uint8_t { kHighAnswers, kHighRequests, kLowAnswers, kLowRequests, kQueues };
  static Queue queue_of(const Cell& cell) {
    const bool answer = cell.type >= static_cast<unsigned>(RmaCell::Resp);
    if (cell.cls < 5) return answer ? kHighAnswers : kHighRequests;
    return answer ? kLowAnswers : kLowRequests;
  }
  /// `cell` with the header fields common to all ports; source and destination are those of port 0.
  Cell with_addresses(const Cell& cell) const {
    Cell with_addresses = cell;
    with_addresses.src = static_cast<uint16_t>(params_.address + kRmaFirstEndpoint);
    with_addresses.dst = static_cast<uint16_t>((cell.dst & ~63u) + kRmaFirstEndpoint);
    with_addresses.hop = params_.initial_hop & 31u;
    return with_addresses;
  }
  /// As queue() for a cell from with_addresses(), whose queue is known.
  void queue_addressed(unsigned port, Queue queue, const Cell& cell, Cycle now, Cycle ready) {
    const Cycle at = std::max(ready, ports_[port].free_at);
    Cell at_port = cell;
    at_port.src = static_cast<uint16_t>(cell.src + port);
    at_port.dst = static_cast<uint16_t>(cell.dst + port);
    if (queue == kHighAnswers && can_send_immediately(port, cell, now, at)) {
      push(at, port, at_port, *immediate_mailbox_);
    } else {
      enqueue(port, queue, at_port, ready);
    }
  }
  /// A current operation will send a request by `port`, or will not any more.
  void add_planned_request(unsigned port) { ++planned_requests_[port]; }
  void remove_planned_request(unsigned port) { --planned_requests_[port]; }
  /// Until the next call queued answers that certainly depart by cycle `last` are handed to the
  /// switch immediately; null: none.
  void send_immediately(Mailbox* mailbox, Cycle last) {
    immediate_mailbox_ = mailbox;
    immediate_until_ = last;
  }
  void credit(unsigned port, Credit credit);
  /// Sends the cells that depart in cycle `now`, and answers of class H, which have the highest
  /// priority, that depart by cycle `last`. Up to then no other cell becomes ready that is not
  /// queued.
  void serve(Cycle now, Cycle last, Mailbox& mailbox);
  /// The first cycle in which a free port has a cell.
  Cycle next() const { return next_; }
  void prefetch() const {
    prefetch_lines(this, sizeof *this);
    for (const Port& port : ports_)
      for (const auto& queue : port.queues) queue.prefetch();
  }
  /// Switch ports that are blocked on credit.
  uint64_t waiting() const { return waiting_ << first_port_; }
  unsigned source_credit(unsigned port, unsigned vc) const { return ports_[port].credit[vc]; }

 private:
  struct Waiting {
    Cell cell;
    Cycle ready = 0;
  };
  struct Port {
    Cycle free_at = 0;
    unsigned nonempty = 0;  ///< bit per queue
    std::array<uint16_t, kMaxVcs> credit{};
    std::array<GrowingQueue<Waiting>, kQueues> queues;
  };
  static bool has_credit(const Port& port, const Cell& cell) {
    return port.credit[cell.vc] >= cell.words;
  }
  /// Whether an answer of class H departs in cycle `at` for certain: the port is empty, and no
  /// request can become ready before.
  bool can_send_immediately(unsigned number, const Cell& cell, Cycle now, Cycle at) const {
    const Port& port = ports_[number];
    return immediate_mailbox_ != nullptr && (port.nonempty | planned_requests_[number]) == 0 &&
           at <= immediate_until_ && at <= now + min_request_delay_ && has_credit(port, cell);
  }
  void send_one(Cycle now, unsigned port, Mailbox& mailbox);
  bool send_only(Cycle now, Cycle last, unsigned port, Mailbox& mailbox);
  void enqueue(unsigned port, Queue queue, const Cell& cell, Cycle ready);
  /// `cell` departs in cycle `at`.
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
  /// Least cycles from a command or received cell to a request of it at a port.
  Cycle min_request_delay_;
  std::array<uint32_t, kRmaPorts> planned_requests_{};  ///< by port
  Mailbox* immediate_mailbox_ = nullptr;
  Cycle immediate_until_ = 0;
  uint64_t waiting_ = 0;  ///< ports that are blocked on credit
  /// By port: next cycle in which it may send; kNoCycle if it is empty or blocked on credit.
  std::array<Cycle, kRmaPorts> due_;
  Cycle next_ = kNoCycle;  ///< the earliest of these
  std::array<Port, kRmaPorts> ports_;
};

}  // namespace tinsim
