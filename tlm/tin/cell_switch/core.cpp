// SPDX-License-Identifier: Apache-2.0
// Chip core of the cell switch: the events of one cycle, in the order of the pipeline.
#include "tlm/tin/cell_switch/core.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/errors.h"
#include "tlm/tin/cell_switch/core_inline.h"

namespace tinsim {
inline namespace TIN_CORE_SHAPE {

// The list of docs/explanation/architecture.md, "The chip core".
template <bool kPlain>
inline void CellSwitchCore::step(Cycle now) {
  const bool may_fail = !kPlain && routes().may_fail();
  const uint32_t arriving = take_due(now);
  if (may_fail) routes().run_failures(now);
  const PortMask contested = arriving != kNil ? route_arrivals<kPlain>(now, arriving) : 0;
  // Otherwise no credit counts before a cell arrives; heads that are routed again have a choice.
  if (arbiter().is_blocked_on_credit() || may_fail) links().take_credits(now);
  if (may_fail) routes().unit().count_queues(now);
  if (terminals().next() <= now) terminals().inject(now);
  if (arriving != kNil) admit<kPlain>(now, arriving, contested);
  if (may_fail) {
    routes().arbitrate_and_discard(now);
  } else if (arbiter().has_work()) {
    if (kPlain || arbiter().is_slot(now)) {
      arbiter().arbitrate(now);
    } else {
      arbiter().wait_for_slot(now);
    }
  }
  if (links().has_work()) links().decide(now);
  if (!kPlain && links().driven() != 0) links().run_drivers(now);
}

/// Returns the cells that arrive in this cycle; outputs and links that are scheduled get work.
inline uint32_t CellSwitchCore::take_due(Cycle now) {
  const uint32_t arriving = mailbox().take_cells(now);
  WakeWheel::Due& due = wheel().due(now);
  arbiter().add_outputs(due.outputs);
  links().add_links(due.links);
  due = {};
  return arriving;
}

/// Returns the outputs that are chosen more than once.
template <bool kPlain>
inline PortMask CellSwitchCore::route_arrivals(Cycle now, uint32_t list) {
  // Decisions were made in cycle now - 1, on queue lengths that include credits of cycles before
  // and not each other.
  if (routes().unit().adaptive()) links().take_credits(now - 1);
  routes().unit().count_queues(now);
  PortMask chosen = 0, contested = 0;
  while (list != kNil) {
    CellPool::Node& node = mailbox().pool()[list];
    routes().route<kPlain>(now, node);
    const PortMask out = port_bit(node.out);
    contested |= chosen & out;
    chosen |= out;
    list = node.next;
  }
  return contested;
}

/// Writes the cells that arrive to their FIFOs, or matches them at once. `contested`: outputs of
/// more than one of them.
template <bool kPlain>
inline void CellSwitchCore::admit(Cycle now, uint32_t list, PortMask contested) {
  while (list != kNil) {
    const uint32_t index = list;
    const CellPool::Node& node = mailbox().pool()[index];
    list = node.next;
    routes().unit().routed({node.out, node.out_vc}, node.cell.words);
    const bool may_bypass = kPlain || (!routes().may_fail() && arbiter().is_slot(now));
    if (may_bypass && !(contested >> node.out & 1) && arbiter().can_bypass(now, node)) {
      arbiter().bypass(now, index);
    } else {
      inputs().enqueue(now, index);
    }
  }
}

template <bool kPlain>
inline Cycle CellSwitchCore::next_step(Cycle from, Cycle to) {
  if (!kPlain && links().driven() != 0) return from;
  Cycle now = mailbox().next_active(from, to, false);
  if (!kPlain && routes().next_failure() < now) now = std::max(routes().next_failure(), from);
  now = std::min(now, std::max(terminals().next(), from));
  // Only a credit on which a head is blocked is a reason for a step.
  while (arbiter().is_blocked_on_credit() && mailbox().next_credit() < now) {
    const Cycle due = std::max(mailbox().next_credit(), from);
    links().drain_credits(due);
    now = arbiter().has_work() ? due : mailbox().next_active(from, now, false);
  }
  return now;
}

/// A step may bring a change by registers, and until_ with it, closer.
template <bool kPlain>
void CellSwitchCore::run(Cycle from) {
  Cycle simulated = from;
  Cycle now = next_step<kPlain>(from, until_);
  for (; now < until_; now = next_step<kPlain>(now + 1, until_)) {
    step<kPlain>(now);
    simulated = now + 1;
  }
  if (simulated > until_) fail_late_edit(simulated);
}

void CellSwitchCore::fail_late_edit(Cycle simulated) const {
  throw InvariantError(
      fmt::format("{}: a change by registers for cycle {}; expected one for cycle {} or later",
                  params().name, until_, simulated));
}

/// Changes by registers divide a window.
void CellSwitchCore::advance(Cycle from, Cycle to) {
  while (from < to) {
    until_ = to;
    if (edits_ != nullptr) until_ = std::min(to, apply_edits(from));
    advance_until_edit(from);
    from = until_;
  }
}

void CellSwitchCore::edit_routes(Cycle at, const RouteEdit& edit) {
  if (!can_edit_routes())
    throw InvariantError(params().name + ": registers change routes that failures change too");
  std::optional<RouteEdits>& edits = edits_for(at).routes;
  if (!edits) edits.emplace(route_unit());
  edits->push(at, edit);
}

/// A step is an arbitration with the choice of the slots in which its matches may begin, so one
/// boundary between steps serves arbiter and output queues.
void CellSwitchCore::edit_settings(Cycle at, const SwitchSettings& settings) {
  static_assert(timing::kSettingsToTx - timing::kSettingsToMatch == timing::kMatchToTx);
  const Cycle step = at + timing::kSettingsToMatch;
  edits_for(step).settings.push(step, settings);
}

/// For a change whose first step is `at`.
CellSwitchCore::Edits& CellSwitchCore::edits_for(Cycle at) {
  if (edits_ == nullptr) edits_ = std::make_unique<Edits>();
  until_ = std::min(until_, at);
  return *edits_;
}

/// Makes the changes that are due up to step `now`; returns the step of the next one.
Cycle CellSwitchCore::apply_edits(Cycle now) {
  Cycle next = kNoCycle;
  if (edits_->routes) {
    if (edits_->routes->apply(now, routes().unit())) routes().note_edit();
    next = edits_->routes->next();
  }
  SettingsEdits& settings = edits_->settings;
  if (settings.take(now, [this](const SwitchSettings& s) { parts_.set_settings(s); })) {
    inputs().find_strict_inputs();
    links().follow_settings();
  }
  return std::min(next, settings.next());
}

void CellSwitchCore::advance_until_edit(Cycle from) {
  if (is_plain()) {
    terminals().begin_window(from, until_);
    run<true>(from);
  } else {
    run<false>(from);
  }
  const Cycle to = until_;
  terminals().inject_before(to);
  // No head is blocked on these credits, or one of them would have woken the chip.
  links().take_credits(to - 1);
  terminals().take_credits_before(to);
  const Cycle last_slot = to - 1 + parts_.delays().match_to_tx;
  links().apply_all_deferred_updates(last_slot);
  if (links().sends_mos()) links().send_mos_before(last_slot);
  if (observation().is_observed()) {
    links().report_timed_sets(last_slot);
  } else if (links().has_set_unit()) {
    links().send_awaited_sets(last_slot);
  }
}

}  // namespace TIN_CORE_SHAPE
}  // namespace tinsim
