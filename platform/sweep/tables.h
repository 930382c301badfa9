// SPDX-License-Identifier: Apache-2.0
// The tables in the folder of a sweep, kept up to date as far as disk and readers let it.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "platform/sweep/sweep_table.h"

namespace tinsim {

/// Tables that cannot be written now, because the disk is full or the database is being read, are
/// written later: all results are in the folders of the points. No call throws for that.
class SweepTables {
 public:
  static constexpr int kShortWaitMs = 1'000;  ///< while points run, which have priority
  static constexpr int kLongWaitMs = 10'000;  ///< at the end

  /// `warn` receives a line when update() falls behind, and when a damaged database was set aside.
  SweepTables(const Sweep& sweep, const SweepFolder& folder,
              std::function<void(const std::string&)> warn)
      : sweep_(sweep), folder_(folder), warn_(std::move(warn)) {}

  /// Writes all tables; waits at most so long for a reader of the database.
  void write(const States& states, int max_wait_ms);
  /// Point `number` has a new state: replaces its row in the database, or rewrites the database if
  /// it is behind.
  void update(size_t number, const States& states);

  /// The tables that the last write() could not write, and the reason; empty: all tables are whole.
  const std::string& failure() const { return failure_; }

 private:
  SweepDatabase& database(int max_wait_ms);
  void fill(const States& states, int max_wait_ms);
  /// Notes the first failure since the last write(); true: this was it.
  bool attempt(const std::function<void()>& step);

  const Sweep& sweep_;
  const SweepFolder& folder_;
  std::function<void(const std::string&)> warn_;
  std::optional<SweepDatabase> database_;
  bool is_stale_ = true;  ///< the database is
  std::string failure_;
};

}  // namespace tinsim
