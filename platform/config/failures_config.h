// SPDX-License-Identifier: Apache-2.0
// Section `failures`: links and TiNs that fail.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "platform/config/link_config.h"
#include "rtl_models/common/keys.h"

namespace tinsim {

/// Links or TiNs that fail, as routing sees it; docs/reference/failures.md. Times from the start of
/// the run.
struct FailureConfig {
  std::string links;
  std::string tins;
  double percent = 100;
  uint64_t seed = 1;
  double at_us = 0;
  std::optional<double> for_us;
  LinkDirection direction = LinkDirection::both;
  TIN_KEYS((links, "selector of the links that fail; or give tins"),
           (tins, "TiNs that fail, with all their links: pod0.tin1, where * stands for anything"),
           (percent, "share of the named links or TiNs that fail, drawn at random", above(0, 100)),
           (seed, "seed of that draw",
            only_if(
                +[](const FailureConfig& c) { return c.percent < 100; }, {"percent"}, "a draw",
                "where all fail")),
           (at_us, "begin at the receiver, in us from the start of the run", range(0, 1e9)),
           (for_us, "time until the repair, in us; unset: no repair", above(0, 1e9)),
           (direction,
            "links: which direction goes dark, seen from the end that the selector names"))
};

struct FailuresConfig {
  double repair_tables_us = 5;
  unsigned parked_words = 262144;
  std::vector<FailureConfig> events;
  TIN_KEYS(
      (repair_tables_us, "time from a failure or repair until the new tables are installed, in us",
       range(0, 1e6),
       only_if(
           +[](const FailuresConfig& c) { return !c.events.empty(); }, {"events"}, "failures",
           "without failures.events")),
      (parked_words,
       "capacity of a TiN's memory for parked cells, in words; an overflow is a broken invariant",
       range(20, 4294967295.0),
       only_if(
           +[](const FailuresConfig& c) { return !c.events.empty(); }, {"events"}, "failures",
           "without failures.events")),
      (events))
};

}  // namespace tinsim
