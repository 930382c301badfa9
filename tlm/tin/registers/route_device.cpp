// SPDX-License-Identifier: Apache-2.0
// Group `route` of the registers: the route table of a switch.
#include "tlm/tin/registers/route_device.h"

#include <algorithm>

namespace tinsim {
namespace {

using registers::Place;
using RouteWhat = RouteEdit::What;

static_assert(registers::kRouteRows == EditedRoutes::kRows &&
              registers::kRoutePhases == kVcPhases && registers::kRouteClasses == kPortClasses);

/// Of the arrays, in the order of the description.
constexpr RouteWhat kRouteArrayWhat[] = {RouteWhat::kInput,       RouteWhat::kForbiddenOutputs,
                                         RouteWhat::kEndpoint,    RouteWhat::kJoined,
                                         RouteWhat::kDestination, RouteWhat::kEntry};
static_assert(std::size(kRouteArrayWhat) == std::size(registers::kRouteArrays));

/// Of the plain registers but the first, `mode`.
constexpr RouteWhat kRoutePlainWhat[] = {RouteWhat::kChoice, RouteWhat::kBias, RouteWhat::kOrdered,
                                         RouteWhat::kCells};
static_assert(std::size(kRoutePlainWhat) + 1 == std::size(registers::kRouteRegisters));

bool is_mode(const Place& place) { return place.reg == registers::kRouteRegisters; }

RouteWhat route_what(const Place& place) {
  if (place.array != nullptr) return kRouteArrayWhat[place.array - registers::kRouteArrays];
  return kRoutePlainWhat[place.reg - registers::kRouteRegisters - 1];
}

}  // namespace

uint32_t RouteDevice::value_of(const EditedRoutes& routes, const Place& place) {
  if (is_mode(place)) return static_cast<uint32_t>(routes.table().mode);
  const unsigned word = place.array == nullptr ? 0 : place.reg->offset / registers::kRegisterBytes;
  return routes.read(route_what(place), place.index)[word];
}

uint32_t RouteDevice::read(Cycle, const Place& place) const { return value_of(written_, place); }

bool RouteDevice::write(Cycle effect, const Place& place, const uint32_t* words) {
  if (!switch_.can_edit_routes() || !written_.has_registers()) return false;
  RouteEdit edit;
  edit.what = route_what(place);
  edit.index = static_cast<uint16_t>(place.index);
  std::copy_n(words, registers::written_with(place).size(), edit.words.begin());
  written_.apply(edit);
  switch_.edit_routes(effect, edit);
  return true;
}

}  // namespace tinsim
