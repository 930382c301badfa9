// SPDX-License-Identifier: Apache-2.0
// The command slots of 1RMA: which are free, being written, ready and in flight.
#pragma once

#include <bitset>
#include <cstdint>
#include <deque>

namespace tinsim {

/// Why a store to a command slot is refused; the codes of command_slots (its README).
enum class SlotError : std::uint8_t { None = 0, NotOwner = 1, Busy = 2, Written = 3 };

/// The state of command_slots (its README), for up to 256 slots of two hosts.
class CommandSlotState {
 public:
  static constexpr unsigned kMaxSlots = 256;
  static constexpr unsigned kNone = kMaxSlots;

  explicit CommandSlotState(unsigned slots) : slots_(slots), free_count_{slots / 2, slots / 2} {
    for (unsigned slot = 0; slot < slots; ++slot) free_.set(slot);
  }

  unsigned owner(unsigned slot) const { return slot / (slots_ / 2); }
  unsigned free_slots(unsigned host) const { return free_count_[host]; }
  bool is_in_flight(unsigned slot) const { return slot < slots_ && in_flight_[slot]; }
  /// The lowest-numbered free slot of `host`; kNone if there is none.
  unsigned lowest_free(unsigned host) const;
  /// The slot that became ready first; kNone if there is none.
  unsigned first_ready() const { return ready_.empty() ? kNone : ready_.front(); }

  /// Result of a store of quarter `part` (0..3) by `host`.
  SlotError judge_store(unsigned host, unsigned slot, unsigned part) const;
  /// Precondition: judge_store() returns None.
  void store(unsigned slot, unsigned part);
  /// A free slot becomes filling; any other is unchanged.
  void reserve(unsigned slot);
  /// The first ready slot becomes in flight. Precondition: there is one.
  void pop_ready();
  /// The slot's operation has completed. Precondition: is_in_flight(slot).
  void free(unsigned slot);

  /// Registers by name (rtl_models/common/state.h).
  template <class List>
  void list_state(List& state) const {
    state.add("free_slots", free_count_);
    state.add("ready", ready_);
  }

 private:
  unsigned slots_;
  std::bitset<kMaxSlots> free_, in_flight_;
  unsigned free_count_[2];
  std::uint8_t written_[kMaxSlots] = {};  ///< quarters, as a mask; all four until the slot is free
  std::deque<std::uint8_t> ready_;
};

}  // namespace tinsim
