// SPDX-License-Identifier: Apache-2.0
// The SETs and ERASEs of a CliqueMap workload, and so the legal results of a GET.
#pragma once

#include <map>
#include <unordered_map>
#include <vector>

#include "tlm/gnet/cell.h"

namespace tinsim {

/// All SETs and ERASEs of a run. Values from before the run have version kFirst.
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
  /// Enough replicas have applied it: its client was notified in cycle `at`.
  void ended(uint64_t key, uint64_t version, Cycle at, bool erases = false) {
    add({key, version, at, erases});
  }
  /// Whether a GET made in cycle `requested` may return `version`: it has been set, and no SET or
  /// ERASE of a later version had ended before.
  bool may_return(uint64_t key, uint64_t version, Cycle requested) const;
  /// Whether it may miss a key that was there before the run: it has been erased, and no SET of a
  /// later version had ended before.
  bool may_miss(uint64_t key, Cycle requested) const;

  // Each process has a history and sends its changes to the others. From now on changes are
  // recorded for take_changes().
  void record_changes() { records_changes_ = true; }
  /// Changes of this process since the last call.
  std::vector<Step> take_changes();
  /// A step of another process.
  void merge(const Step& step) { changes_[step.key][step.version] = {step.at, step.erases}; }

 private:
  struct Change {
    Cycle end = kNoCycle;
    bool erases = false;
  };
  using Changes = std::map<uint64_t, Change>;  ///< by version
  void add(const Step& step);

  std::unordered_map<uint64_t, Changes> changes_;  ///< by key
  bool records_changes_ = false;
  std::vector<Step> recorded_changes_;
};

/// A GET that has returned a version, or that has missed a key that existed before the run.
struct CliqueGetOutcome {
  uint64_t key = 0;
  uint64_t version = 0;  ///< 0: a miss
  Cycle requested = 0;
};

/// GETs with an illegal result.
struct CliqueWrong {
  uint64_t stale = 0;   ///< a version
  uint64_t misses = 0;  ///< that a key is not there
};

/// GETs are judged when all SETs and ERASEs up to their ends are known, from every process.
class CliqueJudge {
 public:
  void add(const CliqueGetOutcome& outcome) { waiting_.push_back(outcome); }
  /// Judges the results added since the last call.
  CliqueWrong judge(const CliqueHistory& history);

 private:
  std::vector<CliqueGetOutcome> waiting_;
};

}  // namespace tinsim
