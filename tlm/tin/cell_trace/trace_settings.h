// SPDX-License-Identifier: Apache-2.0
// Settings of cell tracing in one chip, and the cycles from which they hold.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <vector>

#include "rtl_models/common/named_enum.h"
#include "tlm/gnet/cell.h"

namespace tinsim {

/// Unit that the filter chooses and counts: single cells, or packets of the IP path by their RTSs.
TIN_ENUM(TraceUnit, cell, packet)

/// Meanings as in group `trace` of the registers.
struct TraceSettings {
  bool enable = false;       ///< the filter is on
  bool sample = false;       ///< cells with the trace bit are recorded
  uint32_t classes = 0x3ff;  ///< traffic classes, a bit each
  unsigned period = 1;       ///< one of so many cells that match is traced; 0 is 1
  uint16_t source = 0;       ///< GNet address …
  uint16_t source_mask = 0;  ///< … bits of it that are compared
  uint16_t destination = 0;
  uint16_t destination_mask = 0;

  bool match(const Cell& cell) const {
    return enable && (classes >> cell.cls & 1) != 0 && ((cell.src ^ source) & source_mask) == 0 &&
           ((cell.dst ^ destination) & destination_mask) == 0;
  }
};

/// Settings by the cycle from which they hold; all off before the first.
class TraceSchedule {
 public:
  /// Cycles do not decrease from call to call, but for those of write().
  void set(Cycle from, const TraceSettings& settings) { changes_.push_back({from, settings}); }
  /// As set(), before changes that are planned for later: those then change `enable` alone.
  void write(Cycle from, const TraceSettings& settings) {
    const auto is_later = [](Cycle cycle, const Change& change) { return cycle < change.from; };
    auto later = std::upper_bound(changes_.begin(), changes_.end(), from, is_later);
    later = changes_.insert(later, {from, settings});
    for (++later; later != changes_.end(); ++later) {
      const bool enable = later->settings.enable;
      later->settings = settings;
      later->settings.enable = enable;
    }
  }
  const TraceSettings& at(Cycle cycle) const {
    const auto holds = std::find_if(changes_.rbegin(), changes_.rend(),
                                    [&](const Change& change) { return change.from <= cycle; });
    return holds == changes_.rend() ? off_ : holds->settings;
  }

 private:
  struct Change {
    Cycle from = 0;
    TraceSettings settings;
  };
  TraceSettings off_;
  std::vector<Change> changes_;
};

}  // namespace tinsim
