// SPDX-License-Identifier: Apache-2.0
// Group `trace` of the registers: the filter of cell tracing in a chip, and its counters.
#include "tlm/tin/registers/trace_device.h"

namespace tinsim {

using registers::Place;

namespace {

/// Registers in the order of the description; those between are of the collector.
enum class TraceRegister { control, period, source, destination, records = 9, dropped = 10 };
static_assert(std::size(registers::kTraceRegisters) ==
              static_cast<unsigned>(TraceRegister::dropped) + 1);

constexpr uint32_t kTraceEnable = 1, kTraceSample = 2, kTraceClassBits = 0x3ff,
                   kTracePeriodBits = 0xffff;
constexpr unsigned kTraceClassesShift = 16, kTraceMaskShift = 16;

TraceRegister trace_register(const Place& place) {
  return static_cast<TraceRegister>(place.reg - registers::kTraceRegisters);
}

uint32_t flow_word(uint16_t address, uint16_t mask) {
  return uint32_t{mask} << kTraceMaskShift | address;
}

}  // namespace

uint32_t TraceDevice::read(Cycle at, const Place& place) const {
  const TraceSettings& settings = settings_.at(at);
  switch (trace_register(place)) {
    case TraceRegister::control:
      return (settings.enable ? kTraceEnable : 0) | (settings.sample ? kTraceSample : 0) |
             settings.classes << kTraceClassesShift;
    case TraceRegister::period:
      return settings.period;
    case TraceRegister::source:
      return flow_word(settings.source, settings.source_mask);
    case TraceRegister::destination:
      return flow_word(settings.destination, settings.destination_mask);
    case TraceRegister::records:
      return static_cast<uint32_t>(sampler_.sampled() - sampler_.dropped() - sampler_.held());
    case TraceRegister::dropped:
      return static_cast<uint32_t>(sampler_.dropped());
  }
  return collector_.read(at, place);
}

bool TraceDevice::write(Cycle effect, const Place& place, const uint32_t* words) {
  TraceSettings settings = settings_.at(effect);
  const uint32_t word = words[0];
  switch (trace_register(place)) {
    case TraceRegister::control:
      settings.enable = (word & kTraceEnable) != 0;
      settings.sample = (word & kTraceSample) != 0;
      settings.classes = word >> kTraceClassesShift & kTraceClassBits;
      break;
    case TraceRegister::period:
      settings.period = word & kTracePeriodBits;
      break;
    case TraceRegister::source:
      settings.source = static_cast<uint16_t>(word);
      settings.source_mask = static_cast<uint16_t>(word >> kTraceMaskShift);
      break;
    case TraceRegister::destination:
      settings.destination = static_cast<uint16_t>(word);
      settings.destination_mask = static_cast<uint16_t>(word >> kTraceMaskShift);
      break;
    default:
      return collector_.write(effect, place, words);
  }
  settings_.write(effect, settings);
  return true;
}

}  // namespace tinsim
