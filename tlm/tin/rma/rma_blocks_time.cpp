// SPDX-License-Identifier: Apache-2.0
// The blocks attached to a chip's 1RMA engine: waiting operations and timers.
#include <algorithm>

#include "tlm/tin/rma/rma_blocks.h"

namespace tinsim {

namespace {
constexpr unsigned kNoLimit = 0xFFFF;  ///< cycles that no operation waits in the block
}

RmaBlocks::Window::In RmaBlocks::window_inputs(const SolicitationLimits& limits) {
  Window::In in;
  in.window_i = limits.window;
  in.strict_i = limits.strict;
  for (unsigned cls = 0; cls < kRmaClasses; ++cls) in.weight_i[cls] = limits.weight[cls];
  in.dispatch_limit_i = kNoLimit;
  in.hold_i = true;
  return in;
}

void RmaBlocks::reset_window(Cycle now, Solicited& of) {
  of.straps = params_.solicitation;
  of.has_other_straps = false;
  of.block.reset(now, window_inputs(of.straps));
}

/// The turns between classes are straps of the block, but registers of the chip: after a change the
/// decisions are the chip's own until nothing waits or is in service.
bool RmaBlocks::takes_part(Cycle now, Solicited& of) {
  if (!of.block) return false;
  const SolicitationLimits& limits = params_.solicitation;
  of.has_other_straps |= of.straps.strict != limits.strict || of.straps.weight != limits.weight;
  if (of.has_other_straps && of.is_idle()) reset_window(now, of);
  return !of.has_other_straps;
}

void RmaBlocks::tick_window(Cycle now, Solicited& of, const Window::In& in) {
  of.block.tick(now, in);
  ++of.ticks;
}

void RmaBlocks::waits(Cycle now, SolicitedBy by, unsigned cls,
                      const SolicitationState::Waiting& op) {
  Solicited& of = windows_[static_cast<std::size_t>(by)];
  const bool is_driven = takes_part(now, of);
  of.waiting[cls].push_back({now, of.ticks});
  if (!is_driven) return;
  Window::In in = window_inputs(params_.solicitation);
  in.push_valid_i = true;
  in.push_class_i = cls != 0;
  in.push_slot_i = op.slot;
  in.push_size_i = op.size;
  tick_window(now, of, in);
}

void RmaBlocks::refunded(Cycle now, SolicitedBy by, uint32_t bytes) {
  Solicited& of = windows_[static_cast<std::size_t>(by)];
  const bool is_driven = takes_part(now, of);
  of.used -= bytes;
  if (!is_driven) return;
  Window::In in = window_inputs(params_.solicitation);
  in.refund_valid_i = true;
  in.refund_bytes_i = bytes;
  tick_window(now, of, in);
}

/// The limit at which the same operations are late by the block's count of cycles.
uint32_t RmaBlocks::limit_in_ticks(Cycle now, const Solicited& of,
                                   const SolicitationLimits& limits) {
  uint64_t latest = of.ticks + 1;  // of no operation
  for (const auto& queue : of.waiting) {
    for (const Solicited::Waiting& op : queue) {
      if (now - op.since < limits.dispatch_limit) break;
      latest = latest > of.ticks ? op.since_tick : std::max(latest, op.since_tick);
    }
  }
  return latest > of.ticks ? kNoLimit : static_cast<uint32_t>(of.ticks - latest);
}

SolicitationState::Decision RmaBlocks::solicited(Cycle now, SolicitedBy by,
                                                 const SolicitationLimits& limits,
                                                 const SolicitationState::Decision& own) {
  Solicited& of = windows_[static_cast<std::size_t>(by)];
  SolicitationState::Decision decision = own;
  if (takes_part(now, of)) {
    Window::In in = window_inputs(limits);
    in.dispatch_limit_i = limit_in_ticks(now, of, limits);
    in.hold_i = false;
    tick_window(now, of, in);
    decision = departures(now, of, own);
  }
  for (const auto& departure : {decision.expired, decision.grant})
    if (departure.valid && !of.waiting[departure.cls].empty())
      of.waiting[departure.cls].pop_front();
  if (decision.grant.valid) of.used += decision.grant.op.size;
  return decision;
}

/// The block's outputs.
SolicitationState::Decision RmaBlocks::departures(Cycle now, const Solicited& of,
                                                  const SolicitationState::Decision& own) {
  const Window::Out& out = of.block.out();
  const auto decide = [&](const char* field, unsigned block, unsigned chip) {
    return of.block.decide(now, field, block, chip);
  };
  SolicitationState::Decision decision;
  SolicitationState::Departure& expired = decision.expired;
  SolicitationState::Departure& grant = decision.grant;
  expired.valid = decide("expired_valid_o", out.expired_valid_o, own.expired.valid) != 0;
  if (expired.valid) {
    expired.cls = decide("expired_class_o", out.expired_class_o, own.expired.cls) & 1u;
    expired.op.slot = static_cast<uint8_t>(
        decide("expired_slot_o", unsigned(out.expired_slot_o), own.expired.op.slot));
  }
  grant.valid = decide("grant_valid_o", out.grant_valid_o, own.grant.valid) != 0;
  if (grant.valid) {
    grant.cls = decide("grant_class_o", out.grant_class_o, own.grant.cls) & 1u;
    grant.op.slot =
        static_cast<uint8_t>(decide("grant_slot_o", unsigned(out.grant_slot_o), own.grant.op.slot));
    grant.op.size = static_cast<uint16_t>(
        decide("grant_size_o", unsigned(out.grant_size_o), own.grant.op.size));
  }
  ++compared_[kSolicitation];
  return decision;
}

void RmaBlocks::tick_wheel(Cycle now, const Wheel::In& in) {
  wheel_.tick(now, in);
  ++wheel_at_;
}

/// The cycles before `now`, in which no timer is due. While none runs they need not be simulated.
void RmaBlocks::run_wheel(Cycle now) {
  while (wheel_at_ < now) {
    if (unsigned(wheel_.out().running_o) == 0) {
      wheel_at_ = now;
      return;
    }
    tick_wheel(now, {});
    wheel_.require(now, "fired_valid_o", !wheel_.out().fired_valid_o);
  }
}

/// The block may be some cycles ahead, one for each further start or stop of a cycle.
void RmaBlocks::timer_started(Cycle now, unsigned slot, Cycle cycles) {
  if (!wheel_) return;
  run_wheel(now);
  const uint64_t due = std::max<uint64_t>(uint64_t{now} + cycles, wheel_at_ + 1);
  Timer& timer = timers_[slot];
  timer = {due, false};
  Wheel::In in;
  in.start_valid_i = true;
  in.start_id_i = slot;
  in.start_cycles_i = static_cast<unsigned>(due - wheel_at_);
  in.hold_i = true;
  tick_wheel(now, in);
}

void RmaBlocks::timer_stopped(Cycle now, unsigned slot) {
  if (!wheel_) return;
  run_wheel(now);
  timers_[slot].has_fired = false;
  Wheel::In in;
  in.stop_valid_i = true;
  in.stop_id_i = slot;
  in.hold_i = true;
  tick_wheel(now, in);
}

/// Of several timers that are due the block may fire others first. It may be ahead, beyond the
/// cycle in which the timer is due: then the timer fires in the first cycle that lets it.
bool RmaBlocks::expired(Cycle now, unsigned slot, bool own) {
  if (!wheel_) return own;
  run_wheel(now);
  Timer& timer = timers_[slot];
  bool may_fire = true;
  while (own && !timer.has_fired && (wheel_at_ <= timer.due || may_fire)) {
    tick_wheel(now, {});
    const Wheel::Out& out = wheel_.out();
    may_fire = out.fired_valid_o;
    if (may_fire) timers_[unsigned(out.fired_id_o)].has_fired = true;
  }
  const bool has_fired = timer.has_fired;
  timer.has_fired = false;
  ++compared_[kTimeoutWheel];
  return wheel_.decide(now, "fired_valid_o", has_fired, own);
}

}  // namespace tinsim
