// SPDX-License-Identifier: Apache-2.0
// The six terminal ports by which 1RMA sends its cells.
#include "tlm/tin/rma/rma_ports.h"

#include <algorithm>

#include "rtl_models/parts/rma_words.h"
#include "tlm/tin/cell_switch/masks.h"

namespace tinsim {

RmaPorts::RmaPorts(const RmaParams& params, RmaCounters& counters)
    : params_(params), counters_(counters), first_port_(params.first_terminal + kRmaFirstEndpoint) {
  for (Port& port : ports_) port.credit.fill(static_cast<uint16_t>(params.terminal_words));
}

void RmaPorts::queue(unsigned port, const Cell& cell) {
  const bool answer = cell.type >= static_cast<unsigned>(RmaCell::Resp);
  const bool high = cell.cls < 5;
  const Queue queue =
      high ? (answer ? kHighAnswers : kHighRequests) : (answer ? kLowAnswers : kLowRequests);
  ports_[port].queues[queue].push_back(cell);
  look_ |= bit(port);
}

void RmaPorts::credit(unsigned port, Credit credit) {
  uint16_t& words = ports_[port].credit[credit.vc];
  words = static_cast<uint16_t>(words + credit.words);
  if (!(waiting_ >> port & 1)) return;
  waiting_ &= ~bit(port);
  look_ |= bit(port);
}

void RmaPorts::serve(Cycle now, Mailbox& mailbox) {
  for (uint64_t left = look_; left != 0; left &= left - 1) {
    const unsigned port = lowest(left);
    if (ports_[port].free_at > now) continue;
    waiting_ &= ~bit(port);
    if (!serve_port(now, port, mailbox)) look_ &= ~bit(port);
  }
}

/// False when nothing can go before something else happens.
bool RmaPorts::serve_port(Cycle now, unsigned number, Mailbox& mailbox) {
  Port& port = ports_[number];
  for (auto& queue : port.queues) {
    if (queue.empty()) continue;
    Cell cell = queue.front();
    if (port.credit[cell.vc] < cell.words) {
      waiting_ |= bit(number);
      continue;
    }
    queue.pop_front();
    cell.src = static_cast<uint16_t>(params_.address + kRmaFirstEndpoint + number);
    cell.dst = static_cast<uint16_t>((cell.dst & ~63u) + kRmaFirstEndpoint + number);
    cell.hop = params_.initial_hop & 31u;
    mailbox.push_cell(first_port_ + number, now + timing::kInjectToRequest, cell);
    port.credit[cell.vc] = static_cast<uint16_t>(port.credit[cell.vc] - cell.words);
    port.free_at = now + cell.words;
    ++counters_.cells_sent;
    waiting_ &= ~bit(number);
    return true;
  }
  return false;
}

Cycle RmaPorts::next() const {
  Cycle next = kNoCycle;
  for (uint64_t left = look_; left != 0; left &= left - 1)
    next = std::min(next, ports_[lowest(left)].free_at);
  return next;
}

}  // namespace tinsim
