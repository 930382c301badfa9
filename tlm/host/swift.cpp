// SPDX-License-Identifier: Apache-2.0
// Swift: target delay, the rules of a window, and the two windows of a connection.
#include "tlm/host/swift.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tlm/gnet/cycles.h"

namespace tinsim {

SwiftParams::SwiftParams(const SwiftConfig& config, unsigned core_mhz)
    : SwiftConfig(config),
      base_target(base_target_us * core_mhz),
      hop_target(hop_target_us * core_mhz),
      flow_scaling_range(flow_scaling_us * core_mhz),
      endpoint_target(endpoint_target_us * core_mhz),
      min_timeout(cycles_of_us(min_timeout_us, core_mhz)) {}

SwiftTarget::SwiftTarget(const SwiftParams& params)
    : fixed_(params.base_target + params.hops * params.hop_target),
      range_(params.flow_scaling_range) {
  const double of_most = 1 / std::sqrt(params.flow_scaling_max);
  alpha_ = range_ / (1 / std::sqrt(params.flow_scaling_min) - of_most);
  beta_ = -alpha_ * of_most;
}

double SwiftTarget::at(double window) const {
  return fixed_ + std::clamp(alpha_ / std::sqrt(window) + beta_, 0.0, range_);
}

SwiftWindow::SwiftWindow(const SwiftParams& params)
    : packets_(std::clamp(params.initial_window, params.min_window, params.max_window)) {}

bool SwiftWindow::may_decrease(Cycle now, Cycle rtt) const {
  return decreased_ == kNoCycle || now - decreased_ >= rtt;
}

void SwiftWindow::set(const SwiftParams& params, Cycle now, double packets) {
  packets = std::clamp(packets, params.min_window, params.max_window);
  if (packets < packets_) decreased_ = now;
  packets_ = packets;
}

void SwiftWindow::acked(const SwiftParams& params, Cycle now, double delay, double target,
                        double acked, Cycle rtt) {
  if (delay < target) {
    set(params, now, packets_ + params.additive_increase * acked / std::max(packets_, 1.0));
  } else if (may_decrease(now, rtt)) {
    const double keep = 1 - params.beta * (delay - target) / delay;
    set(params, now, packets_ * std::max(keep, 1 - params.max_decrease));
  }
}

void SwiftWindow::lost(const SwiftParams& params, Cycle now, Cycle rtt) {
  if (may_decrease(now, rtt)) set(params, now, packets_ * (1 - params.max_decrease));
}

void SwiftWindow::timed_out(const SwiftParams& params, Cycle now, unsigned in_row, Cycle rtt) {
  if (in_row >= params.reset_timeouts) return set(params, now, params.min_window);
  lost(params, now, rtt);
}

Swift::Swift(std::shared_ptr<const SwiftRules> rules)
    : rules_(std::move(rules)), fabric_(rules_->params), endpoint_(rules_->params) {}

void Swift::acked(Cycle now, const SwiftDelays& delays, unsigned packets) {
  timeouts_ = 0;
  rtt_.add(delays.fabric + delays.endpoint);
  const Cycle rtt = rtt_.smoothed();
  const SwiftParams& params = rules_->params;
  const double target = rules_->target.at(fabric_.packets());
  fabric_.acked(params, now, delays.fabric, target, packets, rtt);
  endpoint_delay_ =
      endpoint_delay_ == kNoDelay
          ? delays.endpoint
          : endpoint_delay_ + params.endpoint_gain * (delays.endpoint - endpoint_delay_);
  endpoint_.acked(params, now, endpoint_delay_, params.endpoint_target, packets, rtt);
}

void Swift::lost(Cycle now) {
  timeouts_ = 0;
  fabric_.lost(rules_->params, now, rtt_.smoothed());
  endpoint_.lost(rules_->params, now, rtt_.smoothed());
}

void Swift::timed_out(Cycle now) {
  ++timeouts_;
  fabric_.timed_out(rules_->params, now, timeouts_, rtt_.smoothed());
  endpoint_.timed_out(rules_->params, now, timeouts_, rtt_.smoothed());
}

double Swift::window() const { return std::min(fabric_.packets(), endpoint_.packets()); }

Cycle Swift::pacing_delay() const {
  if (window() >= 1) return 0;
  // Before the first sample, the shortest timeout is the best estimate of a round trip.
  const Cycle rtt = rtt_.smoothed() != 0 ? rtt_.smoothed() : rules_->params.min_timeout;
  return static_cast<Cycle>(std::min(rtt / window(), double{kNoCycle / 2}));
}

Cycle Swift::timeout() const { return std::max(rules_->params.min_timeout, rtt_.limit()); }

}  // namespace tinsim
