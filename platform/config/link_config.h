// SPDX-License-Identifier: Apache-2.0
// Section `link`: the links between chips.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/ratio.h"
#include "rtl_models/common/keys.h"

namespace tinsim {

TIN_ENUM(LinkFidelity, cell, wire)
TIN_ENUM(CreditReturn, sets, ideal)
TIN_ENUM(LinkFaultKind, down, stuck, drop_fc)
/// Of a link, seen from the end that a selector names.
TIN_ENUM(LinkDirection, both, from, to)

/// Bit errors on links; of several entries that name a link the last one holds.
struct LinkNoiseConfig {
  std::string links = "all";
  double ber = 0;
  double burst_per_s = 0;
  unsigned burst_bits = 0;
  TIN_KEYS((links, "selector of the links; the last entry that names a link holds"),
           (ber, "probability that a bit on the line is wrong", range(0, 0.5)),
           (burst_per_s, "mean error bursts per second of simulated time and direction",
            range(0, 1e9)),
           (burst_bits, "length of a burst; each of its bits is wrong half of the time",
            range(0, 65535)))
};

/// A planned fault of links; all entries that name a link count. Times from the start of the run.
struct LinkFaultConfig {
  std::string links = "all";
  LinkFaultKind kind = LinkFaultKind::down;
  double at_us = 0;
  std::optional<double> for_us;
  LinkDirection direction = LinkDirection::both;
  std::optional<unsigned> value;
  std::optional<unsigned> count;
  unsigned times = 1;
  std::optional<double> every_us;
  TIN_KEYS((links, "selector of the links; all entries that name a link count"),
           (kind, "no light; all bits equal; or flow-control sets are lost"),
           (at_us, "begin at the receiver, in us from the start of the run", range(0, 1e9)),
           (for_us, "down, stuck: length in us", above(0, 1e9)),
           (direction, "which direction, seen from the end that the selector names"),
           (value, "stuck: the value of every bit", range(0, 1)),
           (count, "drop_fc: sets lost each time, the next ones from then on; 1 if unset",
            range(1, 100)),
           (times, "number of occurrences", range(1, 1000)),
           (every_us, "time from one begin to the next in us", above(0, 1e9)))
};

/// The links between chips. Fibre and copper at 5 ns/m.
struct LinkConfig {
  double local_m = 1;
  double global_m = 50;
  unsigned fec_cycles = 12;
  bool local_fec = true;
  bool global_fec = true;
  unsigned local_fec_cycles = 0;
  Ratio local_rate = 1;
  Ratio global_rate = 1;
  LinkFidelity fidelity = LinkFidelity::cell;
  std::vector<std::string> wire_links;
  CreditReturn credits = CreditReturn::sets;
  unsigned fc_hold_cycles = 32;
  double fc_refresh_us = 10;
  double timesync_us = 0;
  double latency_us = 0;
  bool train_at_start = false;
  std::vector<LinkNoiseConfig> noise;
  std::vector<LinkFaultConfig> faults;
  TIN_KEYS(
      (local_m, "length of local links in metres, 5 ns/m", range(0, 10000)),
      (global_m, "length of global links in metres, 5 ns/m", range(0, 10000)),
      (fec_cycles,
       "cycles that error correction adds to each global link; 0: none. At wire fidelity 12, or 0",
       range(0, 1000)),
      (local_fec,
       "local links keep the slots of links with FEC, one per cycle; false: the share of the "
       "parity "
       "carries slots too, 70 in 66 cycles, at cell fidelity"),
      (global_fec, "the same for global links, whose fec_cycles are then 0"),
      (local_fec_cycles,
       "cycles that error correction adds to each local link; the base chip has none there",
       range(0, 1000)),
      (local_rate,
       "words per cycle of local links, as 1, 1/2 or 0.75: their rate and clock against the core's",
       range(0.25, 1)),
      (global_rate, "the same of global links", range(0.25, 1)),
      (fidelity,
       "how links are simulated: as cells and their slots, or bit by bit; the cycles are the same"),
      (wire_links, "selectors of additional links at wire fidelity"),
      (credits,
       "how credits return: in FC sets, which take slots of the links; or without slots, as in "
       "other simulators"),
      (fc_hold_cycles,
       "cycles that a credit update may wait behind cells; more saves reverse bandwidth, less "
       "saves credit latency",
       range(0, 255),
       only_if(
           +[](const LinkConfig& c) { return c.credits == CreditReturn::sets; }, {"credits"},
           "credits in sets", "with link.credits: ideal")),
      (fc_refresh_us,
       "period in which credit and sent words of every VC are reported again, in us; 0: never",
       range(0, 1e6),
       only_if(
           +[](const LinkConfig& c) { return c.credits == CreditReturn::sets; }, {"credits"},
           "credits in sets", "with link.credits: ideal")),
      (timesync_us, "time from one TIMESYNC set of a port to the next in us; 0: none are sent",
       range(0, 1e6)),
      (latency_us,
       "time from one measurement of the delay of its link by a port to the next in us; 0: none",
       range(0, 1e6)),
      (train_at_start, "links start DOWN and train in the run, at wire fidelity"), (noise),
      (faults))
};

}  // namespace tinsim
