// SPDX-License-Identifier: Apache-2.0
// Group `trace` of the registers: the filter of cell tracing in a chip, and its counters.
#include "tlm/tin/registers/trace_device.h"

namespace tinsim {

using registers::Place;

namespace {

/// Registers in the order of the description; those between are of the collector.
enum class Plain { control, period, source, destination, records = 9, dropped = 10 };
static_assert(std::size(registers::kTraceRegisters) == static_cast<unsigned>(Plain::dropped) + 1);

constexpr uint32_t kEnable = 1, kSample = 2, kClassBits = 0x3ff, kPeriodBits = 0xffff;
constexpr unsigned kClassesShift = 16, kMaskShift = 16;

Plain plain_of(const Place& place) {
  return static_cast<Plain>(place.reg - registers::kTraceRegisters);
}

uint32_t flow_word(uint16_t address, uint16_t mask) {
  return uint32_t{mask} << kMaskShift | address;
}

}  // namespace

uint32_t TraceDevice::read(Cycle at, const Place& place) const {
  const TraceSettings& settings = settings_.at(at);
  switch (plain_of(place)) {
    case Plain::control:
      return (settings.enable ? kEnable : 0) | (settings.sample ? kSample : 0) |
             settings.classes << kClassesShift;
    case Plain::period:
      return settings.period;
    case Plain::source:
      return flow_word(settings.source, settings.source_mask);
    case Plain::destination:
      return flow_word(settings.destination, settings.destination_mask);
    case Plain::records:
      return static_cast<uint32_t>(sampler_.sampled() - sampler_.dropped() - sampler_.held());
    case Plain::dropped:
      return static_cast<uint32_t>(sampler_.dropped());
  }
  return collector_.read(at, place);
}

bool TraceDevice::write(Cycle effect, const Place& place, const uint32_t* words) {
  TraceSettings settings = settings_.at(effect);
  const uint32_t word = words[0];
  switch (plain_of(place)) {
    case Plain::control:
      settings.enable = (word & kEnable) != 0;
      settings.sample = (word & kSample) != 0;
      settings.classes = word >> kClassesShift & kClassBits;
      break;
    case Plain::period:
      settings.period = word & kPeriodBits;
      break;
    case Plain::source:
      settings.source = static_cast<uint16_t>(word);
      settings.source_mask = static_cast<uint16_t>(word >> kMaskShift);
      break;
    case Plain::destination:
      settings.destination = static_cast<uint16_t>(word);
      settings.destination_mask = static_cast<uint16_t>(word >> kMaskShift);
      break;
    default:
      return collector_.write(effect, place, words);
  }
  settings_.write(effect, settings);
  return true;
}

}  // namespace tinsim
