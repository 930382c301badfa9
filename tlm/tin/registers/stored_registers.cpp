// SPDX-License-Identifier: Apache-2.0
// Registers of a group as memory: they read what was written, and what the hardware has set.
#include "tlm/tin/registers/stored_registers.h"

namespace tinsim {

using registers::Access;

uint32_t StoredRegisters::read(Cycle, const registers::Place& place) const {
  const auto at = words_.find(registers::address_of(place));
  return at == words_.end() ? place.reg->reset() : at->second;
}

uint32_t& StoredRegisters::word(const registers::Place& place) {
  return words_.try_emplace(registers::address_of(place), place.reg->reset()).first->second;
}

/// Registers that are written together are neighbours, and `place` is the last.
bool StoredRegisters::write(Cycle, const registers::Place& place, const uint32_t* words) {
  const registers::View<registers::Register> list = registers::written_with(place);
  for (unsigned n = 0; n < list.size(); ++n) {
    const uint32_t mask = list[n].mask(Access::rw);
    uint32_t& stored = word({place.group, place.array, place.index, &list[n]});
    stored = (stored & ~mask) | (words[n] & mask);
  }
  return true;
}

void StoredRegisters::clear(const registers::Place& place, uint32_t bits) { word(place) &= ~bits; }

void StoredRegisters::show(const registers::Place& place, uint32_t value) {
  const uint32_t mask = place.reg->mask(Access::ro);
  word(place) = (word(place) & ~mask) | (value & mask);
}

void StoredRegisters::set(const registers::Place& place, uint32_t bits) {
  word(place) |= bits & (place.reg->mask(Access::w1c) | place.reg->mask(Access::rc));
}

}  // namespace tinsim
