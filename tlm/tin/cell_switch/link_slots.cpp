// SPDX-License-Identifier: Apache-2.0
// Part of the chip core: connections of ports, credit, and the path of cells to their links.
#include "tlm/tin/cell_switch/link_slots.h"

#include <algorithm>

#include "tlm/tin/cell_switch/core_inline.h"

namespace tinsim {
inline namespace TIN_CORE_SHAPE {

namespace {
// Without ordered sets a cell reaches the output queue every `words` cycles at most and leaves in
// the next cycle, so at a match at most the cells of the last four cycles are still reserved: 4
// words. A queue of 24 words then always takes one more maximum cell and need not be simulated.
constexpr unsigned kNeverFull = 24;
}  // namespace

LinkSlots::LinkSlots(const SwitchParams& params)
    : sharing_(SharedCredit::sharing_ports(params)),
      queued_(params.queue_words < kNeverFull || buffers_words(params) ? first_bits(params.ports)
                                                                       : PortMask{}),
      queued_words_(buffers_words(params) ? kCoreVcs * kCorePorts : 0, params.memory),
      qos_{params.vcs, params.strict_vcs, params.weights, params.longest_words},
      pickers_(params.ports, buffers_words(params) ? params.dense : params.memory) {}

void LinkSlots::follow_settings() {
  const SwitchParams& params = records().params();
  qos_ = {params.vcs, params.strict_vcs, params.weights, params.longest_words};
}

void LinkSlots::reset_credit() {
  const SwitchParams& params = records().params();
  for (unsigned vc = 0; vc < params.vcs; ++vc) {
    for (unsigned port = 0; port < params.ports; ++port) {
      const bool terminal = params.terminal_ports >> port & 1;
      records().vc(port, vc).credit.words = terminal ? kUnlimited : at_port(params.tx_limit, port);
    }
  }
  if (sharing_ != 0) shared_ = std::make_unique<SharedCredit>(params);
}

void LinkSlots::add_memory_input() { tx(kMemory).kind = LinkKind::kParked; }

void LinkSlots::join(unsigned port, const PortWire& to) {
  const SwitchParams& params = records().params();
  wire(port) = to;
  wire(port).shares_pool = to.peer != nullptr && &to.peer->pool() == &pool();
  if (driven_ >> port & 1) return;
  LinkTx& t = tx(port);
  t.kind = to.ordered_sets ? LinkKind::kSets : to.is_joined() ? LinkKind::kDelay : LinkKind::kNone;
  t.is_full_rate = to.full_rate;
  if (!params.link_rates.empty()) t.set_rate(params.link_rates[port]);
  if (to.is_joined()) queued_ |= port_bit(port);
  if (!to.ordered_sets) return;
  if (params.refresh_cycles != 0) t.refresh_due = to.refresh_phase;
  if (params.timesync_cycles != 0) t.timed_due = params.timesync_cycles;
}

void LinkSlots::join_driver(unsigned port, LinkDriver& driver) {
  drivers_.resize(records().params().ports);
  drivers_[port].emplace(driver);
  driver.observe(observation().observer(), port);
  driven_ |= port_bit(port);
  tx(port).kind = LinkKind::kDriven;
  tx(port).refresh_due = tx(port).timed_due = kNoCycle;  // the driver sends these sets
  if (driver.params().fails) failing_ |= port_bit(port);
  queued_ |= port_bit(port);
}

void LinkSlots::stall(const LinkStalls* stalls) {
  stalls_ = stalls;
  queued_ = first_bits(records().params().ports);
}

void LinkSlots::observe_drivers(SwitchObserver* observer) {
  for (PortMask left = driven_; left != 0; drop_lowest(left)) {
    drivers_[lowest(left)]->driver().observe(observer, lowest(left));
  }
}

void LinkSlots::drain_credits(Cycle upto) {
  records().mailbox().drain_credits(upto, [&](unsigned port, Credit credit, Cycle due) {
    observation().notify_credited(due, port, credit.vc, credit.words);
    add_credit(port, credit.vc, credit.words);
    routes().unit().credited(port, credit);
    if (shares_words(port)) {
      for (unsigned vc = 0; vc < kCoreVcs; ++vc) arbiter().credit_arrived(due, port, vc);
    } else {
      arbiter().credit_arrived(due, port, credit.vc);
    }
  });
}

/// The credit of a VC also depends on what the others of its port hold.
void LinkSlots::load_shared_credit(unsigned out) {
  for (unsigned vc = 0; vc < records().params().vcs; ++vc)
    records().vc(out, vc).credit.words = static_cast<uint16_t>(shared_->sendable(out, vc));
}

inline void LinkSlots::send(Cycle now, unsigned out, uint32_t index, CellPool::Node& node) {
  node.cell.vc = node.out_vc;
  if (!is_queued(out)) {
    depart(now + records().delays().match_to_tx, out, index, node);
    return;
  }
  LinkTx& t = tx(out);
  const Cycle before = now - 1 + records().delays().match_to_tx;
  if (update_at(out) <= before) apply_deferred_updates(before, out, t);
  if ((t.refresh_due < before) & (t.head == kNil)) {
    const bool idle = !observation().is_observed() & (t.timed_due > before);
    if (!idle || !take_refresh_before(before + 1, t)) send_timed_sets(before, out, t);
  }
  if (can_start_now(now, out)) {
    start_cell(now + records().delays().match_to_tx, out, t, index, node);
  } else {
    enqueue(now, out, index);
  }
}

void LinkSlots::enqueue(Cycle now, unsigned out, uint32_t index) {
  LinkTx& t = tx(out);
  CellPool::Node& node = pool()[index];
  node.next = kNil;
  (t.head == kNil ? t.head : pool()[t.tail].next) = index;
  t.tail = index;
  update_at(out) = kNoCycle;  // decide_one() sends the update
  deferred_ &= ~port_bit(out);
  count_queued(out, node, 1);
  schedule_decision(now, out);
}

unsigned LinkSlots::queued_words(const LinkTx& t, unsigned vc) const {
  unsigned words = 0;
  for (uint32_t i = t.head; i != kNil; i = pool()[i].next) {
    const CellPool::Node& node = pool()[i];
    words += node.out_vc == vc ? node.cell.words : 0;
  }
  return words;
}

void LinkSlots::schedule_departures(Cycle now, unsigned out, unsigned vc) {
  for (const LinkTx::Departed& d : tx(out).departed) {
    if (d.slot > now && d.vc == vc) wheel().schedule_outputs(d.slot, port_bit(out));
  }
}

inline void LinkSlots::depart(Cycle slot, unsigned out, uint32_t index, CellPool::Node& node) {
  const Cell& cell = node.cell;
  observation().notify_started(slot, out, cell);
  const Cycle to_request = records().delays().rx_to_request + tx(out).hold_cycles(cell.words);
  switch (tx(out).kind) {
    case LinkKind::kSets:
    case LinkKind::kDelay:
      if (wire(out).shares_pool) return wire(out).forward_node(slot, index, node, to_request);
      wire(out).send_cell(slot, cell, to_request);
      break;
    case LinkKind::kNone:
      terminals().deliver(out, cell, slot + records().delays().tx_to_wire + cell.words - 1);
      break;
    case LinkKind::kDriven:
      drivers_[out]->begin(cell);
      break;
    case LinkKind::kParked:
      break;
  }
  pool().release(index);
}

inline void LinkSlots::return_credit(Cycle now, unsigned in, unsigned vc, unsigned words,
                                     VcRecord& q) {
  observation().notify_freed(now, in, vc, words);
  LinkTx& t = tx(in);
  switch (t.kind) {
    case LinkKind::kSets: {
      const Cycle before = now - 1 + records().delays().match_to_tx;
      if (update_at(in) <= before) apply_deferred_updates(before, in, t);
      t.pending_since = std::max(
          t.pending_since, t.pending == 0 ? now + records().delays().match_to_credit() + 1 : 0);
      t.pending |= vc_bit(vc);
      q.freed.words_ = static_cast<uint16_t>(q.freed.words_ + words);
      schedule_update(in, t);
      break;
    }
    case LinkKind::kNone:
      if (records().params().terminal_ports >> in & 1) {
        terminals().return_credit(now, in, vc, words);
      } else {
        records().mailbox().push_credit(in, now + records().delays().match_to_source_credit(),
                                        {vc, words});
      }
      break;
    case LinkKind::kDelay:
      wire(in).send_credit(now, {vc, words}, records().delays().match_to_credit());
      break;
    case LinkKind::kDriven:
      drivers_[in]->free_words(vc, words);
      break;
    case LinkKind::kParked:
      routes().leave_memory(words);
      break;
  }
}

unsigned LinkSlots::flush(Cycle now, unsigned out) {
  LinkTx& t = tx(out);
  unsigned cells = 0;
  for (; t.head != kNil; ++cells) {
    const uint32_t index = t.head;
    const CellPool::Node& node = pool()[index];
    const Credit credit{node.out_vc, node.cell.words};
    t.head = node.next;
    add_credit(out, credit.vc, credit.words);
    routes().unit().credited(out, credit);
    routes().unit().left_queue(now + records().delays().match_to_tx,
                               {static_cast<uint8_t>(out), credit.vc}, credit.words);
    count_queued(out, node, -1);
    observation().notify_credited(now, out, credit.vc, credit.words);
    pool().release(index);
  }
  t.tail = kNil;
  schedule_update(out, t);
  return cells;
}

}  // namespace TIN_CORE_SHAPE
}  // namespace tinsim
