// SPDX-License-Identifier: Apache-2.0
// The IP path of one chip: events in order, then the cells that may depart.
#include "tlm/tin/ip/ip_engine.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/errors.h"
#include "base/masks.h"
#include "base/prefetch.h"
#include "tlm/gnet/timing.h"

namespace tinsim {

namespace {
/// Least cycles from a cell's match in the switch to its last word at the engine.
constexpr Cycle kMatchToArrival = timing::kMatchToTx + timing::kTxToSink + kMinCellWords - 1;
/// A call of the switch in cycle `now` follows the report of all credits and cells that arrive up
/// to so many cycles later.
constexpr Cycle kKnownAhead = timing::kMatchToSourceCredit - 1;
static_assert(kKnownAhead < kMatchToArrival);
/// An event has its first effect on a port of the switch more than so many cycles later.
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
  events_.allow_slack({});
  run(events_.begin_call(now, 0), mailbox);
  return due();
}

Endpoints::Due IpEngine::inject_ahead(Cycle now, Cycle until, ReturningCredits& credits,
                                      Mailbox& mailbox) {
  if (!events_.is_isolated(now)) return Endpoints::inject_ahead(now, until, credits, mailbox);
  events_.allow_slack({kSlack, kSlack});
  cell_ports_.use_credits(&credits);
  run(events_.begin_call(now, kKnownAhead), mailbox);
  cell_ports_.use_credits(nullptr);
  return due();
}

/// Processes all events up to cycle `to`.
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
  cell_ports_.use_credits(&credits);
  cell_ports_.take_credits(upto);
  cell_ports_.use_credits(nullptr);
}

Cycle IpEngine::deliver(unsigned port, const Cell& cell, Cycle at) {
  at += params_.sink_delay;
  sink_.arrived(params_.chip, port, cell, at);
  if (at <= events_.processed_until()) fail_late(port, at);
  const unsigned endpoint = port - params_.first_terminal;
  return events_.accept(at, IpEvent::kCellIn, endpoint, cell,
                        [&](Timing timing) { return receive(at, endpoint, cell, timing); });
}

/// The last word of `cell` arrives in cycle `at`: a transition of LookaheadQueue.
inline bool IpEngine::receive(Cycle at, unsigned endpoint, const Cell& cell, Timing timing) {
  if (cell.damaged) {
    if (!is_due(timing)) return false;
    ++counters_.damaged_cells;
  } else if (!apply(at, endpoint, cell, timing)) {
    return false;
  }
  ++counters_.cells_received;
  return true;
}

inline bool IpEngine::apply(Cycle at, unsigned endpoint, const Cell& cell, Timing timing) {
  switch (static_cast<IpCell>(cell.type)) {
    case IpCell::kData:
      return egress_.data(at, cell, timing);
    case IpCell::kCts:
      return ingress_.clear_to_send(at, cell, timing);
    case IpCell::kCtd:
      return ingress_.clear_to_drop(at, cell, cell_ports_, timing);
    case IpCell::kRts:
      return receive_rts(at, endpoint, cell);
  }
  return is_due(timing);
}

/// Nothing but the event of its queue depends on an RTS.
inline bool IpEngine::receive_rts(Cycle at, unsigned endpoint, const Cell& cell) {
  const RtsWord rts = unpack_rts(word_1(cell));
  directory_.prefetch(cell.src, rts.iptr);
  egress_.prefetch(rts);
  events_.push(at + params_.egress.rts_cycles, IpEvent::kRtsIn, endpoint, cell);
  return true;
}

void IpEngine::fail_late(unsigned port, Cycle at) const {
  throw InvariantError(
      fmt::format("{} port {} cycle {}: a cell arrives in a cycle that is over; expected one after "
                  "cycle {}",
                  params_.name, port, at, events_.processed_until()));
}

void IpEngine::fail_late_edit(Cycle at) const {
  throw InvariantError(
      fmt::format("{}: a register of the IP path changes in cycle {}, which is over; expected a "
                  "cycle after {}",
                  params_.name, at, events_.processed_until()));
}

void IpEngine::edit(Cycle at, const IpEdit& edit) {
  if (at != 0 && at <= events_.processed_until()) fail_late_edit(at);
  if (edits_ == nullptr) edits_ = std::make_unique<Edits>();
  std::deque<Edit>& waiting = edits_->waiting;
  if (waiting.empty() || waiting.back().at != at) events_.push(at, IpEvent::kRegisters, 0);
  waiting.push_back({at, edit});
}

void IpEngine::apply_edits(Cycle now) {
  bool changes_table = false;
  for (auto& waiting = edits_->waiting; !waiting.empty() && waiting.front().at <= now;
       waiting.pop_front()) {
    const IpEdit& edit = waiting.front().edit;
    if (!edit.is_of_table()) {
      tinsim::apply(edit, params_);
      continue;
    }
    if (edits_->table == nullptr) edits_->table = std::make_unique<EditedIpRoutes>(routes());
    edits_->table->apply(edit);
    changes_table = true;
  }
  ingress_.use_params(now);
  egress_.use_params(now);
  if (!changes_table) return;
  edits_->routes = edits_->table->routes();
  ingress_.use_routes(edits_->routes);
  if (decider_ != nullptr) decider_->routes_changed(now, edits_->routes);
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
  return {events_.deadline(std::min(events_.next(), cell_ports_.next())), events_.slack().ordered,
          cell_ports_.waiting()};
}

void IpEngine::handle(const IpEvent& event) {
  const Cycle now = event.at;
  switch (static_cast<IpEvent::Kind>(event.kind)) {
    case IpEvent::kRegisters:
      return apply_edits(now);
    case IpEvent::kCellIn:
      receive(now, event.place, event.cell, Timing::kDue);
      return;
    case IpEvent::kRtsIn:
      return egress_.request(now, event.place, event.cell, cell_ports_);
    case IpEvent::kCellOut:
      return cell_ports_.queue(now, event.place, event.cell);
    case IpEvent::kComplete:
      return egress_.complete(now, event.place);
    case IpEvent::kWire:
      return ingress_.run_wire(now, event.place);
    case IpEvent::kRtsOut:
      return ingress_.look_up(now, event.place, cell_ports_);
    case IpEvent::kPull:
      return ingress_.pull(now, event.place, cell_ports_);
    case IpEvent::kWireOut:
      return egress_.run_wire(now, event.place);
    case IpEvent::kGrant:
      return egress_.grant(now);
    case IpEvent::kSent:
      egress_.sent(now, event.place);
      // The packet may enable its host to send.
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
    case IpEvent::kMaxHold:
      return ingress_.release_after_max_hold(now, event.place, cell_ports_);
  }
}

}  // namespace tinsim
