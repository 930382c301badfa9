// SPDX-License-Identifier: Apache-2.0
// A pod: one self-timed process.
#include "tlm/tin/pod.h"

#include <algorithm>
#include <cmath>

namespace tinsim {

Pod::Pod(const sc_core::sc_module_name& name, Windows windows, double cycle_ps,
         const ChipDirectory* chips, std::pmr::memory_resource* memory)
    : sc_module(name), windows_(windows), cycle_ps_(cycle_ps), chips_(chips), cells_(memory) {
  SC_HAS_PROCESS(Pod);
  SC_METHOD(run_window);
}

void Pod::add(Tin& tin, MemoryRange state) {
  tins_.push_back(&tin);
  if (state.begin == state.end) return;
  if (!state_.empty() && state.begin - state_.back().end == kCacheLine) {
    state_.back().end = state.end;
  } else {
    state_.push_back(state);
  }
}

void Pod::run_window() {
  const Cycle end = windows_.end_of(now_);
  if (fetches_ahead_) {
    for (const MemoryRange& state : state_)
      prefetch_lines(state.begin, static_cast<std::size_t>(state.end - state.begin));
    for (Tin* tin : tins_) tin->cell_switch().prefetch(now_, end);
    cells_.prefetch();
    inbox_.prefetch();
    for (const Inbox* other : others_) other->prefetch_end();
  }
  try {
    open_inbox();
    advance_to(end);
  } catch (...) {
    failure_ = std::current_exception();
    sc_core::sc_pause();
    return;  // permanently: nothing triggers this process any more
  }
  next_trigger(time_of(now_, cycle_ps_) - sc_core::sc_time_stamp());
}

void Pod::advance_to(Cycle end) {
  while (now_ < end) {
    const Cycle to = std::min(windows_.chip_end_of(now_), end);
    for (std::size_t i = 0; i < tins_.size(); ++i) {
      if (fetches_routes_) fetch_routes_after(i, to);
      tins_[i]->advance(now_, to);
    }
    now_ = to;
  }
}

/// Of the two chips after `chip`. All cells of a chip's window that come over links are in its
/// mailbox when the window begins.
void Pod::fetch_routes_after(std::size_t chip, Cycle to) const {
  if (chip + 2 < tins_.size()) tins_[chip + 2]->cell_switch().prefetch_index(now_, to);
  if (chip + 1 < tins_.size()) tins_[chip + 1]->cell_switch().prefetch_entries(now_, to);
}

sc_core::sc_time time_of(Cycle cycle, double cycle_ps) {
  return sc_core::sc_time(std::round(cycle * cycle_ps), sc_core::SC_PS);
}

}  // namespace tinsim
