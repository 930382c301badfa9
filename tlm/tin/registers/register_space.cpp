// SPDX-License-Identifier: Apache-2.0
// The register bus of one chip: from an address to the state of the model.
#include "tlm/tin/registers/register_space.h"

namespace tinsim {

using registers::Access;
using registers::Half;
using registers::Place;

namespace {

constexpr Place kBusStatus = registers::place_named("chip", "bus_status");
constexpr Place kBusErrorAddress = registers::place_named("chip", "bus_error_address");
static_assert(registers::address_of(kBusStatus) == 0x14 &&
              registers::address_of(kBusErrorAddress) == 0x18);

/// The register `distance` places after this one, in the same list.
Place neighbour(Place place, int distance) {
  place.reg += distance;
  return place;
}

bool waits_for_later(const Place& place) { return registers::written_with(place).size() == 0; }

/// The first register that is written together with this one.
Place first_of(const Place& place) {
  const bool whole = place.array != nullptr && place.array->writes == registers::Writes::whole;
  if (whole) return {place.group, place.array, place.index, place.array->registers.begin()};
  return place.reg->half == Half::high ? neighbour(place, -1) : place;
}

}  // namespace

void RegisterSpace::attach(const char* group, RegisterDevice& device) {
  for (unsigned n = 0; n < devices_.size(); ++n)
    if (registers::is_equal(registers::kMap[n].name, group)) devices_[n] = &device;
}

const RegisterDevice& RegisterSpace::device(const Place& place) const {
  RegisterDevice* const attached = devices_[static_cast<unsigned>(place.group - registers::kMap)];
  if (attached == nullptr) return memory_;
  return *attached;
}

RegisterDevice& RegisterSpace::device(const Place& place) {
  return const_cast<RegisterDevice&>(static_cast<const RegisterSpace&>(*this).device(place));
}

uint32_t RegisterSpace::value(Cycle at, const Place& place) const {
  const registers::Register& reg = *place.reg;
  const uint32_t held =
      reg.mask(Access::rw) | reg.mask(Access::ro) | reg.mask(Access::w1c) | reg.mask(Access::rc);
  return (device(place).read(at, place) & held) | (reg.reset() & reg.mask(Access::fixed));
}

RegisterSpace::Answer RegisterSpace::refuse(uint32_t address, bool write) {
  memory_.set(kBusStatus, write ? 2 : 1);
  memory_.show(kBusErrorAddress, address);
  return {0, true};
}

uint32_t RegisterSpace::peek(Cycle at, uint32_t address) const {
  const Place place = registers::place_of(address);
  return place.reg == nullptr ? 0 : value(at, place);
}

RegisterSpace::Answer RegisterSpace::read(Cycle issued, uint32_t address) {
  const Request request = {false, address, 0};
  return decider_ == nullptr ? answer(issued, request) : decider_->access(*this, issued, request);
}

RegisterSpace::Answer RegisterSpace::write(Cycle issued, uint32_t address, uint32_t data) {
  const Request request = {true, address, data};
  return decider_ == nullptr ? answer(issued, request) : decider_->access(*this, issued, request);
}

RegisterSpace::Answer RegisterSpace::answer(Cycle issued, const Request& request) {
  const Cycle at = issued + kEffectCycles;
  return request.write ? write_at(at, request.address, request.data) : read_at(at, request.address);
}

RegisterSpace::Answer RegisterSpace::read_at(Cycle at, uint32_t address) {
  const Place place = registers::place_of(address);
  if (place.reg == nullptr) return refuse(address, false);
  if (address == held_address_) {
    held_address_ = kNothing;
    return {held_, false};
  }
  const uint32_t data = value(at, place);
  if (place.reg->half == Half::low) {
    held_address_ = address + registers::kRegisterBytes;
    held_ = value(at, neighbour(place, 1));
  }
  const uint32_t cleared = data & place.reg->mask(Access::rc);
  if (cleared != 0) device(place).clear(place, cleared);
  return {data, false};
}

void RegisterSpace::stage(const Place& place, uint32_t data) {
  const Place first = first_of(place);
  const uint32_t address = registers::address_of(first);
  if (staged_.address != address) staged_ = {address, 0, {}};
  const auto n = static_cast<unsigned>(place.reg - first.reg);
  staged_.which |= 1u << n;
  staged_.words[n] = data;
}

RegisterSpace::Answer RegisterSpace::write_at(Cycle effect, uint32_t address, uint32_t data) {
  const Place place = registers::place_of(address);
  if (place.reg == nullptr) return refuse(address, true);
  if (address == held_address_) held_address_ = kNothing;
  stage(place, data);
  if (waits_for_later(place)) return {};
  const Place first = first_of(place);
  const unsigned count = registers::written_with(place).size();
  bool writable = false;
  for (unsigned n = 0; n < count; ++n) {
    const Place each = neighbour(first, static_cast<int>(n));
    const uint32_t mask = each.reg->mask(Access::rw) | each.reg->mask(Access::wo);
    writable |= mask != 0;
    if (!(staged_.which >> n & 1)) staged_.words[n] = value(effect, each);
    staged_.words[n] &= mask;
  }
  const std::array<uint32_t, 8> words = staged_.words;
  staged_ = {};
  const uint32_t cleared = data & place.reg->mask(Access::w1c);
  if (cleared != 0) device(place).clear(place, cleared);
  if (writable && !device(place).write(effect, place, words.data())) return refuse(address, true);
  return {};
}

}  // namespace tinsim
