// SPDX-License-Identifier: Apache-2.0
// The terminal ports by which the IP path sends cells.
#include "tlm/tin/ip/cell_ports.h"

#include <algorithm>

#include "rtl_models/parts/ip_words.h"
#include "tlm/tin/cell_switch/masks.h"
#include "tlm/tin/ip/ingress_inline.h"

namespace tinsim {

CellPorts::CellPorts(const IpParams& params, IpCounters& counters)
    : params_(params), counters_(counters), ports_(params.memory), cells_(params.memory) {
  for (unsigned i = 0; i < kIpInterfaces; ++i) {
    const EndpointGroup& group = params.groups[i];
    if (ports_.size() < group.first + group.count) ports_.resize(group.first + group.count);
    for (unsigned e = group.first; e < group.first + group.count; ++e) {
      ports_[e].interface = static_cast<uint8_t>(i);
      ports_[e].credit.fill(static_cast<uint16_t>(params.terminal_words));
      group_mask_[i] |= bit(e);
    }
  }
}

void CellPorts::queue(Cycle now, unsigned endpoint, const Cell& cell) {
  const bool high = cell.cls < 5;
  const Queue queue = static_cast<IpCell>(cell.type) != IpCell::kRts ? kAnswers
                      : high                                         ? kRtsHigh
                                                                     : kRtsLow;
  cells_.push_back(ports_[endpoint].queues[queue], cell);
  ports_[endpoint].queued = true;
  look(now, bit(endpoint));
}

bool CellPorts::credit(Cycle now, unsigned endpoint, Credit credit) {
  uint16_t& words = ports_[endpoint].credit[credit.vc / kClassVcs];
  words = static_cast<uint16_t>(words + credit.words);
  if (!(waiting_ >> endpoint & 1)) return false;
  look(now, bit(endpoint));
  return true;
}

bool CellPorts::serve(Cycle now, bool is_ahead, Ingress& ingress, Mailbox& mailbox) {
  if (next_ > now) return true;
  uint64_t& turn = wheel_[now % kWheel];
  while (turn != 0) {
    const unsigned endpoint = lowest(turn);
    if (!serve_port(now, is_ahead, endpoint, ingress, mailbox)) return false;
    turn &= turn - 1;
  }
  turns_ &= ~(1u << now % kWheel);
  const uint32_t from_now = turns_ >> now % kWheel | turns_ << (kWheel - now % kWheel) % kWheel;
  next_ = turns_ != 0 ? now + static_cast<Cycle>(__builtin_ctz(from_now)) : kNoCycle;
  return true;
}

/// False where credit that may have come by then would change what is done.
inline bool CellPorts::serve_port(Cycle now, bool is_ahead, unsigned endpoint, Ingress& ingress,
                                  Mailbox& mailbox) {
  Port& port = ports_[endpoint];
  bool waits = false;
  if (port.queued) {
    port.queued = false;
    for (auto& queue : port.queues) {
      if (queue.empty()) continue;
      port.queued = true;
      Cell& first = cells_.front(queue);
      if (port.credit[first.cls] < first.words) {
        if (is_ahead) return false;
        waits = true;
        continue;
      }
      first.src = static_cast<uint16_t>(params_.address + endpoint);
      first.hop = params_.initial_hop;
      send(now, endpoint, cells_.pop_front(queue), mailbox);
      return true;
    }
  }
  Cell cell;
  switch (ingress.next_cell(now, port.interface, endpoint, port.credit, is_ahead, cell)) {
    case Ingress::Pull::kCell:
      send(now, endpoint, cell, mailbox);
      return true;
    case Ingress::Pull::kNoCredit:
      if (is_ahead) return false;
      waits = true;
      break;
    case Ingress::Pull::kNothing:
      break;
  }
  idle_ |= bit(endpoint);
  if (waits) waiting_ |= bit(endpoint);
  return true;
}

/// `cell` has its addresses.
inline void CellPorts::send(Cycle now, unsigned endpoint, const Cell& cell, Mailbox& mailbox) {
  Port& port = ports_[endpoint];
  mailbox.push_cell(params_.first_terminal + endpoint, now + timing::kInjectToRequest, cell);
  port.credit[cell.cls] = static_cast<uint16_t>(port.credit[cell.cls] - cell.words);
  put(now + cell.words, bit(endpoint));
  ++counters_.cells_sent;
}

}  // namespace tinsim
