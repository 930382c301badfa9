// SPDX-License-Identifier: Apache-2.0
// Which SETs and ERASEs of a CliqueMap workload there have been, and so what a GET may tell.
#pragma once

#include <map>
#include <unordered_map>
#include <vector>

#include "tlm/gnet/cell.h"

namespace tinsim {

/// All SETs and ERASEs of a run. What was there before it has version kFirst.
class CliqueHistory {
 public:
  static constexpr uint64_t kFirst = 1;
  /// A SET or an ERASE has begun (`at` is kNoCycle), or has ended in cycle `at`.
  struct Step {
    uint64_t key = 0, version = 0;
    Cycle at = kNoCycle;
    bool erases = false;
  };

  void begun(uint64_t key, uint64_t version, bool erases = false) {
    add({key, version, kNoCycle, erases});
  }
  /// Enough replicas have it: the client has been told so in cycle `at`.
  void ended(uint64_t key, uint64_t version, Cycle at, bool erases = false) {
    add({key, version, at, erases});
  }
  /// Whether a GET that was asked for in cycle `asked` may tell `version`: it has been set, and no
  /// SET or ERASE of a later version had ended before.
  bool may_tell(uint64_t key, uint64_t version, Cycle asked) const;
  /// Whether it may miss a key that was there before the run: it has been erased, and no SET of a
  /// later version had ended before.
  bool may_miss(uint64_t key, Cycle asked) const;

  // Several processes have a history each, and tell each other.
  /// From now on steps are kept for take_news().
  void keep_news() { keeps_news_ = true; }
  /// Steps of this process since this was last asked.
  std::vector<Step> take_news();
  /// A step of another process.
  void hear(const Step& step) { changes_[step.key][step.version] = {step.at, step.erases}; }

 private:
  struct Change {
    Cycle end = kNoCycle;
    bool erases = false;
  };
  using Changes = std::map<uint64_t, Change>;  ///< by version
  void add(const Step& step);

  std::unordered_map<uint64_t, Changes> changes_;  ///< by key
  bool keeps_news_ = false;
  std::vector<Step> news_;
};

/// A GET that has told a version, or that has missed a key that was there before the run.
struct CliqueTold {
  uint64_t key = 0;
  uint64_t version = 0;  ///< 0: a miss
  Cycle asked = 0;
};

/// GETs that have told what they must not.
struct CliqueWrong {
  uint64_t stale = 0;   ///< a version
  uint64_t misses = 0;  ///< that a key is not there
};

/// GETs are judged when the SETs and ERASEs of all hosts up to their ends are known, whoever
/// simulates them.
class CliqueJudge {
 public:
  void add(const CliqueTold& told) { waiting_.push_back(told); }
  /// Judges what has been added since the last call.
  CliqueWrong judge(const CliqueHistory& history);

 private:
  std::vector<CliqueTold> waiting_;
};

}  // namespace tinsim
