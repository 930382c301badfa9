// SPDX-License-Identifier: Apache-2.0
// Group `link` of the registers: control and state of a switch's links.
#include "tlm/tin/registers/link_device.h"

#include <algorithm>

#include "base/masks.h"
#include "rtl_models/parts/ordered_set.h"
#include "tlm/gnet/timing.h"
#include "tlm/tin/cell_switch/link_driver.h"

namespace tinsim {
namespace {

using registers::Place;

constexpr auto kDown = static_cast<uint8_t>(PhyState::Down);
constexpr auto kUp = static_cast<uint8_t>(PhyState::Up);
constexpr uint32_t kLinkEnable = 1u << 0, kFec = 1u << 1, kCameUp = 1u << 0, kWentDown = 1u << 1;
constexpr uint32_t kDelayValid = 1u << 31;

/// In the order of the description.
enum LinkPlain { kChanged0, kChanged1, kMeasure0, kMeasure1 };
enum LinkElement { kLinkControl, kLinkStatus, kLinkEvents, kLinkDelay };
static_assert(std::size(registers::kLinkRegisters) == kMeasure1 + 1 &&
              std::size(registers::kLinkElement) == kLinkDelay + 1);

unsigned link_register(const Place& place) {
  return static_cast<unsigned>(
      place.reg - (place.array == nullptr ? registers::kLinkRegisters : registers::kLinkElement));
}
/// Of a plain register, its ports as a mask of all ports.
unsigned link_shift(const Place& place) { return link_register(place) % 2 * 32; }

}  // namespace

/// The states of cycle 0.
void LinkDevice::begin() const {
  has_begun_ = true;
  const SwitchParams& params = switch_.params();
  for (unsigned port = 0; port < params.ports; ++port) {
    const bool is_link = !(params.terminal_ports >> port & 1);
    const LinkDriver* const wire = driver(port);
    const bool starts_up = wire == nullptr || wire->params().port.start_up;
    ports_[port].state = is_link && starts_up ? kUp : kDown;
  }
}

/// Of a link at wire fidelity; else null.
LinkDriver* LinkDevice::driver(unsigned port) const {
  LinkDriver* const driver = measuring_driver(port);
  return driver != nullptr && driver->wire() != nullptr ? driver : nullptr;
}

/// Of a link that carries LAT sets: at wire fidelity, or where all ports measure; else null.
LinkDriver* LinkDevice::measuring_driver(unsigned port) const {
  if (port >= switch_.params().ports) return nullptr;
  LinkDriver* const driver = switch_.link_driver(port);
  if (driver == nullptr) return nullptr;
  const bool measures = driver->params().port.latency_interval != 0;
  return measures || driver->wire() != nullptr ? driver : nullptr;
}

/// All changes up to cycle `at` - kShowDelay.
void LinkDevice::follow(Cycle at) const {
  if (!has_begun_) begin();
  for (unsigned n = 0; n < switch_.params().ports; ++n) {
    const LinkDriver* const wire = driver(n);
    if (wire == nullptr) continue;
    const auto& changes = wire->port().state_changes();
    Port& port = ports_[n];
    for (; port.seen < changes.size() && changes[port.seen].cycle + kShowDelay <= at; ++port.seen) {
      const uint8_t state = changes[port.seen].state;
      if (state == kUp) port.events |= kCameUp;
      if (port.state == kUp) port.events |= kWentDown;
      port.state = state;
      changed_ |= bit(n);
    }
  }
}

uint32_t LinkDevice::read(Cycle at, const Place& place) const {
  follow(at);
  if (place.array == nullptr) return static_cast<uint32_t>(changed_ >> link_shift(place));
  const Port& port = ports_[place.index];
  const LinkDriver* const wire = driver(place.index);
  switch (link_register(place)) {
    case kLinkControl:
      return (port.enable ? kLinkEnable : 0) |
             (wire != nullptr && wire->params().wire->wire.fec ? kFec : 0);
    case kLinkStatus:
      return port.state;
    case kLinkEvents:
      return port.events;
    default:
      return delay(at, place.index);
  }
}

uint32_t LinkDevice::delay(Cycle at, unsigned port) const {
  const LinkDriver* const end = measuring_driver(port);
  if (end == nullptr) return 0;
  for (const auto& delay : end->port().delays())
    if (delay && delay->cycle + kShowDelay <= at)
      return kDelayValid | (static_cast<uint32_t>(delay->cycles) & ~kDelayValid);
  return 0;
}

bool LinkDevice::write(Cycle effect, const Place& place, const uint32_t* words) {
  if (place.array != nullptr) return set_enable(effect, place.index, (words[0] & kLinkEnable) != 0);
  return measure(effect, uint64_t{words[0]} << link_shift(place));
}

bool LinkDevice::set_enable(Cycle effect, unsigned port, bool enable) {
  if (enable == ports_[port].enable) return true;
  LinkDriver* const wire = driver(port);
  if (wire == nullptr) return false;
  // Two writes of one cycle take effect one after the other.
  const Cycle at = std::max(effect + wire->enable_delay(), ports_[port].next_change);
  ports_[port].enable = enable;
  ports_[port].next_change = at + 1;
  wire->set_enable(at, enable);
  return true;
}

bool LinkDevice::measure(Cycle effect, uint64_t ports) {
  for (uint64_t left = ports; left != 0; left &= left - 1)
    if (measuring_driver(lowest(left)) == nullptr) return false;
  for (uint64_t left = ports; left != 0; left &= left - 1)
    measuring_driver(lowest(left))->measure(effect + timing::kMatchToTx);
  return true;
}

void LinkDevice::clear(const Place& place, uint32_t bits) {
  if (place.array != nullptr) {
    ports_[place.index].events &= ~bits;
  } else {
    changed_ &= ~(uint64_t{bits} << link_shift(place));
  }
}

}  // namespace tinsim
