// SPDX-License-Identifier: Apache-2.0
// Pause that the WAN node requests of its source in each step, and the pauses of the sink.
#pragma once

#include <algorithm>
#include <cmath>
#include <deque>

#include "base/random.h"
#include "tlm/wan/wan_config.h"

namespace tinsim {

/// Decides once per step. Amounts of data are in steps at the line rate.
class PauseAlgorithm {
 public:
  /// `rtt_steps`: time from a request to the last arrival that precedes its effect.
  PauseAlgorithm(const WanConfig& config, double rtt_steps)
      : config_(config),
        granted_(static_cast<std::size_t>(std::ceil(rtt_steps)), config.source_rate),
        permitted_(config.source_rate * static_cast<double>(granted_.size())) {}

  /// The share of the coming step that the source has to be silent for, 0 to 1.
  double next(double occupancy) {
    double pause = of(occupancy);
    if (config_.guard && occupancy + permitted_ + config_.source_rate > config_.height) pause = 1;
    permit((1 - pause) * config_.source_rate);
    return pause;
  }

 private:
  double of(double occupancy) const {
    if (config_.algorithm == WanAlgorithm::on_off) return occupancy > config_.threshold ? 1 : 0;
    if (config_.algorithm == WanAlgorithm::none || occupancy < config_.threshold) return 0;
    return std::min(1.0, occupancy / (config_.height - config_.constant));
  }

  /// Data that the last requests permitted, and that may still arrive.
  void permit(double data) {
    granted_.push_back(data);
    permitted_ += data - granted_.front();
    granted_.pop_front();
  }

  const WanConfig config_;
  std::deque<double> granted_;  ///< by step; no request precedes the first ones
  double permitted_;
};

/// Share of step `step` for which the sink takes nothing, 0 to 1.
inline double sink_pause(const WanConfig& config, unsigned step) {
  if (config.sink == WanSink::closed) return 1;
  if (config.sink_stops_at && step >= *config.sink_stops_at) return 1;
  if (config.sink == WanSink::open) return 0;
  return std::ldexp(static_cast<double>(draw(config.seed, 0, 0, step).gap), -32);
}

}  // namespace tinsim
