// SPDX-License-Identifier: Apache-2.0
// Chip core of the cell switch: dead ports, heads that are routed anew, cells that are dropped.
#include <fmt/format.h>

#include <utility>

#include "rtl_models/link_state/link_state.h"
#include "rtl_models/parts/ordered_set.h"
#include "rtl_models/parts/rotate_pick.h"
#include "tlm/tin/cell_switch/core_inline.h"

namespace tinsim {

void CellSwitchCore::expect_failures(unsigned chip, ChipFailures plan) {
  failures_ = std::make_unique<FailureUnit>(chip, std::move(plan));
  dead_ = failures_->dead();
  ports_[kMemory].kind = LinkKind::kParked;
  if (params_.speedup > 1) arrivals_.resize(kMemory + 1);
  last_vc_.resize((kMemory + 1) * params_.ports, static_cast<uint8_t>(params_.vcs - 1));
}

uint64_t CellSwitchCore::lost_in_queue(unsigned port) const {
  return failures_ == nullptr ? 0 : failures_->lost_in_queue[port];
}

FailureCounters CellSwitchCore::failure_counters() const {
  if (failures_ == nullptr) return {};
  FailureCounters counters = failures_->counters;
  counters.peak_parked_cells = failures_->memory.peak_cells();
  counters.peak_parked_words = failures_->memory.peak_words();
  counters.hops_before_parking = failures_->memory.hops_sent();
  return counters;
}

void CellSwitchCore::run_failures(Cycle now) {
  uint64_t not_up = 0;
  for (uint64_t left = failing_; left != 0; left &= left - 1) {
    const unsigned port = lowest(left);
    const bool up = drivers_[port]->driver().port().state() == static_cast<unsigned>(PhyState::Up);
    not_up |= uint64_t{!up} << port;
  }
  const uint64_t down = failures_->seen(now, not_up);
  const uint64_t before = failures_->down_ports();
  if (down == before && failures_->next() > now) return;
  if (now != 0) take_credits(now - 1);  // heads that are routed anew see those
  failures_->set_down(down);
  routes_.set_down(down);
  failures_->take_plan(now, routes_);
  dead_ = failures_->dead();
  for (uint64_t left = down & ~before; left != 0; left &= left - 1) flush_queue(now, lowest(left));
  for (unsigned out = 0; out < kMaxPorts; ++out) {
    if ((dead_ >> out & 1) && ports_[out].requests != 0) rebind_heads(now, out);
  }
}

/// What waits in the output queue of a link that is down is lost. It has not left, so its credit
/// is there again.
void CellSwitchCore::flush_queue(Cycle now, unsigned out) {
  LinkTx& tx = ports_[out].link;
  while (tx.head != kNil) {
    const uint32_t index = tx.head;
    const CellPool::Node& node = mailbox_.pool()[index];
    const Credit credit{node.out_vc, node.cell.words};
    tx.head = node.next;
    uint16_t& avail = avail_of(node.out_vc, out);
    avail = static_cast<uint16_t>(avail + credit.words);
    routes_.credited(out, credit);
    count_waiting(out, node, -1);
    if (observer_ != nullptr) observer_->credit_received(now - timing::kCreditToUse, out, credit);
    ++failures_->lost_in_queue[out];
    mailbox_.pool().release(index);
  }
  tx.tail = kNil;
  time_update(out, tx);
}

void CellSwitchCore::rebind_heads(Cycle now, unsigned out) {
  for (uint64_t ins = ports_[out].requests; ins != 0; ins &= ins - 1) {
    const unsigned in = lowest(ins);
    for (uint32_t left = ports_[in].nonempty; left != 0; left &= left - 1) {
      if (at(in, lowest(left)).out == out) rebind(now, in, lowest(left));
    }
  }
}

void CellSwitchCore::rebind(Cycle now, unsigned in, unsigned vc) {
  VcQueue& q = at(in, vc);
  const unsigned before = q.out;
  count_blocked(now, in, q);
  q.blocked = Cause::kNone;
  reroute(q.head);
  q.out = mailbox_.pool()[q.head].out;
  q.out_vc = mailbox_.pool()[q.head].out_vc;
  unbind_output(in, before);
  ask(in, q.out);
  request(now, in, q);
}

Route CellSwitchCore::route_around_failures(CellPool::Node& node) {
  const Route route = failures_->choose(node.port, node.cell, routes_);
  failures_->rebound(node.cell.vc, {}, route);
  return route;
}

void CellSwitchCore::reroute(uint32_t index) {
  CellPool::Node& node = mailbox_.pool()[index];
  const Route from{node.out, node.out_vc};
  const Route to = failures_->choose(node.port, node.cell, routes_);
  routes_.unrouted(from, node.cell.words);
  routes_.routed(to, node.cell.words);
  failures_->rebound(node.cell.vc, from, to);
  node.out = to.port;
  node.out_vc = to.vc;
}

/// A discard takes its input as a transfer would, and so does parking. Where other VCs want the
/// input as well, they and these take turns.
void CellSwitchCore::arbitrate_and_discard(Cycle now) {
  const auto leave_here = [this] { return ports_[kDiscard].requests | ports_[kPark].requests; };
  uint64_t& gave_way = failures_->gave_way;
  const uint64_t free = free_inputs(now, leave_here() | gave_way);
  discard(now, leave_here() & free & ~gave_way);
  const uint64_t still_free = free_inputs(now, free);
  arbitrate(now);
  gave_way &= ~(still_free & ~free_inputs(now, still_free));
  discard(now, free_inputs(now, leave_here()));
}

uint64_t CellSwitchCore::free_inputs(Cycle now, uint64_t of) const {
  for (uint64_t left = of; left != 0; left &= left - 1) {
    if (ports_[lowest(left)].in_free_at > now) of &= ~(left & -left);
  }
  return of;
}

void CellSwitchCore::discard(Cycle now, uint64_t ins) {
  for (; ins != 0; ins &= ins - 1) {
    const unsigned in = lowest(ins);
    Port& port = ports_[in];
    uint32_t vcs = 0;
    for (uint32_t left = port.nonempty; left != 0; left &= left - 1) {
      const unsigned out = at(in, lowest(left)).out;
      if (out == kDiscard || out == kPark) vcs |= 1u << lowest(left);
    }
    const unsigned vc = pick_round_robin(vcs, next_cyclic(port.last_vc, params_.vcs));
    VcQueue& q = at(in, vc);
    const uint32_t index = q.head;
    const unsigned words = q.words, out = q.out;
    routes_.unrouted({q.out, q.out_vc}, words);
    ++q.cells;
    q.words_total += words;
    count_stalls(now, in, q);
    if (observer_ != nullptr) {
      observer_->matched(now, in, vc, out, mailbox_.pool()[index].cell);
    }
    port.in_busy_total += words;
    port.last_vc = static_cast<uint8_t>(vc);
    port.in_free_at = now + words;
    failures_->gave_way |= bit(in);
    pop_head(now, in, vc, q);
    if (port.wanted != 0) retry(now + words, port.wanted);
    if (in == kMemory) failures_->memory.give_up_first();
    return_credit(now, in, vc, words, q);
    if (out == kPark) {
      park(now, in, vc, index);
      continue;
    }
    ++(failures_->alive() ? failures_->counters.unreachable : failures_->counters.tin_down);
    mailbox_.pool().release(index);
  }
}

/// Memory takes every cell, for whoever waits for it might wait in a circle; what it does not hold
/// ends the run. The cell goes on when it has been read as a whole.
void CellSwitchCore::park(Cycle now, unsigned in, unsigned vc, uint32_t index) {
  CellPool::Node& node = mailbox_.pool()[index];
  node.port = kMemory;
  node.cell.vc = kEscapeVc;
  failures_->memory.enter(node.cell, now + node.cell.words);
  if (failures_->memory_overruns()) fail_memory(now, in, vc);
  node.next = kNil;
  const Route route = route_around_failures(node);
  routes_.routed(route, node.cell.words);
  node.out = route.port;
  node.out_vc = route.vc;
  ++failures_->counters.parked;
  VcQueue& q = open(kMemory, kEscapeVc);
  q.occupancy = static_cast<uint16_t>(q.occupancy + node.cell.words);
  if (q.head != kNil) {
    mailbox_.pool()[q.tail].next = index;
    q.tail = index;
    return;
  }
  q.head = q.tail = index;
  Port& memory = ports_[kMemory];
  add_head(kMemory, kEscapeVc);
  memory.in_free_at = std::max(memory.in_free_at, now + node.cell.words);
  set_head(now, kMemory, q, node);
  request(now, kMemory, q);
}

/// A parked cell leaves. The next one may still be on its way into memory.
void CellSwitchCore::leave_memory(unsigned words) {
  failures_->memory.leave(words);
  Port& memory = ports_[kMemory];
  const Cycle complete = failures_->memory.first_complete();
  if (complete <= memory.in_free_at) return;
  memory.in_free_at = complete;
  retry(complete, memory.wanted);
}

void CellSwitchCore::fail_memory(Cycle now, unsigned in, unsigned vc) const {
  fail(now, in, vc,
       fmt::format("parked cells are {} words, and memory holds failures.parked_words: {}",
                   failures_->memory.words(), failures_->memory_words()));
}

}  // namespace tinsim
