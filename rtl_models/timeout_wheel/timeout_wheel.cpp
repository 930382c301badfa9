// SPDX-License-Identifier: Apache-2.0
// Timeout wheel: one timer for each command slot.
#include "rtl_models/timeout_wheel/timeout_wheel.h"

#include <algorithm>

#include "rtl_models/common/state.h"

namespace tinsim {

// Timers stopped or started in this cycle are removed before the search for the first due one: a
// timer started now is due in the next cycle at the earliest.
template <unsigned kTimers>
void TimeoutWheel<kTimers>::tick(const In& in) {
  out_ = {};
  if (in.stop_valid_i) stop(static_cast<unsigned>(in.stop_id_i));
  if (in.start_valid_i) start(static_cast<unsigned>(in.start_id_i), in.start_cycles_i);
  if (!in.hold_i && !running_.empty() && running_.begin()->first <= now_) {
    out_.fired_valid_o = true;
    out_.fired_id_o = running_.begin()->second;
    running_.erase(running_.begin());
  }
  out_.running_o = running_.size();
  ++now_;
}

template <unsigned kTimers>
void TimeoutWheel<kTimers>::stop(unsigned id) {
  if (id < kTimers) running_.erase({due_[id], id});
}

template <unsigned kTimers>
void TimeoutWheel<kTimers>::start(unsigned id, std::uint64_t cycles) {
  if (id >= kTimers) return;
  stop(id);
  due_[id] = now_ + std::max<std::uint64_t>(cycles, 1);
  running_.insert({due_[id], id});
}

template <unsigned kTimers>
void TimeoutWheel<kTimers>::reset(const In&) {
  *this = {};
}

template <unsigned kTimers>
void TimeoutWheel<kTimers>::preset(const Preset& registers) {
  now_ = registers.next_q + 0xFFFFu;  // modulo 2^16 the cycle before
}

template <unsigned kTimers>
void TimeoutWheel<kTimers>::list_state(StateList& state) const {
  state.add("due", due_);
  state.add("now", now_);
}

template class TimeoutWheel<8>;
template class TimeoutWheel<256>;

}  // namespace tinsim
