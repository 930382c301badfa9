// SPDX-License-Identifier: Apache-2.0
// Flow control over a WAN in steps of the longest PAUSE.
#include "tlm/wan/stepped_model.h"

#include <algorithm>
#include <deque>

#include "tlm/wan/pause_algorithm.h"

namespace tinsim {
namespace {

/// Values that leave so many steps after they entered; before the first one, the initial value.
class DelayLine {
 public:
  DelayLine(std::size_t steps, double initial) : held_(steps, initial) {}
  double shift(double value) {
    held_.push_back(value);
    const double out = held_.front();
    held_.pop_front();
    return out;
  }

 private:
  std::deque<double> held_;
};

}  // namespace

WanSeries run_steps(const WanConfig& config) {
  PauseAlgorithm algorithm(config, config.rtt_steps);
  DelayLine requests(config.rtt_steps - config.rtt_steps / 2, 0), data(config.rtt_steps / 2, 0);
  WanSeries result;
  result.figures.lost = 0;
  double occupancy = 0, open = 0, delivered = 0;
  unsigned starved = 0, counted = 0;
  for (unsigned step = 0; step < config.steps; ++step) {
    const double pause = algorithm.next(occupancy);
    occupancy += data.shift(config.source_rate * (1 - requests.shift(pause)));
    const double closed = sink_pause(config, step);
    const double wanted = config.sink_rate * (1 - closed);
    const double taken = std::min(occupancy, wanted);
    occupancy -= taken;
    result.figures.lost += std::max(0.0, occupancy - config.height);
    occupancy = std::min(occupancy, config.height);
    result.steps.push_back({occupancy, pause, closed});
    if (step < config.warmup_steps && config.warmup_steps < config.steps) continue;
    ++counted;
    open += wanted;
    delivered += taken;
    starved += taken < wanted ? 1 : 0;
  }
  summarise(result, config.warmup_steps);
  if (open > 0) result.figures.sink_efficiency = delivered / open;
  result.figures.starved_share = static_cast<double>(starved) / counted;
  return result;
}

}  // namespace tinsim
