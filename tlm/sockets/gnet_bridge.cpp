// SPDX-License-Identifier: Apache-2.0
// Adapter between one port of a switch and GNet sockets: windows and times.
#include "tlm/sockets/gnet_bridge.h"

#include <fmt/format.h>

#include <algorithm>

#include "tlm/gnet/timing.h"
#include "tlm/sockets/gnet_time.h"

namespace tinsim {

namespace {
constexpr Cycle kReachMargin = 32;  // pipeline of the port, both ways, with room

void report(const std::string& what) { SC_REPORT_ERROR("/tinsim/gnet/bridge", what.c_str()); }
}  // namespace

GnetBridge::GnetBridge(const sc_core::sc_module_name& name, SwitchEngine& engine, unsigned port,
                       const GnetLink& link)
    : sc_module(name),
      tx("tx"),
      rx("rx"),
      engine_(engine),
      port_(port),
      link_(checked(link)),
      reach_(link.windows.pod + link.link_cycles + kReachMargin),
      mailbox_(reach_),
      sent_(tx.name(),
            {engine.params().vcs, engine.params().tx_limit[port], link.link_cycles, link.cycle_ps}),
      received_(rx.name(),
                {engine.params().vcs, engine.params().rx_depth[port], 0, link.cycle_ps}) {
  tx.attach(sent_);
  rx.attach(received_);
  tx.on_credit([this](unsigned vc, unsigned words, sc_core::sc_time delay) {
    take_credit(vc, words, delay);
  });
  rx.on_cell([this](const Cell& cell, sc_core::sc_time delay) { take_cell(cell, delay); });
  PortWire wire;
  wire.peer = &mailbox_;
  wire.link_cycles = link.link_cycles;
  wire.ordered_sets = link.ordered_sets;
  wire.refresh_phase = link.refresh_phase;
  engine.join(port, wire);
  SC_HAS_PROCESS(GnetBridge);
  SC_METHOD(begin_window);
  SC_METHOD(send_outputs);
  sensitive << chip_ran_;
  dont_initialize();
}

const GnetLink& GnetBridge::checked(const GnetLink& link) const {
  const SwitchParams& params = engine_.params();
  if (port_ >= params.ports || params.terminal_ports >> port_ & 1) {
    report(fmt::format("{}: {} has no link port {}", name(), params.name, port_));
  }
  const Cycle to_use = link.ordered_sets ? timing::kMatchToTx + timing::kSetToUse
                                         : timing::kMatchToCredit + timing::kCreditToUse;
  const Cycle shortest = link.link_cycles + to_use;
  if (shortest < link.windows.pod) {
    report(
        fmt::format("{}: a link of {} cycles ({} from match to use of its credit) is shorter "
                    "than the window of {} cycles",
                    name(), link.link_cycles, shortest, link.windows.pod));
  }
  return link;
}

void GnetBridge::begin_window() {
  // Chips run now, in any order with this process; they have all run one delta cycle from now.
  chip_ran_.notify(sc_core::SC_ZERO_TIME);
  next_trigger(until(window_end(window_begin())));
}

void GnetBridge::send_outputs() {
  const Cycle now = window_begin();
  const Cycle end = now + reach_;
  for (Cycle at = mailbox_.next_active(now, end, false); at < end;
       at = mailbox_.next_active(at, end, false)) {
    const uint32_t index = mailbox_.take_cells(at);  // a link carries one header in a cycle
    const Cell cell = mailbox_.pool()[index].cell;
    mailbox_.pool().release(index);
    tx.send_cell(cell, until(at - timing::kRxToRequest));
  }
  // Without the cells, the active entries are credits.
  const auto give = [this](Cycle at) {
    mailbox_.drain_credits(at, [this, at](unsigned, Credit credit, Cycle) {
      rx.give_credit(credit.vc, credit.words, until(at - timing::kCreditToUse));
    });
  };
  for (Cycle at = mailbox_.next_active(now, end, true); at < end;
       at = mailbox_.next_active(at, end, true)) {
    give(at);
  }
  // Idle cycles count as drained up to the next window, or the ring would take a credit one turn
  // ahead for one of them.
  give(window_end(now) - 1);
}

void GnetBridge::take_cell(const Cell& cell, sc_core::sc_time delay) {
  const Cycle at = cycle_of(sc_core::sc_time_stamp() + delay, link_.cycle_ps);
  const Cycle due = at + timing::kRxToRequest;
  if (is_within_reach(due, "cell")) engine_.mailbox().push_cell(port_, due, cell);
}

void GnetBridge::take_credit(unsigned vc, unsigned words, sc_core::sc_time delay) {
  const Cycle at = cycle_of(sc_core::sc_time_stamp() + delay, link_.cycle_ps);
  const Cycle due = at + timing::kCreditToUse;
  const Credit credit{vc, words};
  if (is_within_reach(due, "credit")) engine_.mailbox().push_credit(port_, due, credit);
}

Cycle GnetBridge::window_begin() const {
  // Calls between clock edges count for the cycle that has begun.
  const Cycle nearest = cycle_of(sc_core::sc_time_stamp(), link_.cycle_ps);
  const Cycle now =
      time_of(nearest, link_.cycle_ps) > sc_core::sc_time_stamp() ? nearest - 1 : nearest;
  return now - now % link_.windows.barrier % link_.windows.pod;
}

Cycle GnetBridge::window_end(Cycle begin) const {
  const Cycle barrier = (begin / link_.windows.barrier + 1) * link_.windows.barrier;
  return std::min(begin + link_.windows.pod, barrier);
}

bool GnetBridge::is_within_reach(Cycle due, const char* what) const {
  const Cycle begin = window_begin();
  const Cycle end = window_end(begin);
  // The chip's mailbox may still hold entries of the window before.
  const Cycle last = begin - std::min(begin, link_.windows.pod) + engine_.mailbox().ring_cycles();
  if (due >= end && due < last) return true;
  report(
      fmt::format("{} cycle {}: {} due in cycle {} is too {}: the chip can take what is due in "
                  "{} to {}",
                  name(), cycle_of(sc_core::sc_time_stamp(), link_.cycle_ps), what, due,
                  due < end ? "late" : "early", end, last - 1));
  return false;
}

sc_core::sc_time GnetBridge::until(Cycle cycle) const {
  return time_of(cycle, link_.cycle_ps) - sc_core::sc_time_stamp();
}

}  // namespace tinsim
