// SPDX-License-Identifier: Apache-2.0
// Groups `rma0` and `rma1` of the registers: those of a host's BAR, on the register bus.
#include "tlm/tin/registers/rma_device.h"

namespace tinsim {
namespace {

using registers::Half;
using registers::Place;

/// Of a register of 8 bytes in the BAR.
uint32_t offset_of(const Place& place) {
  const uint32_t offset = registers::address_of(place) - place.group->base;
  return place.reg->half == Half::high ? offset - registers::kRegisterBytes : offset;
}

bool is_of_region(uint32_t offset) {
  return offset >= Registers::kRegionBase && offset < Registers::kRegionCommit;
}

}  // namespace

uint32_t RmaDevice::read(Cycle at, const Place& place) const {
  if (engine_ == nullptr) return 0;
  const uint32_t offset = offset_of(place);
  if (is_of_region(offset)) return region_.read(at, place);
  // A host reads its own slot: that of the other one is as if none were free.
  const bool is_slot = place.array == &registers::kRmaArrays[0];
  const uint64_t value = engine_->written(host_, offset).value_or(is_slot ? ~uint64_t{0} : 0);
  return static_cast<uint32_t>(place.reg->half == Half::high ? value >> 32 : value);
}

bool RmaDevice::write(Cycle effect, const Place& place, const uint32_t* words) {
  if (engine_ == nullptr) return false;
  const uint32_t offset = offset_of(place);
  const bool is_pair = place.reg->half == Half::high;
  const uint64_t value = is_pair ? uint64_t{words[1]} << 32 | words[0] : words[0];
  if (!engine_->takes(host_, offset, value)) return false;
  if (is_of_region(offset)) region_.write(effect, place, words);
  engine_->edit(effect, host_, offset, value);
  return true;
}

}  // namespace tinsim
