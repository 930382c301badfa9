// SPDX-License-Identifier: Apache-2.0
// The events of a chip engine, each processed before, in or after its cycle with the same result.
#pragma once

#include <algorithm>
#include <cstdint>

#include "tlm/gnet/cell.h"

namespace tinsim {

/// How a transition is called: in the order of the queue, or as soon as its input is known.
enum class Timing : bool { kDue, kEarly };
constexpr bool is_due(Timing timing) { return timing == Timing::kDue; }

/// Cycles that an event may wait: fewer than from the event to its first effect on a port of the
/// switch. Independent events change nothing that ordered ones read in that time.
struct EventSlack {
  Cycle ordered = 0;
  Cycle independent = 0;
};

/// The switch reports a cell to an engine at its match, cycles before its last word arrives, and
/// reads what the engine sends cycles after it was sent. So the engine needs no call in each cycle:
///
/// * Early: accept() calls the transition of an input at once, with kEarly. The transition applies
///   the input and returns true only if no event in between can change the outcome, and nothing
///   reads what it changes before the input's cycle. Else it changes nothing and returns false; the
///   input is queued, and the same transition is called with kDue in the order of the queue.
/// * Late: an event of cycle c may wait until deadline(c). The engine stamps its effects with
///   cycles that follow from c, and none of them is visible before that call.
/// * Ahead: a call of cycle `now` may process events up to reach(). All inputs of those cycles have
///   been reported, and up to isolate_until() only the switch and the hosts read the engine.
///
/// Results are equal because each transition is applied once, with the cycle of its event, after
/// all events that it depends on.
///
/// `Events` has push(at, kind, place, cell) and next(), and push_independent(at, place, cell) where
/// some are independent.
template <class Events>
class LookaheadQueue : public Events {
 public:
  using Events::Events;

  /// Up to cycle `last` only the switch and the hosts read or change the engine; 0: others may do
  /// so after each cycle.
  void isolate_until(Cycle last) { isolated_until_ = last; }
  bool is_isolated(Cycle now) const { return now <= isolated_until_; }
  /// The last cycle that a call of cycle `now` may process, when all inputs up to `known` cycles
  /// later have been reported.
  Cycle reach(Cycle now, Cycle known) const {
    return std::min(now + known, std::max(now, isolated_until_));
  }
  /// A call of cycle `now` begins. Returns reach(), up to which it processes all events.
  Cycle begin_call(Cycle now, Cycle known) { return processed_until_ = reach(now, known); }
  /// The last cycle whose events have been processed; no input of it may follow.
  Cycle processed_until() const { return processed_until_; }

  void allow_slack(EventSlack slack) { slack_ = slack; }
  const EventSlack& slack() const { return slack_; }
  /// Independent events of the queue up to cycle `at` may turn out to be ordered ones.
  void order_until(Cycle at) { ordered_until_ = std::max(ordered_until_, at); }
  /// The last cycle in which an ordered event of cycle `at` can be processed; kNoCycle for none.
  Cycle deadline(Cycle at) const { return after(at, slack_.ordered); }
  /// … an independent one of the queue, and one that the engine keeps elsewhere.
  Cycle independent_deadline(Cycle at) const {
    return at <= ordered_until_ ? deadline(at) : external_deadline(at);
  }
  Cycle external_deadline(Cycle at) const { return after(at, slack_.independent); }

  // An input of cycle `at` is known. Returns the deadline of what follows from it. Precondition:
  // at > processed_until().

  /// It is queued.
  template <class Kind>
  Cycle accept(Cycle at, Kind kind, uint32_t place, const Cell& cell) {
    this->push(at, kind, place, cell);
    return deadline(at);
  }
  /// `transition(Timing::kEarly)` applies it, or it is queued.
  template <class Kind, class Transition>
  Cycle accept(Cycle at, Kind kind, uint32_t place, const Cell& cell, Transition&& transition) {
    return transition(Timing::kEarly) ? deadline(this->next()) : accept(at, kind, place, cell);
  }
  /// It is queued among the independent events.
  Cycle accept_independent(Cycle at, uint32_t place, const Cell& cell) {
    this->push_independent(at, place, cell);
    return independent_deadline(at);
  }

 private:
  static Cycle after(Cycle at, Cycle slack) { return at + slack < at ? kNoCycle : at + slack; }

  Cycle isolated_until_ = 0;
  Cycle processed_until_ = 0;  ///< by the last begin_call()
  Cycle ordered_until_ = 0;
  EventSlack slack_;
};

}  // namespace tinsim
