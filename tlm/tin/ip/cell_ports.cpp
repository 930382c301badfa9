// SPDX-License-Identifier: Apache-2.0
// The terminal ports by which the IP path sends cells.
#include "tlm/tin/ip/cell_ports.h"

#include <algorithm>

#include "base/masks.h"
#include "rtl_models/parts/ip_words.h"
#include "tlm/tin/ip/ingress_inline.h"

namespace tinsim {

namespace {
unsigned highest(unsigned mask) { return 31 - static_cast<unsigned>(__builtin_clz(mask)); }
}  // namespace

CellPorts::CellPorts(const IpParams& params, IpCounters& counters)
    : params_(params),
      counters_(counters),
      ports_(params.memory),
      requests_(params.memory),
      shares_(params.memory),
      cells_(params.memory) {
  for (unsigned i = 0; i < kIpInterfaces; ++i) {
    const EndpointGroup& group = params.groups[i];
    if (ports_.size() < group.first + group.count) ports_.resize(group.first + group.count);
    for (unsigned e = group.first; e < group.first + group.count; ++e) {
      ports_[e].interface = static_cast<uint8_t>(i);
      ports_[e].credit.fill(static_cast<uint16_t>(params.terminal_words));
      group_mask_[i] |= bit(e);
    }
    // The turns of chips begin at different ports. Otherwise source chips that an egress serves in
    // turn would all skip the same port, and congest the others, until their turns differ.
    if (group.count != 0) {
      after_data_[i] = group_mask_[i] & ~uint64_t{0} << (group.first + params.chip % group.count);
    }
  }
  requests_.resize(ports_.size());
  shares_.resize(ports_.size());
}

void CellPorts::queue(Cycle now, unsigned endpoint, const Cell& cell) {
  Port& port = ports_[endpoint];
  if (static_cast<IpCell>(cell.type) == IpCell::kRts) {
    const unsigned cos = unpack_rts(word_1(cell)).cos;
    cells_.push_back(requests_[endpoint].queues[cos], cell);
    port.request_classes = static_cast<uint8_t>(port.request_classes | 1u << cos);
  } else {
    cells_.push_back(port.answers, cell);
  }
  wake_idle(now, bit(endpoint));
}

/// The class of `priority` whose RTS is next. While a class is alone its shares are not counted,
/// and all begin again when others join.
unsigned CellPorts::choose_request(unsigned endpoint, unsigned priority) {
  Port& port = ports_[endpoint];
  const auto classes = static_cast<uint8_t>(port.request_classes & classes_of(priority));
  const unsigned strict = classes & params_.ingress.pull_plan.strict;
  if (strict != 0) return highest(strict);
  FairShares& shares = shares_[endpoint][priority];
  if ((classes & (classes - 1)) == 0) {
    if (port.has_shared >> priority & 1) shares = {};
    port.has_shared = static_cast<uint8_t>(port.has_shared & ~(1u << priority));
    return lowest(classes);
  }
  const unsigned cos = shares.least(classes);
  const RtsWord rts = unpack_rts(word_1(cells_.front(requests_[endpoint].queues[cos])));
  shares.charge(cos, params_.ingress.pull_plan.weights[cos], rts.len);
  port.has_shared = static_cast<uint8_t>(port.has_shared | 1u << priority);
  return cos;
}

Cell CellPorts::take_request(unsigned endpoint, unsigned cos) {
  auto& queue = requests_[endpoint].queues[cos];
  Cell cell = cells_.pop_front(queue);
  Port& port = ports_[endpoint];
  if (queue.empty())
    port.request_classes = static_cast<uint8_t>(port.request_classes & ~(1u << cos));
  return cell;
}

void CellPorts::credit(Cycle now, unsigned endpoint, Credit credit) {
  uint16_t& words = ports_[endpoint].credit[credit.vc / kClassVcs];
  words = static_cast<uint16_t>(words + credit.words);
  if (waiting_ >> endpoint & 1) wake_idle(now, bit(endpoint));
}

void CellPorts::take_credits(Cycle upto) {
  credits_->take(upto, [this](const ReturningCredits::Entry& entry) {
    credit(entry.due, entry.port - params_.first_terminal, {entry.vc, entry.words});
  });
  credit_due_ = credits_->next();
}

/// Without turns short packets would all depart from, and arrive at, the first ports.
inline unsigned CellPorts::first_in_turn(uint64_t endpoints) const {
  const unsigned first = lowest(endpoints);
  const uint64_t after = endpoints & after_data_[ports_[first].interface];
  return after != 0 ? lowest(after) : first;
}

void CellPorts::serve(Cycle now, Ingress& ingress, Mailbox& mailbox) {
  if (credit_due_ <= now) take_credits(now);
  if (next_ > now) return;
  uint64_t& turn = wheel_[now % kWheel];
  while (turn != 0) {
    const unsigned endpoint = first_in_turn(turn);
    serve_port(now, endpoint, ingress, mailbox);
    turn &= ~bit(endpoint);
  }
  turns_ &= ~(1u << now % kWheel);
  const uint32_t from_now = turns_ >> now % kWheel | turns_ << (kWheel - now % kWheel) % kWheel;
  next_ = turns_ != 0 ? now + static_cast<Cycle>(__builtin_ctz(from_now)) : kNoCycle;
}

inline void CellPorts::serve_port(Cycle now, unsigned endpoint, Ingress& ingress,
                                  Mailbox& mailbox) {
  Port& port = ports_[endpoint];
  bool waits = false;
  if (!port.answers.empty()) {
    const Cell& first = cells_.front(port.answers);
    if (port.credit[first.cls] >= first.words) {
      return send_queued(now, endpoint, cells_.pop_front(port.answers), mailbox);
    }
    waits = true;
  }
  for (unsigned priority = 2; port.request_classes != 0 && priority-- > 0;) {
    if ((port.request_classes & classes_of(priority)) == 0) continue;
    if (port.credit[traffic_class(IpCell::kRts, priority != 0)] >= kMinCellWords) {
      const unsigned cos = choose_request(endpoint, priority);
      return send_queued(now, endpoint, take_request(endpoint, cos), mailbox);
    }
    waits = true;
  }
  Cell cell;
  const Ingress::Pull pull = ingress.next_cell(now, port.interface, endpoint, port.credit, cell);
  if (pull == Ingress::Pull::kCell) {
    after_data_[port.interface] = group_mask_[port.interface] & ~uint64_t{0} << endpoint << 1;
    return send(now, endpoint, cell, mailbox);
  }
  waits |= pull == Ingress::Pull::kNoCredit;
  idle_ |= bit(endpoint);
  if (waits) waiting_ |= bit(endpoint);
}

/// Queued cells have no source address yet.
inline void CellPorts::send_queued(Cycle now, unsigned endpoint, Cell cell, Mailbox& mailbox) {
  cell.src = static_cast<uint16_t>(params_.address + endpoint);
  cell.hop = params_.initial_hop;
  send(now, endpoint, cell, mailbox);
}

/// Precondition: `cell` has its addresses.
inline void CellPorts::send(Cycle now, unsigned endpoint, const Cell& cell, Mailbox& mailbox) {
  Port& port = ports_[endpoint];
  mailbox.push_cell(params_.first_terminal + endpoint, now + timing::kInjectToRequest, cell);
  port.credit[cell.cls] = static_cast<uint16_t>(port.credit[cell.cls] - cell.words);
  put(now + cell.words, bit(endpoint));
  ++counters_.cells_sent;
}

}  // namespace tinsim
