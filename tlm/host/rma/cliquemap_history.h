// SPDX-License-Identifier: Apache-2.0
// Which SETs of a CliqueMap workload there have been, and so which version a GET may tell.
#pragma once

#include <map>
#include <unordered_map>
#include <vector>

#include "tlm/gnet/cell.h"

namespace tinsim {

/// All SETs of a run. What was there before it has version kFirst.
class CliqueHistory {
 public:
  static constexpr uint64_t kFirst = 1;
  /// A SET has begun (`at` is kNoCycle), or has ended in cycle `at`.
  struct Step {
    uint64_t key = 0, version = 0;
    Cycle at = kNoCycle;
  };

  void begun(uint64_t key, uint64_t version) { add({key, version, kNoCycle}); }
  /// Enough replicas have it: the client has been told so in cycle `at`.
  void ended(uint64_t key, uint64_t version, Cycle at) { add({key, version, at}); }
  /// Whether a GET that was asked for in cycle `asked` may tell `version`: it has been set, and no
  /// SET of a later version had ended before.
  bool may_tell(uint64_t key, uint64_t version, Cycle asked) const;

  // Several processes have a history each, and tell each other.
  /// From now on steps are kept for take_news().
  void keep_news() { keeps_news_ = true; }
  /// Steps of this process since this was last asked.
  std::vector<Step> take_news();
  /// A step of another process.
  void hear(const Step& step) { sets_[step.key][step.version] = step.at; }

 private:
  void add(const Step& step);

  std::unordered_map<uint64_t, std::map<uint64_t, Cycle>> sets_;  ///< by key; end by version
  bool keeps_news_ = false;
  std::vector<Step> news_;
};

/// A GET that has told a version.
struct CliqueHit {
  uint64_t key = 0, version = 0;
  Cycle asked = 0;
};

/// GETs are judged when the SETs of all hosts up to their ends are known, whoever simulates them.
class CliqueJudge {
 public:
  void add(const CliqueHit& hit) { waiting_.push_back(hit); }
  /// Judges what has been added since the last call; returns how many told what they must not.
  uint64_t judge(const CliqueHistory& history);

 private:
  std::vector<CliqueHit> waiting_;
};

}  // namespace tinsim
