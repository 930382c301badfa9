// SPDX-License-Identifier: Apache-2.0
// Configuration of TimeSync: the clocks of the chips and the tree that distributes the time;
// docs/reference/time_sync.md.
#pragma once

#include <optional>
#include <vector>

#include "rtl_models/common/keys.h"

namespace tinsim {

struct TimeSyncConfig {
  bool enabled = false;
  unsigned primary = 0;
  std::optional<unsigned> standby;
  std::vector<unsigned> parents;
  std::optional<unsigned> local_delay_cycles;
  std::optional<unsigned> global_delay_cycles;
  double interval_us = 100;
  double timeout_us = 350;
  unsigned invalid_limit = 2;
  double threshold_ns = 1000;
  double clock_ppm = 0;
  double drift_ppm_per_s = 0;
  std::optional<double> primary_fails_us;
  std::optional<double> reaction_us;
  TIN_KEYS(
      (enabled, "chips have clocks of their own, which TIMESYNC sets keep together"),
      (primary, "chip whose clock the others follow", range(0, 1023)),
      (standby, "chip that becomes the primary when the clocks have failed; unset: none",
       range(0, 1023)),
      (parents,
       "chip that each chip follows, chip by chip, its own number for the primary; empty: the "
       "breadth-first tree of the network",
       range(0, 1023)),
      (local_delay_cycles,
       "delay that clocks add for a local link, from pins to pins and one cycle more; unset: as "
       "measured on each",
       range(0, 65532)),
      (global_delay_cycles, "… for a global link", range(0, 65532)),
      (interval_us, "a clock sends its time at least so often, in us", above(0, 41000)),
      (timeout_us, "a clock fails after so long without a valid message, in us; 0: never",
       range(0, 41000)),
      (invalid_limit, "a clock fails after so many invalid messages in a row; 0: never",
       range(0, 15)),
      (threshold_ns,
       "a message that differs by more from the own time is invalid, unless it is the first, in ns",
       range(0, 160000)),
      (clock_ppm, "clocks are off by up to so many parts per million, drawn evenly, by chip",
       range(0, 500)),
      (drift_ppm_per_s, "… and that changes by up to so much per second, drawn likewise",
       range(0, 100)),
      (primary_fails_us,
       "the clock of the primary stops, in us from the start of the run; unset: "
       "never",
       range(0, 1e9)),
      (reaction_us,
       "time from the failure of a clock until software moves it to the tree of the standby, in "
       "us; "
       "unset: until all clocks of the first tree have failed",
       range(0, 1e6)))
};

}  // namespace tinsim
