// SPDX-License-Identifier: Apache-2.0
// The six terminal ports by which 1RMA sends its cells.
#include "tlm/tin/rma/rma_ports.h"

#include <algorithm>

#include "rtl_models/parts/rma_words.h"
#include "tlm/tin/cell_switch/masks.h"

namespace tinsim {

RmaPorts::RmaPorts(const RmaParams& params, RmaCounters& counters)
    : params_(params), counters_(counters), first_port_(params.first_terminal + kRmaFirstEndpoint) {
  due_.fill(kNoCycle);
  for (Port& port : ports_) port.credit.fill(static_cast<uint16_t>(params.terminal_words));
}

void RmaPorts::queue(unsigned port, const Cell& cell, Cycle ready) {
  const bool answer = cell.type >= static_cast<unsigned>(RmaCell::Resp);
  const bool high = cell.cls < 5;
  const Queue queue =
      high ? (answer ? kHighAnswers : kHighRequests) : (answer ? kLowAnswers : kLowRequests);
  ports_[port].queues[queue].push_back({cell, ready});
  due_[port] = std::min(due_[port], std::max(ready, ports_[port].free_at));
}

void RmaPorts::credit(unsigned port, Credit credit) {
  uint16_t& words = ports_[port].credit[credit.vc];
  words = static_cast<uint16_t>(words + credit.words);
  if (!(waiting_ >> port & 1)) return;
  waiting_ &= ~bit(port);
  due_[port] = std::min(due_[port], ports_[port].free_at);
}

void RmaPorts::serve(Cycle now, Mailbox& mailbox) {
  for (unsigned port = 0; port < kRmaPorts; ++port) {
    if (due_[port] > now) continue;
    waiting_ &= ~bit(port);
    if (send_one(now, port, mailbox)) due_[port] = due_of(ports_[port]);
  }
}

/// When something is ready and the port is free; kNoCycle if nothing is there.
Cycle RmaPorts::due_of(const Port& port) const {
  Cycle ready = kNoCycle;
  for (const auto& queue : port.queues)
    if (!queue.empty()) ready = std::min(ready, queue.front().ready);
  return std::max(ready, port.free_at);
}

/// False if nothing can go: then it is due when the next cell is ready.
bool RmaPorts::send_one(Cycle now, unsigned number, Mailbox& mailbox) {
  Port& port = ports_[number];
  due_[number] = kNoCycle;
  for (auto& queue : port.queues) {
    if (queue.empty()) continue;
    if (queue.front().ready > now) {
      due_[number] = std::min(due_[number], queue.front().ready);
      continue;
    }
    Cell cell = queue.front().cell;
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

}  // namespace tinsim
