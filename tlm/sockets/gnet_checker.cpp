// SPDX-License-Identifier: Apache-2.0
// Protocol checker of one direction of a GNet link: the rules.
#include "tlm/sockets/gnet_checker.h"

#include <fmt/format.h>

#include <utility>

#include "rtl_models/parts/cell_header.h"
#include "tlm/sockets/gnet_time.h"

namespace tinsim {

namespace {
constexpr unsigned kMaxCreditWords = 2047;
}

GnetChecker::GnetChecker(std::string name, const Limits& limits)
    : name_(std::move(name)), limits_(limits), vcs_(limits.vcs) {
  for (Vc& vc : vcs_) vc.held = vc.given = limits.fifo_words;
}

void GnetChecker::cell(const Cell& cell, sc_core::sc_time delay) {
  const Cycle at = arrival(delay, "cell");
  if (at == kNoCycle) return;
  if (cell.words < kMinCellWords || cell.words > kMaxCellWords) {
    return fail(at, fmt::format("cell of {} words, must have {} to {}", cell.words, kMinCellWords,
                                kMaxCellWords));
  }
  if (cell.vc >= limits_.vcs) {
    return fail(at, fmt::format("cell on vc {} of {}", cell.vc, limits_.vcs));
  }
  if (at < cell_free_at_) {
    return fail(at, fmt::format("cell overlaps the one before, which ends with cycle {}",
                                cell_free_at_ - 1));
  }
  Vc& vc = vcs_[cell.vc];
  if (at >= limits_.link_cycles) collect(vc, at - limits_.link_cycles);
  if (cell.words > vc.held) {
    return fail(at, fmt::format("cell of {} words on vc {} with credit for {}", cell.words, cell.vc,
                                vc.held));
  }
  vc.held -= cell.words;
  vc.given -= cell.words;
  cell_free_at_ = at + cell.words;
  ++cells_;
}

void GnetChecker::credit(unsigned vc, unsigned words, sc_core::sc_time delay) {
  const Cycle at = arrival(delay, "credit");
  if (at == kNoCycle) return;
  if (words == 0 || words > kMaxCreditWords) {
    return fail(at, fmt::format("credit of {} words, must be 1 to {}", words, kMaxCreditWords));
  }
  if (vc >= limits_.vcs) return fail(at, fmt::format("credit on vc {} of {}", vc, limits_.vcs));
  if (at < credit_free_at_) {
    return fail(at,
                fmt::format("credit not after the one before, of cycle {}", credit_free_at_ - 1));
  }
  Vc& state = vcs_[vc];
  if (state.given + words > limits_.fifo_words) {
    return fail(at, fmt::format("credit overrun on vc {}: {} words given to the {} that the "
                                "sender has, in a FIFO of {}",
                                vc, words, state.given, limits_.fifo_words));
  }
  state.given += words;
  state.in_flight.push_back({at, words});
  credit_free_at_ = at + 1;
  ++credits_;
}

Cycle GnetChecker::arrival(sc_core::sc_time delay, const char* what) const {
  const sc_core::sc_time now = sc_core::sc_time_stamp();
  const sc_core::sc_time then = now + delay;
  const Cycle at = cycle_of(then, limits_.cycle_ps);
  // sc_time has no sign: a negative delay has wrapped round, into the past or beyond all cycles.
  if (then < now || at == kNoCycle) {
    fail(cycle_of(now, limits_.cycle_ps), fmt::format("{} with a negative delay", what));
    return kNoCycle;
  }
  if (time_of(at, limits_.cycle_ps) != then) {
    fail(at, fmt::format("{} off the clock edge, at {}", what, then.to_string()));
    return kNoCycle;
  }
  return at;
}

void GnetChecker::collect(Vc& vc, Cycle upto) {
  while (!vc.in_flight.empty() && vc.in_flight.front().at <= upto) {
    vc.held += vc.in_flight.front().words;
    vc.in_flight.pop_front();
  }
}

void GnetChecker::fail(Cycle cycle, const std::string& what) const {
  SC_REPORT_ERROR("/tinsim/gnet/protocol",
                  fmt::format("{} cycle {}: {}", name_, cycle, what).c_str());
}

}  // namespace tinsim
