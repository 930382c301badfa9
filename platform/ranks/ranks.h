// SPDX-License-Identifier: Apache-2.0
// The processes that simulate one network together, and how they talk.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "base/bytes.h"

namespace tinsim {

/// Every call but the first three is collective: all ranks make the same calls in the same order.
class Ranks {
 public:
  virtual ~Ranks() = default;

  virtual unsigned rank() const { return 0; }
  virtual unsigned size() const { return 1; }
  /// The rank that reads and writes files and prints.
  bool is_first() const { return rank() == 0; }

  /// Sends to[r] to rank r and returns, in from[r], the data of r for this one; own entries are
  /// unchanged. Both have size() entries.
  virtual void exchange(const std::vector<Bytes>& to, std::vector<Bytes>& from);
  /// Replaces each value by its sum over all ranks.
  virtual void add_up(std::vector<uint64_t>& values);

  /// The data of each rank, by rank: at the first rank; elsewhere nothing.
  std::vector<Bytes> gather(Bytes own);
  /// The data of the first rank.
  Bytes broadcast(Bytes own);

  /// Does `step`, which must not communicate with other ranks. An exception on one rank is thrown
  /// on all; of several, that of the lowest rank.
  void run_collectively(const std::function<void()>& step);
  /// Whether run_collectively() has thrown, so that all ranks end with the same exception.
  bool have_failed() const { return failed_; }
  /// Whether this rank has worked with others that would not learn of its failure.
  bool are_working() const { return working_ && !failed_; }

  /// Ends all ranks with this exit status, because one failed alone.
  [[noreturn]] virtual void abort(int status);

  /// Called on the first rank before it ends because the launcher ends all and another rank does
  /// not answer any more; empty: nothing.
  void on_loss(std::function<void()> clean_up) { clean_up_ = std::move(clean_up); }

 protected:
  void clean_up() const {
    if (clean_up_) clean_up_();
  }

 private:
  std::function<void()> clean_up_;
  bool working_ = false;
  bool failed_ = false;
};

/// The ranks of a run in one process.
Ranks& alone();

}  // namespace tinsim
