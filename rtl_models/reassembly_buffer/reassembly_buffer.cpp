// SPDX-License-Identifier: Apache-2.0
// Reassembly buffer: space reserved before a CTS, cells in any order, packets complete.
#include "rtl_models/reassembly_buffer/reassembly_buffer.h"

#include <fmt/format.h>

#include "rtl_models/common/check.h"
#include "rtl_models/common/state.h"
#include "rtl_models/parts/ip_cells.h"

namespace tinsim {

// All act on the state before the cycle: the cell is processed first, so that it does not find a
// packet of the same cycle, then the reservation, so that it does not get a released context.
template <unsigned kContexts, unsigned kSlots>
void ReassemblyBuffer<kContexts, kSlots>::tick(const In& in) {
  check(in);
  out_ = {};
  if (in.data_valid_i) store(in);
  if (in.reserve_valid_i) state_.reserve(static_cast<unsigned>(in.reserve_bytes_i));
  if (in.release_valid_i) state_.release(static_cast<std::uint16_t>(in.release_eptr_i));
  drive_outputs();
}

template <unsigned kContexts, unsigned kSlots>
void ReassemblyBuffer<kContexts, kSlots>::check(const In& in) const {
  const unsigned bytes = in.reserve_bytes_i, cells = cells_of(bytes);
  TIN_CHECK(ReserveHasBytes, !in.reserve_valid_i || bytes > 0, "a packet without bytes");
  TIN_CHECK(ReserveFits,
            !in.reserve_valid_i || (state_.can_reserve() && cells <= state_.free_slots()),
            fmt::format("{} cells, {} slots free, {} context free", cells, state_.free_slots(),
                        state_.can_reserve() ? "a" : "no"));
  TIN_CHECK(ReleaseIsTaken,
            !in.release_valid_i || state_.is_taken(static_cast<std::uint16_t>(in.release_eptr_i)),
            fmt::format("eptr {:#06x} is not reserved", unsigned(in.release_eptr_i)));
}

template <unsigned kContexts, unsigned kSlots>
void ReassemblyBuffer<kContexts, kSlots>::store(const In& in) {
  out_.result_valid_o = true;
  out_.result_eptr_o = in.data_eptr_i;
  // A cell of another generation of the context is refused anyway.
  if (in.release_valid_i && in.release_eptr_i == in.data_eptr_i) return;
  const CellArrival arrival =
      state_.store(static_cast<std::uint16_t>(in.data_eptr_i), static_cast<unsigned>(in.data_idx_i),
                   static_cast<unsigned>(in.data_vbytes_i));
  out_.result_stored_o = arrival.stored;
  out_.result_complete_o = arrival.complete;
  out_.result_aborted_o = arrival.aborted;
}

template <unsigned kContexts, unsigned kSlots>
void ReassemblyBuffer<kContexts, kSlots>::drive_outputs() {
  out_.can_reserve_o = state_.can_reserve();
  out_.reserve_eptr_o = state_.next_eptr();
  out_.free_slots_o = state_.free_slots();
}

template <unsigned kContexts, unsigned kSlots>
void ReassemblyBuffer<kContexts, kSlots>::reset(const In&) {
  state_ = ReassemblyState(kContexts, kSlots);
  out_ = {};
  drive_outputs();
}

template <unsigned kContexts, unsigned kSlots>
void ReassemblyBuffer<kContexts, kSlots>::list_state(StateList& state) const {
  state_.list_state(state);
}

template class ReassemblyBuffer<4, 20>;
template class ReassemblyBuffer<64, 437>;
template class ReassemblyBuffer<1024, 4095>;  // a chip's four ports

}  // namespace tinsim
