// SPDX-License-Identifier: Apache-2.0
// Group `trace` of the registers: the filter of cell tracing in a chip, and its counters.
#include "tlm/tin/registers/trace_device.h"

namespace tinsim {

using registers::Place;

namespace {

constexpr Place kTraceControl = registers::place_named("trace", "control");
constexpr Place kTracePeriod = registers::place_named("trace", "period");
constexpr Place kTraceSource = registers::place_named("trace", "source");
constexpr Place kTraceDestination = registers::place_named("trace", "destination");
constexpr Place kTraceRecords = registers::place_named("trace", "records");
constexpr Place kTraceDropped = registers::place_named("trace", "dropped");

constexpr uint32_t kTraceEnable = 1, kTraceSample = 2;
constexpr unsigned kTraceClasses = 16, kTraceMask = 16;  ///< lowest bit of a field
constexpr uint32_t kTraceClassBits = 0x3ff;

}  // namespace

uint32_t TraceDevice::read(Cycle at, const Place& place) const {
  if (place.reg == kTraceRecords.reg)
    return static_cast<uint32_t>(sampler_.sampled() - sampler_.dropped() - sampler_.held());
  if (place.reg == kTraceDropped.reg) return static_cast<uint32_t>(sampler_.dropped());
  return StoredRegisters::read(at, place);
}

bool TraceDevice::write(Cycle effect, const Place& place, const uint32_t* words) {
  StoredRegisters::write(effect, place, words);
  settings_.set(effect, written());
  return true;
}

TraceSettings TraceDevice::written() const {
  const auto value = [this](const Place& place) { return StoredRegisters::read(0, place); };
  const uint32_t control = value(kTraceControl);
  TraceSettings settings;
  settings.enable = (control & kTraceEnable) != 0;
  settings.sample = (control & kTraceSample) != 0;
  settings.classes = control >> kTraceClasses & kTraceClassBits;
  settings.period = value(kTracePeriod) & 0xffff;
  settings.source = static_cast<uint16_t>(value(kTraceSource));
  settings.source_mask = static_cast<uint16_t>(value(kTraceSource) >> kTraceMask);
  settings.destination = static_cast<uint16_t>(value(kTraceDestination));
  settings.destination_mask = static_cast<uint16_t>(value(kTraceDestination) >> kTraceMask);
  return settings;
}

}  // namespace tinsim
