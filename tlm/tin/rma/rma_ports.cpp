// SPDX-License-Identifier: Apache-2.0
// The six terminal ports by which 1RMA sends its cells.
#include "tlm/tin/rma/rma_ports.h"

#include <algorithm>

#include "base/masks.h"

namespace tinsim {

RmaPorts::RmaPorts(const RmaParams& params, RmaCounters& counters)
    : params_(params),
      counters_(counters),
      first_port_(params.first_terminal + kRmaFirstEndpoint),
      min_request_delay_(std::min(params.command_cycles, params.check_cycles) +
                         params.request_cycles) {
  due_.fill(kNoCycle);
  for (Port& port : ports_) {
    port.credit.fill(static_cast<uint16_t>(params.terminal_words));
    for (auto& queue : port.queues) queue.use(params.memory);
  }
}

/// `cell` may depart by `port` from cycle `ready` on.
[[gnu::noinline]] void RmaPorts::enqueue(unsigned port, Queue queue, const Cell& cell,
                                         Cycle ready) {
  Port& of = ports_[port];
  Waiting& waiting = of.queues[queue].push();
  waiting.ready = ready;
  waiting.cell = cell;
  of.nonempty |= 1u << queue;
  set_due(port, std::max(ready, of.free_at));
}

void RmaPorts::credit(unsigned port, Credit credit) {
  uint16_t& words = ports_[port].credit[credit.vc];
  words = static_cast<uint16_t>(words + credit.words);
  if (!(waiting_ >> port & 1)) return;
  waiting_ &= ~bit(port);
  set_due(port, ports_[port].free_at);
}

void RmaPorts::serve(Cycle now, Cycle last, Mailbox& mailbox) {
  // No branch per port: it could not be predicted.
  unsigned due = 0;
  for (unsigned port = 0; port < kRmaPorts; ++port) due |= (due_[port] <= last ? 1u : 0u) << port;
  for (; due != 0; due &= due - 1) {
    const auto port = static_cast<unsigned>(__builtin_ctz(due));
    if (!send_only(now, last, port, mailbox) && due_[port] <= now) send_one(now, port, mailbox);
  }
  // Scalar minima: the baseline instruction set has no horizontal minimum.
  static_assert(kRmaPorts == 6);
  next_ = std::min(std::min(std::min(due_[0], due_[1]), std::min(due_[2], due_[3])),
                   std::min(due_[4], due_[5]));
}

/// The first cell of the queue departs.
inline void RmaPorts::send(Cycle now, unsigned number, GrowingQueue<Waiting>& queue,
                           Mailbox& mailbox) {
  Port& port = ports_[number];
  push(now, number, queue.front().cell, mailbox);
  queue.pop_front();
  if (queue.empty()) port.nonempty &= ~(1u << (&queue - port.queues.data()));
}

/// As send_one() if only one queue has cells, and the first may depart; else false.
inline bool RmaPorts::send_only(Cycle now, Cycle last, unsigned number, Mailbox& mailbox) {
  Port& port = ports_[number];
  if ((port.nonempty & (port.nonempty - 1)) != 0) return false;
  auto& queue = port.queues[static_cast<unsigned>(__builtin_ctz(port.nonempty))];
  const bool is_first = port.nonempty == 1u << kHighAnswers;
  Cycle at = std::max({now, queue.front().ready, port.free_at});
  if (at > (is_first ? last : now) || !has_credit(port, queue.front().cell)) return false;
  waiting_ &= ~bit(number);
  for (;;) {
    send(at, number, queue, mailbox);
    if (queue.empty()) break;
    at = std::max(queue.front().ready, port.free_at);
    if (!is_first || at > last || !has_credit(port, queue.front().cell)) {
      due_[number] = at;
      return true;
    }
  }
  due_[number] = kNoCycle;
  return true;
}

/// Afterwards the port is due when it is free and its next cell ready. Cells blocked on credit do
/// not count for that.
void RmaPorts::send_one(Cycle now, unsigned number, Mailbox& mailbox) {
  Port& port = ports_[number];
  GrowingQueue<Waiting>* first = nullptr;
  bool has_waiting = false;
  Cycle next = kNoCycle;
  for (unsigned nonempty = port.nonempty; nonempty != 0; nonempty &= nonempty - 1) {
    auto& queue = port.queues[static_cast<unsigned>(__builtin_ctz(nonempty))];
    const Waiting& head = queue.front();
    if (head.ready > now) {
      next = std::min(next, head.ready);
    } else if (port.credit[head.cell.vc] < head.cell.words) {
      has_waiting = true;
    } else if (first == nullptr) {
      first = &queue;
    } else {
      next = now;
    }
  }
  waiting_ &= ~bit(number);
  if (first == nullptr) {
    if (has_waiting) waiting_ |= bit(number);
    due_[number] = next;
    return;
  }
  send(now, number, *first, mailbox);
  if (has_waiting) next = now;
  if (!first->empty()) next = std::min(next, first->front().ready);
  due_[number] = next == kNoCycle ? kNoCycle : std::max(next, port.free_at);
}

}  // namespace tinsim
