// SPDX-License-Identifier: Apache-2.0
// Chip core of the cell switch: the events of one cycle, in the order of the pipeline.
#include "tlm/tin/cell_switch/core.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/errors.h"
#include "base/prefetch.h"
#include "tlm/tin/cell_switch/core_inline.h"

namespace tinsim {

namespace {
uint64_t first_bits(unsigned n) { return n >= 64 ? ~0ull : bit(n) - 1; }

// Without ordered sets a cell reaches the output queue every `words` cycles at most and leaves in
// the next cycle, so at a match at most the cells of the last four cycles are still reserved: 4
// words. A queue of 24 words then always takes one more maximum cell and need not be simulated.
constexpr unsigned kNeverFull = 24;
}  // namespace

CellSwitchCore::CellSwitchCore(const SwitchParams& params, RouteUnit route, unsigned ring_cycles)
    : all_ports_(first_bits(params.ports)),
      staged_(params.queue_words < kNeverFull || params.speedup > 1 ? first_bits(params.ports) : 0),
      params_(params),
      vcs_(kMaxVcs * kMaxPorts, params.memory),
      queues_(params.dense),
      arrivals_(params.speedup > 1 ? params.ports : 0, params.dense),
      waiting_(params.speedup > 1 ? kMaxVcs * kMaxPorts : 0, params.memory),
      source_credits_(params.dense),
      routes_(std::move(route)),
      qos_{params.vcs, params.strict_vcs, params.weights},
      pickers_(params.ports, params.speedup > 1 ? params.dense : params.memory),
      mailbox_(ring_cycles, params.dense, params.memory, params.cells),
      last_vc_(params.ports * params.ports, static_cast<uint8_t>(params.vcs - 1), params.dense) {
  mailbox_.draw_by(routes_.draw_key());
  for (Port& port : ports_) {
    port.granted = kMaxPorts - 1;
    port.accepted = static_cast<uint8_t>(params.ports - 1);
  }
  queues_.reserve(params.queues_at_first);
  queues_.emplace_back();
  for (unsigned vc = 0; vc < params.vcs; ++vc) {
    for (unsigned port = 0; port < params.ports; ++port) {
      const bool terminal = params.terminal_ports >> port & 1;
      avail_of(vc, port) = terminal ? kEndless : params.tx_limit[port];
    }
  }
}

void CellSwitchCore::attach(Endpoints* endpoints) {
  endpoints_ = endpoints;
  sends_ahead_ = endpoints != nullptr && endpoints->sends_ahead();
  due_.next = 0;
}

void CellSwitchCore::join(unsigned port, const PortWire& wire) {
  ports_[port].wire = wire;
  ports_[port].wire.hands_over = wire.peer != nullptr && &wire.peer->pool() == &mailbox_.pool();
  if (on_wire_ >> port & 1) return;
  ports_[port].kind = wire.ordered_sets  ? LinkKind::kSets
                      : wire.is_joined() ? LinkKind::kDelay
                                         : LinkKind::kNone;
  if (wire.is_joined()) staged_ |= bit(port);
  if (!wire.ordered_sets) return;
  if (params_.refresh_cycles != 0) ports_[port].link.refresh_due = wire.refresh_phase;
  if (params_.timesync_cycles != 0) ports_[port].link.timesync_due = params_.timesync_cycles;
}

void CellSwitchCore::join_driver(unsigned port, LinkDriver& driver) {
  drivers_.resize(params_.ports);
  drivers_[port].emplace(driver);
  driver.observe(observer_, port);
  on_wire_ |= bit(port);
  ports_[port].kind = LinkKind::kDriven;
  ports_[port].link.refresh_due = ports_[port].link.timesync_due = kNoCycle;  // its driver's
  if (driver.params().fails) failing_ |= bit(port);
  staged_ |= bit(port);
}

void CellSwitchCore::stall_links(const LinkStalls* stalls) {
  stalls_ = stalls;
  staged_ = first_bits(params_.ports);
}

void CellSwitchCore::observe(SwitchObserver* observer) {
  observer_ = observer;
  told_ = observer != nullptr ? std::make_unique<ToldSets>(params_) : nullptr;
  for (uint64_t left = on_wire_; left != 0; left &= left - 1) {
    drivers_[lowest(left)]->driver().observe(observer, lowest(left));
  }
}

// What lies in dense memory is fetched with the pod's.
void CellSwitchCore::prefetch(Cycle from, Cycle to) const {
  for (uint32_t left = vcs_used_; left != 0; left &= left - 1) {
    const unsigned vc = lowest(left);
    prefetch_lines(&vcs_[vc * kMaxPorts], params_.ports * sizeof(PortVc));
    if (!waiting_.empty())
      prefetch_lines(&waiting_[vc * kMaxPorts], params_.ports * sizeof(waiting_[0]));
    routes_.prefetch(vc, params_.ports);
  }
  mailbox_.prefetch(from, to);
  routes_.prefetch_rows();
  if (queues_.size() > params_.queues_at_first)
    prefetch_lines(queues_.data(), queues_.size() * sizeof(VcQueue));
  if (endpoints_ != nullptr) endpoints_->prefetch();
}

template <bool kPlain>
inline Cycle CellSwitchCore::next_step(Cycle from, Cycle to) {
  if (!kPlain && on_wire_ != 0) return from;
  Cycle now = mailbox_.next_active(from, to, false);
  if (!kPlain && failures_ != nullptr && failures_->next() < now)
    now = std::max(failures_->next(), from);
  now = std::min(now, std::max(due_.next, from));
  // Of credits those that a head waits for are a reason for a step.
  while (blocked_ != 0 && mailbox_.next_credit() < now) {
    const Cycle due = std::max(mailbox_.next_credit(), from);
    drain_credits(due);
    now = dirty_ != 0 ? due : mailbox_.next_active(from, now, false);
  }
  return now;
}

template <bool kPlain>
inline void CellSwitchCore::step(Cycle now) {
  const uint32_t arriving = mailbox_.take_cells(now);
  Slot& slot = wheel_[now & 31];
  dirty_ |= slot.outputs;
  touched_ |= slot.links;
  slot = {};
  const bool may_fail = !kPlain && failures_ != nullptr;
  if (may_fail) run_failures(now);
  const uint64_t contested = arriving != kNil ? route_arrivals<kPlain>(now, arriving) : 0;
  // Nobody else asks for credits before an arrival does; heads that are routed anew have a choice.
  if (blocked_ != 0 || may_fail) take_credits(now);
  if (due_.next <= now) inject(now);
  if (arriving != kNil) admit<kPlain>(now, arriving, contested);
  if (may_fail) {
    arbitrate_and_discard(now);
  } else if (dirty_ != 0) {
    arbitrate(now);
  }
  if (touched_ != 0) run_links(now);
  if (!kPlain && on_wire_ != 0) run_link_drivers(now);
}

/// Returns the outputs that are chosen more than once.
template <bool kPlain>
inline uint64_t CellSwitchCore::route_arrivals(Cycle now, uint32_t list) {
  // Decisions were made in cycle now - 1, on queue lengths that include credits of cycles before
  // and not each other.
  if (routes_.adaptive()) take_credits(now - 1);
  uint64_t chosen = 0, contested = 0;
  while (list != kNil) {
    CellPool::Node& node = mailbox_.pool()[list];
    route<kPlain>(now, node);
    const uint64_t out = bit(node.out);
    contested |= chosen & out;
    chosen |= out;
    list = node.next;
  }
  return contested;
}

template <bool kPlain>
inline void CellSwitchCore::route(Cycle now, CellPool::Node& node) {
  if (node.cell.hop == 0) fail_route(now, node);
  const bool may_fail = !kPlain && failures_ != nullptr;
  const Route route =
      may_fail ? route_around_failures(node) : routes_.choose(node.port, node.cell, node.draws);
  const bool exists = route.port < params_.ports || (may_fail && route.port >= kPark);
  if (!exists || route.vc >= params_.vcs) fail_route(now, node);
  if (observer_ != nullptr) tell_received(now, node);
  --node.cell.hop;
  node.out = route.port;
  node.out_vc = route.vc;
}

inline void CellSwitchCore::take_credits(Cycle upto) {
  if (mailbox_.has_credit(upto)) drain_credits(upto);
}

void CellSwitchCore::drain_credits(Cycle upto) {
  mailbox_.drain_credits(upto, [&](unsigned port, Credit credit, Cycle due) {
    if (observer_ != nullptr) tell_credited(due, port, credit.vc, credit.words);
    uint16_t& avail = avail_of(credit.vc, port);
    avail = static_cast<uint16_t>(avail + credit.words);
    routes_.credited(port, credit);
    // Where no head was refused for want of credit, more of it changes nothing.
    if (blocked_ != 0 && (refused_[port].credit_vcs >> credit.vc & 1)) ask_again(due, port);
  });
}

template <bool kPlain>
inline void CellSwitchCore::admit(Cycle now, uint32_t list, uint64_t contested) {
  while (list != kNil) {
    const uint32_t index = list;
    const CellPool::Node& node = mailbox_.pool()[index];
    list = node.next;
    routes_.routed({node.out, node.out_vc}, node.cell.words);
    const bool may_fail = !kPlain && failures_ != nullptr;
    if (!may_fail && !(contested >> node.out & 1) && goes_at_once(now, node)) {
      pass(now, index);
    } else {
      enqueue(now, index);
    }
  }
}

template <bool kPlain>
void CellSwitchCore::run(Cycle from, Cycle to) {
  Cycle now = next_step<kPlain>(from, to);
  for (; now < to; now = next_step<kPlain>(now + 1, to)) step<kPlain>(now);
}

void CellSwitchCore::advance(Cycle from, Cycle to) {
  if (failures_ == nullptr && on_wire_ == 0) {
    inject_until_ = to;
    if (sends_ahead_ && due_.next < to) inject(from);
    run<true>(from, to);
  } else {
    run<false>(from, to);
  }
  if (due_.slack != 0 && due_.next < to + due_.slack) inject(to - 1);
  // Credits that nobody asked for unblock nothing, or the chip would have been woken.
  take_credits(to - 1);
  if (source_credits_.next() < to) endpoints_->take_credits(source_credits_, to - 1);
  settle_all(to - 1 + timing::kMatchToTx);
  if (told_ != nullptr) tell_timed_sets(to - 1 + timing::kMatchToTx);
}

void CellSwitchCore::enqueue(Cycle now, uint32_t index) {
  CellPool::Node& node = mailbox_.pool()[index];
  const unsigned port = node.port;
  VcQueue& q = open(port, node.cell.vc);
  q.occupancy += node.cell.words;
  if (q.occupancy > params_.rx_depth[port]) fail_overrun(now, node);
  q.peak = std::max(q.peak, q.occupancy);
  node.next = kNil;
  if (params_.speedup > 1) arrivals_[port] = {index, now + node.cell.words};
  if (q.head == kNil) {
    q.head = q.tail = index;
    add_head(port, node.cell.vc);
    set_head(now, port, q, node);
    request(now, port, q);
  } else {
    mailbox_.pool()[q.tail].next = index;
    q.tail = index;
  }
}

void CellSwitchCore::inject(Cycle now) {
  due_ = endpoints_->inject_ahead(now, inject_until_, source_credits_, mailbox_);
  if (due_.waiting != 0) expect_source_credit();
}

/// Sources that wait are called for the next credit of theirs.
void CellSwitchCore::expect_source_credit() {
  const Cycle next = source_credits_.next_of(due_.waiting);
  if (next != kNoCycle) due_.next = std::min(due_.next, next + due_.slack);
}

void CellSwitchCore::fail_route(Cycle now, const CellPool::Node& node) const {
  fail(now, node.port, node.cell.vc,
       node.cell.hop == 0 ? "hop count exhausted"
                          : fmt::format("no route to address {:#06x}", unsigned{node.cell.dst}));
}

void CellSwitchCore::fail_overrun(Cycle now, const CellPool::Node& node) const {
  fail(now, node.port, node.cell.vc,
       fmt::format("VC FIFO overrun, {} words in a FIFO of {}",
                   at(node.port, node.cell.vc).occupancy, params_.rx_depth[node.port]));
}

void CellSwitchCore::tell_received(Cycle now, const CellPool::Node& node) const {
  observer_->cell_received(now - timing::kRxToRequest, node.port, node.cell);
}

void CellSwitchCore::tell_matched(Cycle now, unsigned in, unsigned out,
                                  const CellPool::Node& node) const {
  const bool credited = !(params_.terminal_ports >> out & 1);
  if (credited) observer_->credit_taken(now, out, {node.out_vc, node.cell.words});
  observer_->matched(now, in, node.cell.vc, out, node.cell);
}

void CellSwitchCore::tell_freed(Cycle now, unsigned in, unsigned vc, unsigned words) const {
  observer_->credit_sent(now + timing::kMatchToCredit, in, {vc, words});
}

void CellSwitchCore::tell_started(Cycle tx, unsigned out, const Cell& cell) const {
  if (staged_ >> out & 1) told_->cell_sent(out, cell.vc, cell.words);
  observer_->cell_started(tx, out, cell);
}

void CellSwitchCore::tell_credited(Cycle use, unsigned out, unsigned vc, unsigned words) const {
  observer_->credit_received(use - timing::kCreditToUse, out, {vc, words});
}

void CellSwitchCore::fail(Cycle now, unsigned port, unsigned vc, const std::string& what) const {
  throw InvariantError(
      fmt::format("{} port {} vc {} cycle {}: {}", params_.name, port, vc, now, what));
}

}  // namespace tinsim
