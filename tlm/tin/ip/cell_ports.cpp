// SPDX-License-Identifier: Apache-2.0
// The terminal ports by which the IP path sends cells.
#include "tlm/tin/ip/cell_ports.h"

#include <algorithm>

#include "rtl_models/parts/ip_words.h"
#include "tlm/tin/cell_switch/masks.h"

namespace tinsim {

CellPorts::CellPorts(const IpParams& params, IpCounters& counters)
    : params_(params),
      counters_(counters),
      free_at_(params.memory),
      ports_(params.memory),
      cells_(params.memory) {
  for (unsigned i = 0; i < kIpInterfaces; ++i) {
    const EndpointGroup& group = params.groups[i];
    if (ports_.size() < group.first + group.count) ports_.resize(group.first + group.count);
    for (unsigned e = group.first; e < group.first + group.count; ++e) {
      ports_[e].interface = static_cast<uint8_t>(i);
      ports_[e].credit.fill(static_cast<uint16_t>(params.terminal_words));
      group_mask_[i] |= bit(e);
    }
  }
  free_at_.resize(ports_.size());
}

void CellPorts::queue(unsigned endpoint, const Cell& cell) {
  const bool high = cell.cls < 5;
  const Queue queue = static_cast<IpCell>(cell.type) != IpCell::kRts ? kAnswers
                      : high                                         ? kRtsHigh
                                                                     : kRtsLow;
  cells_.push_back(ports_[endpoint].queues[queue], cell);
  look(bit(endpoint));
}

void CellPorts::look(uint64_t endpoints) {
  look_ |= endpoints;
  for (; endpoints != 0; endpoints &= endpoints - 1) {
    next_ = std::min(next_, free_at_[lowest(endpoints)]);
  }
}

bool CellPorts::credit(unsigned endpoint, Credit credit) {
  ports_[endpoint].credit[credit.vc] =
      static_cast<uint16_t>(ports_[endpoint].credit[credit.vc] + credit.words);
  if (!(waiting_ >> endpoint & 1)) return false;
  waiting_ &= ~bit(endpoint);
  look(bit(endpoint));
  return true;
}

void CellPorts::serve(Cycle now, Ingress& ingress, Mailbox& mailbox) {
  if (next_ > now) return;
  next_ = kNoCycle;
  for (uint64_t left = look_; left != 0; left &= left - 1) {
    const unsigned endpoint = lowest(left);
    if (free_at_[endpoint] <= now) {
      waiting_ &= ~bit(endpoint);
      if (!serve_port(now, endpoint, ingress, mailbox)) {
        look_ &= ~bit(endpoint);
        continue;
      }
    }
    next_ = std::min(next_, free_at_[endpoint]);
  }
}

/// False when nothing can go before something else happens.
bool CellPorts::serve_port(Cycle now, unsigned endpoint, Ingress& ingress, Mailbox& mailbox) {
  Port& port = ports_[endpoint];
  bool waits = false;
  for (auto& queue : port.queues) {
    if (queue.empty()) continue;
    const Cell& first = cells_.front(queue);
    if (port.credit[first.vc] < first.words) {
      waits = true;
      continue;
    }
    send(now, endpoint, cells_.pop_front(queue), mailbox);
    return true;
  }
  Cell cell;
  switch (ingress.next_cell(now, port.interface, endpoint, port.credit, cell)) {
    case Ingress::Pull::kCell:
      send(now, endpoint, cell, mailbox);
      return true;
    case Ingress::Pull::kNoCredit:
      waits = true;
      break;
    case Ingress::Pull::kNothing:
      break;
  }
  if (waits) waiting_ |= bit(endpoint);
  return false;
}

void CellPorts::send(Cycle now, unsigned endpoint, Cell cell, Mailbox& mailbox) {
  Port& port = ports_[endpoint];
  cell.src = static_cast<uint16_t>(params_.address + endpoint);
  cell.hop = params_.initial_hop;
  mailbox.push_cell(params_.first_terminal + endpoint, now + timing::kInjectToRequest, cell);
  port.credit[cell.vc] = static_cast<uint16_t>(port.credit[cell.vc] - cell.words);
  free_at_[endpoint] = now + cell.words;
  ++counters_.cells_sent;
}

}  // namespace tinsim
