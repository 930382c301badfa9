// SPDX-License-Identifier: Apache-2.0
// Swift: target delay, the rules of a window, and the two windows of a connection.
#include "tlm/host/swift.h"

#include <algorithm>
#include <cmath>

namespace tinsim {

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
    : increase_(params.additive_increase),
      beta_(params.beta),
      max_decrease_(params.max_decrease),
      least_(params.min_window),
      most_(params.max_window),
      reset_timeouts_(params.reset_timeouts),
      packets_(std::clamp(params.initial_window, least_, most_)) {}

bool SwiftWindow::may_decrease(Cycle now, Cycle rtt) const {
  return !decreased_ || now - *decreased_ >= rtt;
}

void SwiftWindow::set(Cycle now, double packets) {
  packets = std::clamp(packets, least_, most_);
  if (packets < packets_) decreased_ = now;
  packets_ = packets;
}

void SwiftWindow::acked(Cycle now, double delay, double target, double acked, Cycle rtt) {
  if (delay < target) {
    set(now, packets_ + increase_ * acked / std::max(packets_, 1.0));
  } else if (may_decrease(now, rtt)) {
    const double keep = 1 - beta_ * (delay - target) / delay;
    set(now, packets_ * std::max(keep, 1 - max_decrease_));
  }
}

void SwiftWindow::lost(Cycle now, Cycle rtt) {
  if (may_decrease(now, rtt)) set(now, packets_ * (1 - max_decrease_));
}

void SwiftWindow::timed_out(Cycle now, unsigned in_row, Cycle rtt) {
  if (in_row >= reset_timeouts_) return set(now, least_);
  lost(now, rtt);
}

void RttEstimate::add(Cycle rtt) {
  if (smoothed_8_ == 0) {
    smoothed_8_ = 8 * rtt;
    deviation_4_ = 2 * rtt;
    return;
  }
  const Cycle smoothed = smoothed_8_ / 8;
  const Cycle error = std::max(rtt, smoothed) - std::min(rtt, smoothed);
  deviation_4_ += error - deviation_4_ / 4;
  smoothed_8_ += rtt - smoothed;
}

Swift::Swift(const SwiftParams& params)
    : target_(params),
      fabric_(params),
      endpoint_(params),
      endpoint_target_(params.endpoint_target),
      endpoint_gain_(params.endpoint_gain),
      min_timeout_(params.min_timeout) {}

void Swift::acked(Cycle now, const SwiftDelays& delays, unsigned packets) {
  timeouts_ = 0;
  rtt_.add(delays.fabric + delays.endpoint);
  const Cycle rtt = rtt_.smoothed();
  fabric_.acked(now, delays.fabric, target_.at(fabric_.packets()), packets, rtt);
  endpoint_delay_ = endpoint_delay_
                        ? *endpoint_delay_ + endpoint_gain_ * (delays.endpoint - *endpoint_delay_)
                        : delays.endpoint;
  endpoint_.acked(now, *endpoint_delay_, endpoint_target_, packets, rtt);
}

void Swift::lost(Cycle now) {
  timeouts_ = 0;
  fabric_.lost(now, rtt_.smoothed());
  endpoint_.lost(now, rtt_.smoothed());
}

void Swift::timed_out(Cycle now) {
  ++timeouts_;
  fabric_.timed_out(now, timeouts_, rtt_.smoothed());
  endpoint_.timed_out(now, timeouts_, rtt_.smoothed());
}

double Swift::window() const { return std::min(fabric_.packets(), endpoint_.packets()); }

Cycle Swift::pacing_delay() const {
  if (window() >= 1) return 0;
  // Before the first sample, the shortest timeout is the best guess of a round trip there is.
  const Cycle rtt = rtt_.smoothed() != 0 ? rtt_.smoothed() : min_timeout_;
  return static_cast<Cycle>(std::min(rtt / window(), double{kNoCycle / 2}));
}

Cycle Swift::timeout() const { return std::max(min_timeout_, rtt_.limit()); }

}  // namespace tinsim
