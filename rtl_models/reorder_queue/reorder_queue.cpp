// SPDX-License-Identifier: Apache-2.0
// Reorder queue: packets leave in order within their flow.
#include "rtl_models/reorder_queue/reorder_queue.h"

#include <fmt/format.h>

#include "rtl_models/common/check.h"
#include "rtl_models/common/state.h"

namespace tinsim {

// The push is processed first, so that it does not get an entry that is freed in this cycle.
template <unsigned kEntries>
void ReorderQueue<kEntries>::tick(const In& in) {
  check(in);
  const auto offered = static_cast<unsigned>(out_.offer_entry_o);
  const auto cancelled = static_cast<unsigned>(in.cancel_entry_i);
  if (in.push_valid_i)
    state_.push(static_cast<std::uint32_t>(in.push_flow_i),
                static_cast<std::uint16_t>(in.push_tag_i));
  if (in.complete_valid_i) state_.complete(static_cast<unsigned>(in.complete_entry_i));
  if (in.pop_i) state_.free(offered);
  if (in.cancel_valid_i && !(in.pop_i && cancelled == offered)) state_.free(cancelled);
  drive_outputs();
}

template <unsigned kEntries>
void ReorderQueue<kEntries>::check(const In& in) const {
  const unsigned complete = in.complete_entry_i, cancel = in.cancel_entry_i;
  TIN_CHECK(PushHasRoom, !in.push_valid_i || !state_.is_full(),
            fmt::format("all {} entries are taken", kEntries));
  TIN_CHECK(PopHasOffer, !in.pop_i || out_.offer_valid_o, "no packet may leave");
  TIN_CHECK(NotBoth, !in.complete_valid_i || !in.cancel_valid_i || complete != cancel,
            fmt::format("entry {} complete and cancelled", complete));
  TIN_CHECK(CompleteIsTaken, !in.complete_valid_i || state_.is_taken(complete),
            fmt::format("entry {} is free", complete));
  TIN_CHECK(CompleteOnce, !in.complete_valid_i || !state_.is_complete(complete),
            fmt::format("entry {} is complete already", complete));
  const bool popped = in.pop_i && cancel == out_.offer_entry_o;
  TIN_CHECK(
      CancelIsTaken,
      !in.cancel_valid_i || popped || (state_.is_taken(cancel) && !state_.is_complete(cancel)),
      fmt::format("entry {} is {}", cancel, state_.is_taken(cancel) ? "complete" : "free"));
}

template <unsigned kEntries>
void ReorderQueue<kEntries>::drive_outputs() {
  out_ = {};
  out_.full_o = state_.is_full();
  if (!out_.full_o) out_.push_entry_o = state_.next_entry();
  out_.occupancy_o = state_.occupancy();
  const unsigned offered = state_.offered();
  if (offered == ReorderState::kNone) return;
  out_.offer_valid_o = true;
  out_.offer_entry_o = offered;
  out_.offer_tag_o = state_.tag(offered);
  out_.offer_flow_o = state_.flow(offered);
}

template <unsigned kEntries>
void ReorderQueue<kEntries>::reset(const In&) {
  state_ = ReorderState(kEntries);
  drive_outputs();
}

template <unsigned kEntries>
void ReorderQueue<kEntries>::list_state(StateList& state) const {
  state_.list_state(state);
}

template class ReorderQueue<16>;
template class ReorderQueue<64>;

}  // namespace tinsim
