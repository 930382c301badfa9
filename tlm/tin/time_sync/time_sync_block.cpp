// SPDX-License-Identifier: Apache-2.0
// The block time_sync attached to the clock of a chip.
#include "tlm/tin/time_sync/time_sync_block.h"

#include <algorithm>

#include "base/masks.h"
#include "tlm/tin/time_sync/time_sync_unit.h"

namespace tinsim {

TimeSyncBlock::TimeSyncBlock(const DecisionChoice<Block>& choice, const std::string& place,
                             const Oscillator& oscillator)
    : oscillator_(oscillator), updated_gain_(gained(0)), accepted_gain_(gained(0)) {
  block_.use(choice, place, "time_sync");
}

uint64_t TimeSyncBlock::without_gain(uint64_t time, Cycle at) const {
  return (time - static_cast<uint64_t>(gained(at))) & kTimeMask;
}
uint64_t TimeSyncBlock::with_gain(uint64_t time, Cycle at) const {
  return (time + static_cast<uint64_t>(gained(at))) & kTimeMask;
}

/// 0 stands for no limit.
Bits<24> TimeSyncBlock::limit(uint32_t ticks, int64_t gained_since) {
  return ticks == 0 ? 0 : static_cast<unsigned>(std::max<int64_t>(ticks - gained_since, 1));
}

// The clear of this cycle makes the next one the first that the time-out counts from. The updates
// count from the reset, a cycle earlier: one more until the first update.
void TimeSyncBlock::start(uint64_t time, bool primary) {
  block_.reset(0, {});
  Block::In in;
  in.primary_i = primary;
  in.clear_i = true;
  in.load_valid_i = true;
  in.load_time_i = without_gain(time, 0);
  block_.tick(0, in);
  ++updated_gain_;
}

void TimeSyncBlock::set_levels(const TimeSyncLevels& levels, const TimeSyncWrite& registers) {
  levels_ = levels;
  in_ = {};
  in_.primary_i = levels.place.primary;
  in_.listen_port_i = levels.place.listen_port;
  in_.listen_delay_i = levels.place.channel_delay + kFlightToClock;
  for (unsigned port = 0; port < kPorts; ++port)
    in_.out_ports_i[port] = (levels.place.out_ports >> port & 1) != 0;
  in_.threshold_i = levels.threshold;
  in_.invalid_limit_i = levels.invalid_limit;
  in_.increment_i = uint64_t{1} << 32;
  in_.flight_i = kFlightFromClock;
  in_.load_valid_i = registers.time.has_value();
  load_time_ = registers.time.value_or(0);
  in_.clear_i = registers.clear;
}

void TimeSyncBlock::arrives(unsigned port, unsigned status, uint64_t time) {
  if (port >= kPorts) return;
  in_.rx_valid_i[port] = true;
  in_.rx_status_i[port] = status;
  in_.rx_time_i[port] = time;
}

TimeSyncBlock::Shown TimeSyncBlock::tick(Cycle now, const Shown& own) {
  for (unsigned port = 0; port < kPorts; ++port)
    if (in_.rx_valid_i[port]) in_.rx_time_i[port] = without_gain(in_.rx_time_i[port], now);
  if (in_.load_valid_i) in_.load_time_i = without_gain(load_time_, now + 1);
  in_.interval_i = limit(levels_.interval, gained(now) - updated_gain_);
  in_.timeout_i = limit(levels_.timeout, gained(now) - accepted_gain_);
  block_.tick(now, in_);
  const Block::Out& out = block_.out();
  uint64_t to = 0;
  for (unsigned port = 0; port < kPorts; ++port)
    if (out.tx_valid_o[port]) to |= bit(port);
  ++decisions_;
  const Shown shown = {
      block_.decide(now + 1, "time_o", with_gain(out.time_o, now + 1), own.time),
      block_.decide(now + 1, "status_o", static_cast<unsigned>(out.status_o), own.status),
      block_.decide(now + 1, "accepted_o", out.accepted_o, own.accepted),
      block_.decide(now + 1, "tx_valid_o", to, own.to), own.updates};
  if (shown.updates || shown.to != 0) updated_gain_ = gained(now);
  if (shown.accepted || in_.clear_i) accepted_gain_ = gained(now);
  return shown;
}

TimeSyncBody TimeSyncBlock::update(Cycle due, const TimeSyncBody& own) {
  const Block::Out& out = block_.out();
  const Cycle now = due - kFlightFromClock;
  return {block_.decide(now, "tx_status_o", static_cast<uint8_t>(out.tx_status_o), own.status),
          block_.decide(now, "tx_time_o", with_gain(out.tx_time_o, due), own.time)};
}

}  // namespace tinsim
