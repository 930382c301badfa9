// SPDX-License-Identifier: Apache-2.0
// SETs and ERASEs by key and version, and the check of the results of GETs.
#include "tlm/host/rma/cliquemap_history.h"

#include <algorithm>
#include <utility>

namespace tinsim {

bool CliqueHistory::may_return(uint64_t key, uint64_t version, Cycle requested) const {
  const auto of_key = changes_.find(key);
  if (of_key == changes_.end()) return version == kFirst;
  const Changes& changes = of_key->second;
  if (version != kFirst) {
    const auto set = changes.find(version);
    if (set == changes.end() || set->second.erases) return false;
  }
  return std::none_of(changes.upper_bound(version), changes.end(),
                      [requested](const auto& later) { return later.second.end < requested; });
}

bool CliqueHistory::may_miss(uint64_t key, Cycle requested) const {
  const auto of_key = changes_.find(key);
  if (of_key == changes_.end()) return false;
  const Changes& changes = of_key->second;
  const auto last = std::find_if(changes.rbegin(), changes.rend(), [requested](const auto& change) {
    return change.second.erases || change.second.end < requested;
  });
  return last != changes.rend() && last->second.erases;
}

void CliqueHistory::add(const Step& step) {
  merge(step);
  if (records_changes_) recorded_changes_.push_back(step);
}

std::vector<CliqueHistory::Step> CliqueHistory::take_changes() {
  return std::exchange(recorded_changes_, {});
}

CliqueWrong CliqueJudge::judge(const CliqueHistory& history) {
  CliqueWrong wrong;
  for (const CliqueGetOutcome& outcome : waiting_) {
    if (outcome.version == 0) {
      wrong.misses += !history.may_miss(outcome.key, outcome.requested);
    } else {
      wrong.stale += !history.may_return(outcome.key, outcome.version, outcome.requested);
    }
  }
  waiting_.clear();
  return wrong;
}

}  // namespace tinsim
