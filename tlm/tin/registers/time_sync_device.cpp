// SPDX-License-Identifier: Apache-2.0
// Group `timesync` of the registers: the hardware clock of a chip.
#include "tlm/tin/registers/time_sync_device.h"

namespace tinsim {
namespace {

using registers::Place;

/// Plain registers, in the order of the description.
enum class Plain {
  control,
  select,
  interval,
  outputs_low,
  outputs_high,
  status,
  time_low,
  time_high
};
static_assert(std::size(registers::kTimeSyncRegisters) ==
              static_cast<unsigned>(Plain::time_high) + 1);

constexpr uint32_t kEnable = 1, kPrimary = 2, kValid = 1u << 8, kLost = 1u << 9;

Plain plain_of(const Place& place) {
  return static_cast<Plain>(place.reg - registers::kTimeSyncRegisters);
}

uint64_t with_low(uint64_t value, uint32_t low) { return value >> 32 << 32 | low; }
uint64_t with_high(uint64_t value, uint32_t high) {
  return uint64_t{high} << 32 | static_cast<uint32_t>(value);
}

}  // namespace

TimeSyncDevice::TimeSyncDevice(TimeSyncUnit& unit)
    : unit_(unit), written_(unit.params().place), interval_(unit.params().interval) {
  delays_[written_.listen_port] = static_cast<uint16_t>(written_.channel_delay);
}

/// Software that moves the clock to its second place writes it by a bus of its own.
void TimeSyncDevice::follow_move() const {
  if (has_moved_ || !unit_.has_moved()) return;
  has_moved_ = true;
  written_ = *unit_.params().standby;
  delays_[written_.listen_port] = static_cast<uint16_t>(written_.channel_delay);
}

uint32_t TimeSyncDevice::read(Cycle at, const Place& place) const {
  follow_move();
  if (place.array != nullptr) return delays_[place.index];
  switch (plain_of(place)) {
    case Plain::control:
      return (enabled_ ? kEnable : 0) | (written_.primary ? kPrimary : 0);
    case Plain::select:
      return written_.listen_port;
    case Plain::interval:
      return interval_;
    case Plain::outputs_low:
      return static_cast<uint32_t>(written_.out_ports);
    case Plain::outputs_high:
      return static_cast<uint32_t>(written_.out_ports >> 32);
    case Plain::status:
      return status(at);
    case Plain::time_low:
      return static_cast<uint32_t>(unit_.time(at));
    case Plain::time_high:
      return static_cast<uint32_t>(unit_.time(at) >> 32);
  }
  return 0;
}

uint32_t TimeSyncDevice::status(Cycle at) const {
  const ClockEpoch& epoch = unit_.epoch(at);
  failures_read_ = epoch.failures;
  const bool is_valid = epoch.status.valid && !epoch.status.failed;
  const bool has_failed = epoch.status.failed || epoch.failures != failures_cleared_;
  return epoch.status.pack() | (is_valid ? kValid : 0) | (has_failed ? kLost : 0);
}

bool TimeSyncDevice::write(Cycle effect, const Place& place, const uint32_t* words) {
  follow_move();
  if (place.array == nullptr && plain_of(place) == Plain::time_high) {
    unit_.write(effect, {{}, {}, with_high(words[0], words[1]), false});
    return true;
  }
  bool starts = false;
  if (place.array != nullptr) {
    delays_[place.index] = static_cast<uint16_t>(words[0]);
  } else if (plain_of(place) == Plain::control) {
    starts = !enabled_ && (words[0] & kEnable) != 0;
    enabled_ = (words[0] & kEnable) != 0;
    written_.primary = (words[0] & kPrimary) != 0;
  } else if (plain_of(place) == Plain::select) {
    written_.listen_port = words[0];
  } else if (plain_of(place) == Plain::interval) {
    interval_ = words[0];
  } else if (plain_of(place) == Plain::outputs_low) {
    written_.out_ports = with_low(written_.out_ports, words[0]);
  } else if (plain_of(place) == Plain::outputs_high) {
    written_.out_ports = with_high(written_.out_ports, words[0]);
  }
  unit_.write(effect, {place_now(), interval_, {}, starts});
  return true;
}

TimeSyncPlace TimeSyncDevice::place_now() const {
  if (!enabled_) return {false, TimeSyncPlace::kNoPort, 0, 0};
  TimeSyncPlace place = written_;
  if (place.listen_port < delays_.size()) place.channel_delay = delays_[place.listen_port];
  return place;
}

void TimeSyncDevice::clear(const Place&, uint32_t bits) {
  if ((bits & kLost) != 0) failures_cleared_ = failures_read_;
}

}  // namespace tinsim
