// SPDX-License-Identifier: Apache-2.0
// Registers of a chip's hardware clock that software writes, and its oscillator.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tlm/gnet/cell.h"
#include "tlm/tin/time_sync/oscillator.h"

namespace tinsim {

/// The place of a chip in a time distribution tree.
struct TimeSyncPlace {
  static constexpr unsigned kNoPort = 63;  ///< listens to no message
  bool primary = false;
  unsigned listen_port = 0;    ///< of a client
  unsigned channel_delay = 0;  ///< cycles, as latency_meter measures it on that port
  uint64_t out_ports = 0;      ///< mask
};

/// Registers that software writes, all in one cycle; those that are unset keep their values.
struct TimeSyncWrite {
  std::optional<TimeSyncPlace> place = {};
  std::optional<uint32_t> interval = {};
  std::optional<uint64_t> time = {};  ///< time_sync `load_time_i`
  bool clear = false;                 ///< … `clear_i`
};

struct TimeSyncParams {
  std::string name = "tin";  ///< for error reports
  uint32_t interval = 0;     ///< time_sync `interval_i`
  uint32_t timeout = 0;      ///< … `timeout_i`
  uint32_t threshold = 0;    ///< … `threshold_i`
  unsigned invalid_limit = 0;
  Oscillator oscillator;
  std::vector<Oscillator> peers;  ///< of the neighbours, by port; empty: all clocks are nominal
  uint64_t start_time = 0;        ///< time of cycle 0, in ticks
  TimeSyncPlace place;
  /// Software moves the chip to this place so many cycles after its clock has failed.
  std::optional<TimeSyncPlace> standby;
  Cycle reaction_cycles = 0;
  Cycle stops_at = kNoCycle;  ///< from then on the clock sends nothing and is not valid
  /// Cycles from one set that elastic buffers may remove to the next, on each link; 0: none.
  Cycle skip_cycles = 0;
};

}  // namespace tinsim
