// SPDX-License-Identifier: Apache-2.0
// Chip core of the cell switch: the events of one cycle, in the order of the pipeline.
#include "tlm/tin/cell_switch/core.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "platform/errors.h"
#include "rtl_models/parts/rotate_pick.h"

namespace tinsim {

namespace {
constexpr uint64_t bit(unsigned n) { return 1ull << n; }
unsigned lowest(uint64_t mask) { return static_cast<unsigned>(__builtin_ctzll(mask)); }
uint64_t first_bits(unsigned n) { return n >= 64 ? ~0ull : bit(n) - 1; }

// Without stalls a cell reaches the output queue every `words` cycles at most and leaves in the next
// cycle, so at a match at most the cells of the last four cycles are still reserved: 4 words. A queue of
// 24 words then always takes one more maximum cell and need not be simulated.
constexpr unsigned kNeverFull = 24;
}  // namespace

CellSwitchCore::CellSwitchCore(const SwitchParams& params, RouteUnit route, unsigned ring_cycles)
    : in_free_(first_bits(params.ports)),
      out_free_(first_bits(params.ports)),
      stage_active_(params.queue_words < kNeverFull),
      params_(params),
      vc_pointer_(params.ports * params.ports),
      out_(kMaxVcs * kMaxPorts),
      queues_(new VcQueue[params.vcs * kMaxPorts]),
      routes_(std::move(route)),
      stage_(params_),
      mailbox_(ring_cycles) {
  for (unsigned vc = 0; vc < params.vcs; ++vc) {
    for (unsigned port = 0; port < params.ports; ++port) {
      out_[vc * kMaxPorts + port] = {params.tx_limit[port],
                                     static_cast<uint16_t>(params.queue_words)};
    }
  }
  if (stage_active_) stage_.activate();
}

void CellSwitchCore::attach(Endpoints* endpoints) {
  endpoints_ = endpoints;
  due_.next = 0;
}

void CellSwitchCore::join(unsigned port, const PortWire& wire) {
  wires_[port] = wire;
  ports_[port].is_link = true;
}

void CellSwitchCore::stall_links(const LinkStalls* stalls) {
  stalls_ = stalls;
  stage_active_ = true;
  stage_.activate();
}

void CellSwitchCore::advance(Cycle from, Cycle to) {
  // Credits that came while the chip slept unblock nothing, or it would have been woken.
  if (from != 0) take_credits(from - 1);
  for (;;) {
    Cycle now = mailbox_.next_active(from, to, blocked_ != 0);
    if (due_.next < now) now = std::max(due_.next, from);
    if (now >= to) return;
    step(now);
    from = now + 1;
  }
}

void CellSwitchCore::step(Cycle now) {
  const uint32_t arriving = mailbox_.take_cells(now);
  free_ports(now);
  if (arriving != kNil) route_arrivals(now, arriving);
  take_credits(now);
  if (due_.next <= now) inject(now);
  if (stage_active_) run_output_stage(now);
  arbitrate(now);
}

void CellSwitchCore::free_ports(Cycle now) {
  // Slots of the wheel for the cycles since the last step, as a mask rotated to slot numbers.
  const Cycle passed = now - released_;
  uint32_t due = release_slots_;
  if (passed < 32) {
    const uint32_t window = (1u << passed) - 1;
    const unsigned first = (released_ + 1) & 31;
    due &= first == 0 ? window : (window << first | window >> (32 - first));
  }
  released_ = now;
  release_slots_ &= ~due;
  for (; due != 0; due &= due - 1) {
    const unsigned slot = lowest(due);
    const uint64_t outs = release_out_[slot];
    out_free_ |= outs;
    dirty_ |= outs;
    in_free_ |= release_in_[slot];
    for (uint64_t ins = release_in_[slot]; ins != 0; ins &= ins - 1) dirty_ |= ports_[lowest(ins)].wanted;
    release_in_[slot] = release_out_[slot] = 0;
  }
}

void CellSwitchCore::route_arrivals(Cycle now, uint32_t list) {
  if (!routes_.adaptive()) {
    while (list != kNil) {
      const uint32_t index = list;
      list = mailbox_.pool()[index].next;
      route(now, index);
      enqueue(now, index);
    }
    return;
  }
  // Decisions were made in cycle now - 1, on queue lengths that include credits of cycles before and not
  // each other.
  take_credits(now - 1);
  for (uint32_t i = list; i != kNil; i = mailbox_.pool()[i].next) route(now, i);
  while (list != kNil) {
    const uint32_t index = list;
    const CellPool::Node& node = mailbox_.pool()[index];
    list = node.next;
    routes_.routed({node.out, node.out_vc}, node.cell.words);
    enqueue(now, index);
  }
}

void CellSwitchCore::route(Cycle now, uint32_t index) {
  CellPool::Node& node = mailbox_.pool()[index];
  if (node.cell.hop == 0) fail(now, node.port, node.cell.vc, "hop count exhausted");
  const Route route = routes_.choose(node.port, node.cell);
  if (route.port >= params_.ports || route.vc >= params_.vcs) {
    fail(now, node.port, node.cell.vc,
         fmt::format("no route to address {:#06x}", unsigned{node.cell.dst}));
  }
  --node.cell.hop;
  node.out = route.port;
  node.out_vc = route.vc;
}

void CellSwitchCore::take_credits(Cycle upto) {
  mailbox_.drain_credits(upto, [&](unsigned port, Credit credit) {
    blocked_ &= ~bit(port);
    if (params_.terminal_ports >> port & 1) {
      due_ = endpoints_->credit(port, credit, upto);
      blocked_ |= due_.waiting;
      return;
    }
    out_[credit.vc * kMaxPorts + port].avail += credit.words;
    routes_.credited(port, credit);
    dirty_ |= bit(port);
  });
}

void CellSwitchCore::enqueue(Cycle now, uint32_t index) {
  CellPool::Node& node = mailbox_.pool()[index];
  const unsigned port = node.port;
  VcQueue& q = at(port, node.cell.vc);
  q.occupancy += node.cell.words;
  if (q.occupancy > params_.rx_depth[port]) {
    fail(now, port, node.cell.vc, fmt::format("VC FIFO overrun, {} words in a FIFO of {}",
                                              q.occupancy, params_.rx_depth[port]));
  }
  if (q.occupancy > q.peak) q.peak = q.occupancy;
  node.next = kNil;
  if (q.head == kNil) {
    q.head = q.tail = index;
    ports_[port].nonempty |= 1u << node.cell.vc;
    set_head(now, port, q);
    dirty_ |= bit(q.out);
    wake_when_free(now, port, q);
  } else {
    mailbox_.pool()[q.tail].next = index;
    q.tail = index;
  }
}

void CellSwitchCore::set_head(Cycle since, unsigned port, VcQueue& q) {
  const CellPool::Node& node = mailbox_.pool()[q.head];
  q.out = node.out;
  q.out_vc = node.out_vc;
  q.words = node.cell.words;
  q.since = since;
  q.busy_then = busy_cycles(port, since);
  q.blocked = Cause::kNone;
  q.blocked_cycles = 0;
  ports_[q.out].requests |= bit(port);
  ports_[port].wanted |= bit(q.out);
}

void CellSwitchCore::wake_when_free(Cycle now, unsigned port, const VcQueue& q) {
  // A port that becomes busy later wakes for those who already wait for it.
  const Cycle free_at = std::max(ports_[port].in_free_at, ports_[q.out].out_free_at);
  if (free_at > now) mailbox_.wake(free_at);
}

void CellSwitchCore::inject(Cycle now) {
  due_ = endpoints_->inject(now, mailbox_);
  blocked_ |= due_.waiting;
}

void CellSwitchCore::run_output_stage(Cycle now) {
  for (const Freed& f : freed_) {
    out_[f.vc * kMaxPorts + f.out].space += f.words;
    dirty_ |= bit(f.out);
  }
  freed_.clear();
  if (stage_.idle()) return;
  const uint64_t ready = stalls_ != nullptr ? stalls_->ready(now) : ~0ull;
  stage_.run(now, ready, mailbox_.pool(), [&](unsigned out, uint32_t index) {
    const CellPool::Node& node = mailbox_.pool()[index];
    freed_.push_back({static_cast<uint8_t>(out), node.out_vc, node.cell.words});
    depart(now + 1, out, index);
  });
  if (!stage_.idle() || !freed_.empty()) mailbox_.wake(now + 1);
}

void CellSwitchCore::arbitrate(Cycle now) {
  uint64_t outs = dirty_ & out_free_;
  dirty_ = 0;
  for (unsigned round = 0; round < params_.iterations && outs != 0; ++round) {
    uint64_t offered = 0;
    for (uint64_t left = outs; left != 0; left &= left - 1) {
      const unsigned out = lowest(left);
      unsigned in = 0;
      if (!grant(now, out, in)) {
        outs &= ~bit(out);
        continue;
      }
      ports_[in].offers = (offered >> in & 1 ? ports_[in].offers : 0) | bit(out);
      offered |= bit(in);
    }
    for (; offered != 0; offered &= offered - 1) {
      const unsigned in = lowest(offered);
      const unsigned out = pick_round_robin(ports_[in].offers, ports_[in].accept_pointer);
      match(now, in, out);
      outs &= ~bit(out);
      if (round == 0) {
        ports_[out].grant_pointer = static_cast<uint8_t>(next_cyclic(in, params_.ports));
        ports_[in].accept_pointer = static_cast<uint8_t>(next_cyclic(out, params_.ports));
      }
    }
  }
  if (outs != 0) {  // granted, not accepted: they try again in the next cycle
    dirty_ |= outs;
    mailbox_.wake(now + 1);
  }
}

bool CellSwitchCore::grant(Cycle now, unsigned out, unsigned& in) {
  Port& port = ports_[out];
  uint64_t candidates = port.requests & in_free_;
  while (candidates != 0) {
    in = pick_round_robin(candidates, port.grant_pointer);
    port.offered_vcs = eligible(now, in, out);
    if (port.offered_vcs != 0) return true;
    candidates &= ~bit(in);
  }
  return false;
}

uint32_t CellSwitchCore::eligible(Cycle now, unsigned in, unsigned out) {
  uint32_t vcs = 0;
  for (uint32_t left = ports_[in].nonempty; left != 0; left &= left - 1) {
    const unsigned vc = lowest(left);
    VcQueue& q = at(in, vc);
    if (q.out == out && fits(now, in, out, q)) vcs |= 1u << vc;
  }
  return vcs;
}

bool CellSwitchCore::fits(Cycle now, unsigned in, unsigned out, VcQueue& q) {
  const OutVc& room = out_[q.out_vc * kMaxPorts + out];
  const bool terminal = params_.terminal_ports >> out & 1;
  Cause cause = Cause::kNone;
  if (!terminal && room.avail < q.words) {
    cause = Cause::kCredit;
    blocked_ |= bit(out);
  } else if (stage_active_ && room.space < q.words) {
    cause = Cause::kQueue;
  }
  if (cause != q.blocked) {
    count_blocked(now, in, q);
    q.blocked = cause;
    q.blocked_since = now;
    q.blocked_busy = busy_cycles(in, now);
  }
  return cause == Cause::kNone;
}

void CellSwitchCore::match(Cycle now, unsigned in, unsigned out) {
  uint8_t& pointer = vc_pointer_[in * params_.ports + out];
  const uint32_t offered = ports_[out].offered_vcs;
  const bool choice = (offered & (offered - 1)) != 0;  // else the pointer need not be loaded
  const unsigned vc = choice ? pick_round_robin(offered, pointer) : lowest(offered);
  pointer = static_cast<uint8_t>(next_cyclic(vc, params_.vcs));
  VcQueue& q = at(in, vc);
  const uint32_t index = q.head;
  const unsigned words = q.words;
  OutVc& room = out_[q.out_vc * kMaxPorts + out];
  if (!(params_.terminal_ports >> out & 1)) room.avail -= static_cast<uint16_t>(words);

  count_match(now, in, q);
  if (observer_ != nullptr) observer_->matched(now, in, vc, out, mailbox_.pool()[index].cell);
  ports_[in].in_busy_total += words;
  ports_[in].in_free_at = ports_[out].out_free_at = now + words;
  in_free_ &= ~bit(in);
  out_free_ &= ~bit(out);
  const unsigned slot = (now + words) & 31;
  release_in_[slot] |= bit(in);
  release_out_[slot] |= bit(out);
  release_slots_ |= 1u << slot;

  pop_head(now, in, vc, q);
  if ((ports_[out].requests | ports_[in].wanted) != 0) mailbox_.wake(now + words);
  return_credit(now, in, vc, words);
  mailbox_.pool()[index].cell.vc = mailbox_.pool()[index].out_vc;
  if (stage_active_) {
    room.space -= static_cast<uint16_t>(words);
    stage_.push(out, now + timing::kMatchToQueue, index);
    mailbox_.wake(now + timing::kMatchToQueue);
  } else {
    depart(now + timing::kMatchToTx, out, index);
  }
}

void CellSwitchCore::count_match(Cycle now, unsigned in, VcQueue& q) {
  ++cell_hops_;
  ++q.cells;
  q.words_total += q.words;
  count_stalls(now, in, q);
}

void CellSwitchCore::count_blocked(Cycle until, unsigned in, VcQueue& q) {
  if (q.blocked == Cause::kNone) return;
  const uint32_t busy = busy_cycles(in, until) - q.blocked_busy;  // is counted as stall_input
  const uint32_t cycles = until - q.blocked_since - busy;
  (q.blocked == Cause::kCredit ? q.stall_credit : q.stall_queue) += cycles;
  q.blocked_cycles += cycles;
}

void CellSwitchCore::count_stalls(Cycle until, unsigned in, VcQueue& q) {
  if (until <= q.since) return;
  const uint32_t busy = busy_cycles(in, until) - q.busy_then;
  q.stall_input += busy;
  q.stall_output += until - q.since - busy - q.blocked_cycles;
}

std::string CellSwitchCore::finish(Cycle end) {
  for (unsigned in = 0; in < params_.ports; ++in) {
    for (uint32_t left = ports_[in].nonempty; left != 0; left &= left - 1) {
      VcQueue& q = at(in, lowest(left));
      count_blocked(end, in, q);
      count_stalls(end, in, q);
    }
  }
  return "";
}

void CellSwitchCore::pop_head(Cycle now, unsigned in, unsigned vc, VcQueue& q) {
  const unsigned out = q.out;
  q.occupancy -= q.words;
  q.head = mailbox_.pool()[q.head].next;
  if (q.head != kNil) {
    set_head(now + 1, in, q);
    wake_when_free(now, in, q);
  } else {
    ports_[in].nonempty &= ~(1u << vc);
  }
  for (uint32_t left = ports_[in].nonempty; left != 0; left &= left - 1) {
    if (at(in, lowest(left)).out == out) return;  // another head still asks for this output
  }
  ports_[out].requests &= ~bit(in);
  ports_[in].wanted &= ~bit(out);
}

void CellSwitchCore::return_credit(Cycle now, unsigned in, unsigned vc, unsigned words) {
  const Credit credit{static_cast<uint8_t>(vc), static_cast<uint8_t>(words)};
  if (observer_ != nullptr) observer_->credit_sent(now + timing::kMatchToCredit, in, credit);
  if (ports_[in].is_link) {
    wires_[in].send_credit(now, credit);
  } else {
    mailbox_.push_credit(in, now + timing::kMatchToSourceCredit, credit);
  }
}

void CellSwitchCore::depart(Cycle tx, unsigned out, uint32_t index) {
  const Cell& cell = mailbox_.pool()[index].cell;
  if (observer_ != nullptr) observer_->cell_started(tx, out, cell);
  if (ports_[out].is_link) {
    wires_[out].send_cell(tx, cell);
  } else {
    endpoints_->deliver(out, cell, tx + timing::kTxToSink + cell.words - 1);
  }
  mailbox_.pool().release(index);
}

VcCounters CellSwitchCore::counters(unsigned port, unsigned vc) const {
  const VcQueue& q = at(port, vc);
  return {q.cells,       q.words_total,  q.stall_input, q.stall_credit,
          q.stall_queue, q.stall_output, q.peak};
}

void CellSwitchCore::clear_counters(Cycle now) {
  for (unsigned i = 0; i < params_.vcs * kMaxPorts; ++i) {
    VcQueue& q = queues_[i];
    if (q.cells == 0 && q.head == kNil) continue;  // leave untouched pages untouched
    q.cells = q.words_total = 0;
    q.stall_input = q.stall_credit = q.stall_queue = q.stall_output = 0;
    q.peak = q.occupancy;
    if (q.head == kNil) continue;
    q.since = std::max(q.since, now);  // stalls before now are not counted
    q.busy_then = busy_cycles(i % kMaxPorts, q.since);
    q.blocked_since = now;
    q.blocked_busy = busy_cycles(i % kMaxPorts, now);
    q.blocked_cycles = 0;
  }
}

unsigned CellSwitchCore::staged(unsigned port, unsigned vc) const {
  if (!stage_active_) return 0;
  unsigned words = params_.queue_words - out_[vc * kMaxPorts + port].space;
  for (const Freed& f : freed_) {  // these have left, though their space is given back later
    if (f.out == port && f.vc == vc) words -= f.words;
  }
  return words;
}

VcHead CellSwitchCore::head(unsigned port, unsigned vc) const {
  const VcQueue& q = at(port, vc);
  if (q.head == kNil) return {};
  return {true, q.out, q.out_vc, q.since, mailbox_.pool()[q.head].cell};
}

void CellSwitchCore::fail(Cycle now, unsigned port, unsigned vc, const std::string& what) const {
  throw InvariantError(
      fmt::format("{} port {} vc {} cycle {}: {}", params_.name, port, vc, now, what));
}

}  // namespace tinsim
