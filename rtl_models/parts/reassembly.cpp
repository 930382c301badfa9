// SPDX-License-Identifier: Apache-2.0
// State of a reassembly buffer: space reserved, cells in any order, packets complete.
#include "rtl_models/parts/reassembly.h"

#include "rtl_models/parts/ip_cells.h"

namespace tinsim {

ReassemblyState::ReassemblyState(unsigned contexts, unsigned slots)
    : format_(contexts), contexts_in_all_(contexts), free_contexts_(contexts), free_slots_(slots) {
  for (unsigned n = 0; n < contexts; ++n) free_[n / 64] |= std::uint64_t{1} << n % 64;
}

/// The lowest-numbered free context.
std::uint16_t ReassemblyState::next_eptr() const {
  for (unsigned word = 0; word < free_.size(); ++word) {
    if (free_[word] == 0) continue;
    const unsigned context = 64 * word + static_cast<unsigned>(__builtin_ctzll(free_[word]));
    const bool is_new = context >= contexts_.size();
    return format_.eptr(context, is_new ? 0 : contexts_[context].generation);
  }
  return 0;
}

std::uint16_t ReassemblyState::reserve(unsigned bytes) {
  const std::uint16_t eptr = next_eptr();
  reserve(eptr, bytes);
  return eptr;
}

bool ReassemblyState::is_free(std::uint16_t eptr) const {
  const unsigned n = format_.context(eptr);
  if (n >= contexts_in_all_) return false;
  const unsigned generation = n < contexts_.size() ? contexts_[n].generation : 0;
  return (free_[n / 64] >> n % 64 & 1) != 0 && format_.generation(eptr) == generation;
}

void ReassemblyState::reserve(std::uint16_t eptr, unsigned bytes) {
  const unsigned n = format_.context(eptr), cells = cells_of(bytes);
  if (n >= contexts_.size()) contexts_.resize(n + 1);
  Context& context = contexts_[n];
  context.bytes = static_cast<std::uint16_t>(bytes);
  context.cells = context.missing = static_cast<std::uint8_t>(cells);
  context.aborted = false;
  context.arrived = {};
  free_[n / 64] &= ~(std::uint64_t{1} << n % 64);
  --free_contexts_;
  free_slots_ -= cells;
}

void ReassemblyState::release(std::uint16_t eptr) {
  const unsigned n = format_.context(eptr);
  Context& context = contexts_[n];
  free_slots_ += context.cells;
  context.bytes = 0;
  context.generation = static_cast<std::uint16_t>(format_.next(context.generation));
  free_[n / 64] |= std::uint64_t{1} << n % 64;
  ++free_contexts_;
}

}  // namespace tinsim
