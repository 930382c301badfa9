// SPDX-License-Identifier: Apache-2.0
// Contents of the live page: the last snapshot of a run and the series up to it, as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/stopwatch.h"
#include "platform/run/run_progress.h"

namespace tinsim {

class WatchState {
 public:
  /// `config` names the run on the page; `ranks` share it.
  WatchState(std::string config, unsigned ranks) : config_(std::move(config)), ranks_(ranks) {}

  void add(const RunSnapshot& snapshot, double wall_s);
  /// Progress in us and per second of wall time, the last snapshot, and at most kPoints points of
  /// latency and throughput over simulated time; `{}` before the first snapshot.
  nlohmann::ordered_json json() const;

  static constexpr std::size_t kPoints = 600;

 private:
  struct Point {
    double us, latency_ns, gbps;
  };

  std::string config_;
  unsigned ranks_;
  double wall_s_ = 0;
  RunSnapshot last_;
  std::vector<Point> points_;  ///< every `stride_`-th snapshot
  std::size_t stride_ = 1;
  std::size_t seen_ = 0;
};

/// "0:45", or "2:03:10" from an hour on.
std::string clock_text(double seconds);

/// Seconds of wall time up to the end, if the run goes on as it did; infinite at its beginning.
double seconds_left(const RunProgress& progress, double wall_s);

}  // namespace tinsim
