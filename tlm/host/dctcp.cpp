// SPDX-License-Identifier: Apache-2.0
// DCTCP: growth, the estimate of marks, and the decrease.
#include "tlm/host/dctcp.h"

#include <algorithm>

#include "tlm/gnet/cycles.h"

namespace tinsim {

DctcpParams::DctcpParams(const DctcpConfig& config, unsigned core_mhz)
    : DctcpConfig(config), min_timeout(cycles_of_us(min_timeout_us, core_mhz)) {}

/// RFC 8257, 3.3 and 3.4: alpha follows the marks of each window, and the window decreases at the
/// first mark, once per window.
void Dctcp::acked(Cycle now, Cycle sent, Cycle rtt, bool marked) {
  rtt_.add(rtt);
  ++acked_;
  marked_ += marked;
  if (sent >= window_began_) {
    alpha_ += params_->gain * (static_cast<double>(marked_) / acked_ - alpha_);
    acked_ = marked_ = 0;
    window_began_ = now;
  }
  if (sent < decreased_) return;
  if (marked) return decrease(now, alpha_ / 2);
  const double growth = window_ < threshold_ ? 1 : 1 / window_;
  window_ = std::min(window_ + growth, params_->max_window);
}

void Dctcp::decrease(Cycle now, double share) {
  window_ = std::max(window_ * (1 - share), 1.0);
  threshold_ = window_;
  decreased_ = now;
}

void Dctcp::lost(Cycle now) {
  if (decreased_ == 0 || now >= decreased_ + rtt_.smoothed()) decrease(now, 0.5);
}

void Dctcp::timed_out(Cycle now) {
  const double before = window_;
  decrease(now, 1);
  threshold_ = std::max(before / 2, 2.0);
}

Cycle Dctcp::timeout() const { return std::max(params_->min_timeout, rtt_.limit()); }

}  // namespace tinsim
