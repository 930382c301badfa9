// SPDX-License-Identifier: Apache-2.0
// Command slots: which are free, being written, ready and in flight.
#include "rtl_models/command_slots/command_slots.h"

#include <fmt/format.h>

#include "rtl_models/common/check.h"
#include "rtl_models/common/state.h"

namespace tinsim {

// The store is judged first, by the state before the edge. A slot is freed last, so that neither a
// store nor an allocation of this cycle finds it.
template <unsigned kSlots>
void CommandSlots<kSlots>::tick(const In& in) {
  check(in);
  auto error = SlotError::None;
  if (in.store_valid_i) {
    const unsigned slot = in.store_slot_i, part = in.store_part_i;
    error = state_.judge_store(in.store_host_i, slot, part);
    if (error == SlotError::None) state_.store(slot, part);
  }
  for (unsigned host = 0; host < 2; ++host)
    if (in.alloc_valid_i[host] && out_.alloc_ok_o[host])
      state_.reserve(static_cast<unsigned>(out_.alloc_slot_o[host]));
  if (in.ready_pop_i) state_.pop_ready();
  if (in.done_valid_i) state_.free(static_cast<unsigned>(in.done_slot_i));
  drive_outputs();
  out_.store_error_o = static_cast<std::uint64_t>(error);
}

template <unsigned kSlots>
void CommandSlots<kSlots>::check(const In& in) const {
  TIN_CHECK(PopHasSlot, !in.ready_pop_i || out_.ready_valid_o, "no slot is ready");
  const unsigned done = in.done_slot_i;
  TIN_CHECK(DoneWasInFlight, !in.done_valid_i || state_.is_in_flight(done),
            fmt::format("slot {} is not in flight", done));
}

template <unsigned kSlots>
void CommandSlots<kSlots>::drive_outputs() {
  out_ = {};
  for (unsigned host = 0; host < 2; ++host) {
    const unsigned slot = state_.lowest_free(host);
    out_.alloc_ok_o[host] = slot != CommandSlotState::kNone;
    if (out_.alloc_ok_o[host]) out_.alloc_slot_o[host] = slot;
    out_.free_o[host] = state_.free_slots(host);
  }
  const unsigned ready = state_.first_ready();
  out_.ready_valid_o = ready != CommandSlotState::kNone;
  if (out_.ready_valid_o) out_.ready_slot_o = ready;
}

template <unsigned kSlots>
void CommandSlots<kSlots>::reset(const In&) {
  state_ = CommandSlotState(kSlots);
  drive_outputs();
}

template <unsigned kSlots>
void CommandSlots<kSlots>::list_state(StateList& state) const {
  state_.list_state(state);
}

template class CommandSlots<8>;
template class CommandSlots<256>;

}  // namespace tinsim
