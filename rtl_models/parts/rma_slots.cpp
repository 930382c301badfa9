// SPDX-License-Identifier: Apache-2.0
// The command slots of 1RMA: which are free, being written, ready and in flight.
#include "rtl_models/parts/rma_slots.h"

namespace tinsim {
namespace {
constexpr std::uint8_t kWhole = 0xF;
}  // namespace

unsigned CommandSlotState::lowest_free(unsigned host) const {
  if (free_count_[host] == 0) return kNone;
  unsigned slot = host * (slots_ / 2);
  while (!free_[slot]) ++slot;
  return slot;
}

SlotError CommandSlotState::judge_store(unsigned host, unsigned slot, unsigned part) const {
  if (slot >= slots_ || owner(slot) != host) return SlotError::NotOwner;
  if (written_[slot] == kWhole) return SlotError::Busy;
  return written_[slot] >> part & 1 ? SlotError::Written : SlotError::None;
}

void CommandSlotState::store(unsigned slot, unsigned part) {
  reserve(slot);
  written_[slot] = static_cast<std::uint8_t>(written_[slot] | 1u << part);
  if (written_[slot] == kWhole) ready_.push_back(static_cast<std::uint8_t>(slot));
}

void CommandSlotState::reserve(unsigned slot) {
  if (!free_[slot]) return;
  free_.reset(slot);
  --free_count_[owner(slot)];
}

void CommandSlotState::pop_ready() {
  in_flight_.set(ready_.front());
  ready_.pop_front();
}

void CommandSlotState::free(unsigned slot) {
  in_flight_.reset(slot);
  free_.set(slot);
  ++free_count_[owner(slot)];
  written_[slot] = 0;
}

}  // namespace tinsim
