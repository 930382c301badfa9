// SPDX-License-Identifier: Apache-2.0
// The IP path of one chip: events in order, then the cells that may leave.
#include "tlm/tin/ip/ip_engine.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/errors.h"
#include "base/masks.h"
#include "base/prefetch.h"
#include "tlm/gnet/timing.h"

namespace tinsim {

namespace {
/// A cell that the switch matches in some cycle has arrived so many cycles later, or more.
constexpr Cycle kMatchToArrival = timing::kMatchToTx + timing::kTxToSink + kMinCellWords - 1;
/// When the switch calls in cycle `now`, all credit is known that is due so many cycles later, or
/// less, and all cells that arrive by then.
constexpr Cycle kKnownAhead = timing::kMatchToSourceCredit - 1;
static_assert(kKnownAhead < kMatchToArrival);
/// What an event makes the switch see it sees so many cycles after the event, or later.
constexpr Cycle kSlack = timing::kInjectToRequest - 1;
}  // namespace

IpEngine::IpEngine(const IpParams& params, const IpRoutes& routes, PacketDirectory& directory,
                   IpClasses& classes, CellSink& sink)
    : events_(params.memory),
      params_(params),
      mac_(params_, events_),
      sink_(sink),
      directory_(directory),
      cell_ports_(params_, counters_),
      ingress_(params_, routes, counters_, events_, mac_, directory),
      egress_(params_, directory, counters_, classes, events_, mac_) {
  directory.add(params.address, ingress_);
}

void IpEngine::attach(unsigned eport, Host& host) {
  const unsigned interface = interface_of(eport);
  ingress_.attach(interface, interface == kNicInterface ? eport : 0, host);
  egress_.attach(eport, host);
  events_.push(0, IpEvent::kWire, interface);
  wired_ = static_cast<uint8_t>(wired_ | 1u << interface);
}

Endpoints::Due IpEngine::inject(Cycle now, Mailbox& mailbox) {
  slack_ = 0;
  done_ = now;
  run(now, mailbox);
  return due();
}

Endpoints::Due IpEngine::inject_ahead(Cycle now, Cycle until, ReturningCredits& credits,
                                      Mailbox& mailbox) {
  if (now > last_ahead_) return Endpoints::inject_ahead(now, until, credits, mailbox);
  slack_ = kSlack;
  done_ = std::min(now + kKnownAhead, last_ahead_);
  cell_ports_.expect(&credits);
  run(done_, mailbox);
  cell_ports_.expect(nullptr);
  return due();
}

/// What is due up to cycle `to`.
inline void IpEngine::run(Cycle to, Mailbox& mailbox) {
  for (;;) {
    while (events_.next() <= std::min(to, cell_ports_.next())) handle(events_.take());
    const Cycle at = cell_ports_.next();
    if (at > to) return;
    cell_ports_.serve(at, ingress_, mailbox);
  }
}

Endpoints::Due IpEngine::credit(unsigned port, Credit credit, Cycle due) {
  cell_ports_.credit(due, port - params_.first_terminal, credit);
  return this->due();
}

void IpEngine::take_credits(ReturningCredits& credits, Cycle upto) {
  cell_ports_.expect(&credits);
  cell_ports_.take_credits(upto);
  cell_ports_.expect(nullptr);
}

Cycle IpEngine::deliver(unsigned port, const Cell& cell, Cycle at) {
  at += params_.sink_delay;
  sink_.arrived(params_.chip, port, cell, at);
  if (at <= done_) fail_late(port, at);
  if (known_ahead(at, cell)) {
    ++counters_.cells_received;
    return late(events_.next());
  }
  if (static_cast<IpCell>(cell.type) == IpCell::kRts) {
    const RtsWord rts = unpack_rts(word_1(cell));
    directory_.expect(cell.src, rts.iptr);
    egress_.expect(rts);
  }
  events_.push(at, IpEvent::kCellIn, port - params_.first_terminal, cell);
  return at + slack_;
}

/// Whether a cell that comes in cycle `at` has been dealt with: nobody looks, before its packet
/// goes on, at what it changes.
inline bool IpEngine::known_ahead(Cycle at, const Cell& cell) {
  if (cell.damaged) return false;
  const auto type = static_cast<IpCell>(cell.type);
  if (type == IpCell::kData) return egress_.data_ahead(at, cell);
  return type == IpCell::kCts && ingress_.cleared_ahead(at, cell);
}

void IpEngine::fail_late(unsigned port, Cycle at) const {
  throw InvariantError(
      fmt::format("{} port {} cycle {}: a cell arrives in a cycle that is over; expected one after "
                  "cycle {}",
                  params_.name, port, at, done_));
}

void IpEngine::prefetch() const {
  const auto mac = reinterpret_cast<const char*>(&mac_);
  prefetch_lines(this, static_cast<std::size_t>(mac - reinterpret_cast<const char*>(this)));
  const auto near = reinterpret_cast<const char*>(&counters_);
  const auto end = static_cast<const char*>(ingress_.near_end());
  prefetch_lines(near, static_cast<std::size_t>(end - near));
  prefetch_lines(&sink_, sizeof(sink_));
  events_.prefetch();
  ingress_.prefetch();
  egress_.prefetch();
  cell_ports_.prefetch(wired_);
}

Endpoints::Due IpEngine::due() const {
  return {late(std::min(events_.next(), cell_ports_.next())), slack_, cell_ports_.waiting()};
}

void IpEngine::handle(const IpEvent& event) {
  const Cycle now = event.at;
  switch (static_cast<IpEvent::Kind>(event.kind)) {
    case IpEvent::kCellIn:
      return cell_in(now, event.place, event.cell);
    case IpEvent::kRtsIn:
      return egress_.request(now, event.place, event.cell, cell_ports_);
    case IpEvent::kCellOut:
      return cell_ports_.queue(now, event.place, event.cell);
    case IpEvent::kComplete:
      return egress_.complete(now, event.place);
    case IpEvent::kWire:
      return ingress_.run_wire(now, event.place);
    case IpEvent::kRtsOut:
      return ingress_.ask(now, event.place, cell_ports_);
    case IpEvent::kPull:
      return ingress_.pull(now, event.place, cell_ports_);
    case IpEvent::kWireOut:
      return egress_.run_wire(now, event.place);
    case IpEvent::kGrant:
      return egress_.grant(now);
    case IpEvent::kSent:
      egress_.sent(now, event.place);
      // What it received may be what its host has waited for.
      for (unsigned left = wired_; left != 0; left &= left - 1) {
        ingress_.run_wire(now, lowest(left));
      }
      return;
    case IpEvent::kMac:
      return egress_.wake_mac(now);
    case IpEvent::kControlSent:
      egress_.control_sent(now);
      return ingress_.run_wire(now, kMacInterface);
    case IpEvent::kTimeout:
      if (event.place == kIpInterfaces) return egress_.time_out(now);
      return ingress_.time_out(now, event.place, cell_ports_);
    case IpEvent::kAskAtLast:
      return ingress_.ask_at_last(now, event.place, cell_ports_);
  }
}

void IpEngine::cell_in(Cycle now, unsigned port, const Cell& cell) {
  ++counters_.cells_received;
  if (cell.damaged) {
    ++counters_.damaged_cells;
    return;
  }
  switch (static_cast<IpCell>(cell.type)) {
    case IpCell::kRts:
      return events_.push(now + params_.rts_cycles, IpEvent::kRtsIn, port, cell);
    case IpCell::kCts:
    case IpCell::kCtd:
      return ingress_.answered(now, cell, cell_ports_);
    case IpCell::kData:
      return egress_.data(now, cell);
  }
}

}  // namespace tinsim
