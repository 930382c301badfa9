// SPDX-License-Identifier: Apache-2.0
// A route table as the registers that software writes.
#include "tlm/tin/registers/route_image.h"

#include "tlm/tin/registers/route_device.h"

namespace tinsim {
namespace {

using registers::Place;

constexpr const registers::Group& group() { return *registers::place_named("route", "mode").group; }

bool is_written(const registers::Register& reg) { return reg.mask(registers::Access::rw) != 0; }

uint32_t reset_of(const Place& place) {
  return place.reg->reset() & place.reg->mask(registers::Access::rw);
}
uint32_t value_of(const EditedRoutes& routes, const Place& place) {
  return RouteDevice::value_of(routes, place) & place.reg->mask(registers::Access::rw);
}

/// Adds the registers of one element, or one plain register, if any differs from its reset value.
void add(const EditedRoutes& routes, const registers::RegisterArray* array, unsigned index,
         const registers::View<registers::Register>& list, std::vector<RegisterRun>& image) {
  bool differs = false;
  for (const registers::Register& reg : list) {
    const Place place{&group(), array, index, &reg};
    differs |= is_written(reg) && value_of(routes, place) != reset_of(place);
  }
  if (!differs) return;
  for (const registers::Register& reg : list) {
    if (!is_written(reg)) continue;
    const Place place{&group(), array, index, &reg};
    const uint32_t address = registers::address_of(place);
    const bool follows =
        !image.empty() &&
        image.back().address + registers::kRegisterBytes * image.back().values.size() == address;
    if (!follows) image.push_back({address, {}, {}});
    image.back().values.push_back(value_of(routes, place));
    image.back().masks.push_back(reg.mask(registers::Access::rw));
  }
}

}  // namespace

std::vector<RegisterRun> route_image(const EditedRoutes& routes) {
  std::vector<RegisterRun> image;
  for (const registers::Register& reg : group().registers) {
    registers::View<registers::Register> one;
    one.data = &reg;
    one.count = 1;
    add(routes, nullptr, 0, one, image);
  }
  for (const registers::RegisterArray& array : group().arrays) {
    if (registers::is_equal(array.name, "endpoint")) continue;
    for (unsigned n = 0; n < array.count; ++n) add(routes, &array, n, array.registers, image);
  }
  return image;
}

std::vector<RegisterRun> reset_values(std::vector<RegisterRun> image) {
  for (RegisterRun& run : image) {
    for (std::size_t n = 0; n < run.values.size(); ++n) {
      const auto address = run.address + registers::kRegisterBytes * static_cast<uint32_t>(n);
      run.values[n] = reset_of(registers::place_of(address));
    }
  }
  return image;
}

std::size_t registers_in(const std::vector<RegisterRun>& image) {
  std::size_t count = 0;
  for (const RegisterRun& run : image) count += run.values.size();
  return count;
}

}  // namespace tinsim
