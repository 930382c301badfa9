// SPDX-License-Identifier: Apache-2.0
// SETs by key and version, and a judgement on what GETs have told.
#include "tlm/host/rma/cliquemap_history.h"

#include <algorithm>
#include <utility>

namespace tinsim {

bool CliqueHistory::may_tell(uint64_t key, uint64_t version, Cycle asked) const {
  const auto of_key = sets_.find(key);
  if (of_key == sets_.end()) return version == kFirst;
  const std::map<uint64_t, Cycle>& sets = of_key->second;
  if (version != kFirst && sets.count(version) == 0) return false;
  return std::none_of(sets.upper_bound(version), sets.end(),
                      [asked](const auto& later) { return later.second < asked; });
}

void CliqueHistory::add(const Step& step) {
  hear(step);
  if (keeps_news_) news_.push_back(step);
}

std::vector<CliqueHistory::Step> CliqueHistory::take_news() { return std::exchange(news_, {}); }

uint64_t CliqueJudge::judge(const CliqueHistory& history) {
  const auto stale =
      std::count_if(waiting_.begin(), waiting_.end(), [&history](const CliqueHit& hit) {
        return !history.may_tell(hit.key, hit.version, hit.asked);
      });
  waiting_.clear();
  return static_cast<uint64_t>(stale);
}

}  // namespace tinsim
