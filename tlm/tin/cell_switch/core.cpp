// SPDX-License-Identifier: Apache-2.0
// Chip core of the cell switch: the events of one cycle, in the order of the pipeline.
#include "tlm/tin/cell_switch/core.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "platform/errors.h"
#include "tlm/tin/cell_switch/prefetch.h"

namespace tinsim {

namespace {
uint64_t first_bits(unsigned n) { return n >= 64 ? ~0ull : bit(n) - 1; }

// Without ordered sets a cell reaches the output queue every `words` cycles at most and leaves in
// the next cycle, so at a match at most the cells of the last four cycles are still reserved: 4
// words. A queue of 24 words then always takes one more maximum cell and need not be simulated.
constexpr unsigned kNeverFull = 24;
}  // namespace

CellSwitchCore::CellSwitchCore(const SwitchParams& params, RouteUnit route, unsigned ring_cycles)
    : in_free_(first_bits(params.ports)),
      out_free_(first_bits(params.ports)),
      staged_(params.queue_words < kNeverFull || params.speedup > 1 ? first_bits(params.ports) : 0),
      params_(params),
      arrivals_(params.speedup > 1 ? params.ports : 0),
      routes_(std::move(route)),
      qos_{params.vcs, params.strict_vcs, params.weights},
      pickers_(params.ports),
      mailbox_(ring_cycles, params.memory) {
  for (unsigned vc = 0; vc < params.vcs; ++vc) rows_.emplace_back(params.memory);
  for (unsigned vc = 0; vc < params.vcs; ++vc) {
    for (unsigned port = 0; port < params.ports; ++port) {
      avail_[vc * kMaxPorts + port] = params.tx_limit[port];
    }
  }
}

void CellSwitchCore::attach(Endpoints* endpoints) {
  endpoints_ = endpoints;
  due_.next = 0;
}

void CellSwitchCore::join(unsigned port, const PortWire& wire) {
  ports_[port].wire = wire;
  if (!wire.ordered_sets) return;
  staged_ |= bit(port);
  if (params_.refresh_cycles != 0) ports_[port].link.refresh_due = wire.refresh_phase;
  if (params_.timesync_cycles != 0) ports_[port].link.timesync_due = params_.timesync_cycles;
}

void CellSwitchCore::join_driver(unsigned port, LinkDriver& driver) {
  drivers_.resize(params_.ports);
  drivers_[port].emplace(driver);
  driver.observe(observer_, port);
  on_wire_ |= bit(port);
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

void CellSwitchCore::open_vc(unsigned vc) {
  rows_[vc].resize(params_.ports);
  queues_[vc] = rows_[vc].data();
  vcs_used_ |= 1u << vc;
}

void CellSwitchCore::prefetch(Cycle from, Cycle to) const {
  const auto scalars = reinterpret_cast<const char*>(&ports_) - reinterpret_cast<const char*>(this);
  prefetch_lines(this, static_cast<std::size_t>(scalars));
  prefetch_lines(ports_.data(), params_.ports * sizeof(Port));
  prefetch_lines(vc_pointer_.data(), params_.ports * params_.ports);
  prefetch_lines(&queues_,
                 reinterpret_cast<const char*>(this + 1) - reinterpret_cast<const char*>(&queues_));
  for (uint32_t left = vcs_used_; left != 0; left &= left - 1) {
    const unsigned vc = lowest(left);
    prefetch_lines(&avail_[vc * kMaxPorts], params_.ports * sizeof(avail_[0]));
    prefetch_lines(queues_[vc], params_.ports * sizeof(VcQueue));
    routes_.prefetch(vc, params_.ports);
  }
  mailbox_.prefetch(from, to);
  if (endpoints_ != nullptr) endpoints_->prefetch();
}

void CellSwitchCore::advance(Cycle from, Cycle to) {
  for (Cycle now = next_step(from, to); now < to; now = next_step(now + 1, to)) step(now);
  // Credits that came while the chip slept unblock nothing, or it would have been woken.
  take_credits(to - 1);
  if (told_ != nullptr) tell_timed_sets(to - 1 + timing::kMatchToTx);
}

Cycle CellSwitchCore::next_step(Cycle from, Cycle to) const {
  if (on_wire_ != 0) return from;
  Cycle now = mailbox_.next_active(from, to, blocked_ != 0);
  if (failures_ != nullptr && failures_->next() < now) now = std::max(failures_->next(), from);
  return due_.next < now ? std::max(due_.next, from) : now;
}

void CellSwitchCore::step(Cycle now) {
  const uint32_t arriving = mailbox_.take_cells(now);
  free_ports(now);
  if (failures_ != nullptr) run_failures(now);
  if (arriving != kNil) route_arrivals(now, arriving);
  take_credits(now);
  if (due_.next <= now) inject(now);
  if (failures_ == nullptr) {
    arbitrate(now);
  } else {
    arbitrate_and_discard(now);
  }
  run_links(now);
  if (on_wire_ != 0) run_link_drivers(now);
}

void CellSwitchCore::free_ports(Cycle now) {
  // Slots of the wheel for the cycles since the last step, as a mask rotated to slot numbers.
  const Cycle passed = now - released_;
  uint32_t window = ~0u;
  if (passed < 32) {
    const uint32_t slots = (1u << passed) - 1;
    const unsigned first = (released_ + 1) & 31;
    window = first == 0 ? slots : (slots << first | slots >> (32 - first));
  }
  uint32_t due = release_slots_ & window;
  released_ = now;
  release_slots_ &= ~due;
  for (; due != 0; due &= due - 1) {
    const unsigned slot = lowest(due);
    const uint64_t outs = release_out_[slot];
    out_free_ |= outs;
    dirty_ |= outs;
    in_free_ |= release_in_[slot];
    for (uint64_t ins = release_in_[slot]; ins != 0; ins &= ins - 1)
      dirty_ |= ports_[lowest(ins)].wanted;
    release_in_[slot] = release_out_[slot] = 0;
  }
  for (due = link_slots_ & window, link_slots_ &= ~due; due != 0; due &= due - 1) {
    touched_ |= link_wheel_[lowest(due)];
    link_wheel_[lowest(due)] = 0;
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
  // Decisions were made in cycle now - 1, on queue lengths that include credits of cycles before
  // and not each other.
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
  const Route route =
      failures_ == nullptr ? routes_.choose(node.port, node.cell) : route_around_failures(node);
  const bool exists =
      route.port < params_.ports || (failures_ != nullptr && route.port >= kNowhere);
  if (!exists || route.vc >= params_.vcs) {
    fail(now, node.port, node.cell.vc,
         fmt::format("no route to address {:#06x}", unsigned{node.cell.dst}));
  }
  if (observer_ != nullptr) {
    observer_->cell_received(now - timing::kRxToRequest, node.port, node.cell);
  }
  --node.cell.hop;
  node.out = route.port;
  node.out_vc = route.vc;
}

void CellSwitchCore::take_credits(Cycle upto) {
  if (!mailbox_.has_credit(upto)) return;
  mailbox_.drain_credits(upto, [&](unsigned port, Credit credit, Cycle due) {
    // Where no head was refused for want of credit, more of it changes nothing.
    dirty_ |= blocked_ & bit(port) & ~params_.terminal_ports;
    blocked_ &= ~bit(port);
    if (params_.terminal_ports >> port & 1) {
      due_ = endpoints_->credit(port, credit, upto);
      blocked_ |= due_.waiting;
      return;
    }
    if (observer_ != nullptr) {
      observer_->credit_received(due - timing::kCreditToUse, port, credit);
    }
    avail_[credit.vc * kMaxPorts + port] =
        static_cast<uint16_t>(avail_[credit.vc * kMaxPorts + port] + credit.words);
    routes_.credited(port, credit);
  });
}

void CellSwitchCore::enqueue(Cycle now, uint32_t index) {
  CellPool::Node& node = mailbox_.pool()[index];
  const unsigned port = node.port;
  if (queues_[node.cell.vc] == nullptr) open_vc(node.cell.vc);
  VcQueue& q = at(port, node.cell.vc);
  q.occupancy += node.cell.words;
  if (q.occupancy > params_.rx_depth[port]) {
    fail(now, port, node.cell.vc,
         fmt::format("VC FIFO overrun, {} words in a FIFO of {}", q.occupancy,
                     params_.rx_depth[port]));
  }
  if (q.occupancy > q.peak) q.peak = q.occupancy;
  node.next = kNil;
  if (!arrivals_.empty()) arrivals_[port] = {index, now + node.cell.words};
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

void CellSwitchCore::inject(Cycle now) {
  due_ = endpoints_->inject(now, mailbox_);
  blocked_ |= due_.waiting;
}

void CellSwitchCore::fail(Cycle now, unsigned port, unsigned vc, const std::string& what) const {
  throw InvariantError(
      fmt::format("{} port {} vc {} cycle {}: {}", params_.name, port, vc, now, what));
}

}  // namespace tinsim
