// SPDX-License-Identifier: Apache-2.0
// The rules of a window, and the rule that applies to an operation.
#include "tlm/host/rma/aimd.h"

#include <algorithm>
#include <cmath>

namespace tinsim {

double aimd_increased(const RmaAimdParams& params, double window) {
  return std::min(window + params.increase / std::max(window, 1.0), params.max_window);
}

double aimd_decreased(const RmaAimdParams& params, double window, double delay, double target) {
  const double factor = std::max(1 - params.beta * (delay - target) / delay, params.floor);
  return std::max(window * factor, params.min_window);
}

RmaWindow::RmaWindow(const RmaAimdParams& params, double initial)
    : params_(params), ops_(std::clamp(initial, params.min_window, params.max_window)) {}

bool RmaWindow::may_decrease(Cycle now, Cycle rtt) const {
  return !decreased_ || now - *decreased_ >= rtt;
}

void RmaWindow::decrease(Cycle now, double to) {
  ops_ = std::max(to, params_.min_window);
  decreased_ = now;
}

void RmaWindow::ended(Cycle now, double delay, double target, Cycle rtt) {
  if (delay < target) {
    ops_ = aimd_increased(params_, ops_);
  } else if (may_decrease(now, rtt)) {
    decrease(now, aimd_decreased(params_, ops_, delay, target));
  }
}

void RmaWindow::collapse(Cycle now, Cycle rtt) {
  if (may_decrease(now, rtt)) decrease(now, ops_ * params_.collapse);
}

Cycle RmaWindow::may_issue(Cycle now, Cycle rtt) const {
  if (ops_ >= 1) return outstanding_ + 1 <= ops_ ? now : kNoCycle;
  if (outstanding_ > 0) return kNoCycle;
  if (!issued_) return now;
  const auto gap = static_cast<Cycle>(std::ceil(static_cast<double>(rtt) / ops_));
  return std::max(now, *issued_ + gap);
}

void RmaWindow::issued(Cycle now) {
  ++outstanding_;
  issued_ = now;
}

Cycle RmaCongestion::rtt_of(const RttEstimate& estimate) const {
  return estimate.smoothed() == 0 ? params_.initial_rtt : estimate.smoothed();
}

Cycle RmaCongestion::may_issue(Cycle now, uint16_t remote, RmaDirection direction) const {
  const Cycle here = local_.may_issue(now, rtt_of(local_rtt_));
  const auto found = remotes_.find({remote, direction});
  if (found == remotes_.end()) return here;
  return std::max(here, found->second.window.may_issue(now, rtt_of(found->second.rtt)));
}

void RmaCongestion::issued(Cycle now, uint16_t remote, RmaDirection direction) {
  local_.issued(now);
  remotes_.try_emplace({remote, direction}, params_).first->second.window.issued(now);
}

void RmaCongestion::ended(Cycle now, uint16_t remote, RmaDirection direction, RmaStatus status,
                          Cycle issue, Cycle total) {
  Remote& of = remotes_.at({remote, direction});
  local_.returned();
  of.window.returned();
  const Cycle local_rtt = rtt_of(local_rtt_), remote_rtt = rtt_of(of.rtt);
  if (status == RmaStatus::kDispatchTimeout) return local_.collapse(now, local_rtt);
  if (status == RmaStatus::kNack || status == RmaStatus::kTimeout)
    return of.window.collapse(now, remote_rtt);
  if (status != RmaStatus::kOk) return;  // a refusal is no sign of congestion
  local_rtt_.add(total);
  of.rtt.add(total);
  local_.ended(now, issue, params_.local_target, rtt_of(local_rtt_));
  of.window.ended(now, total - issue, params_.remote_target, rtt_of(of.rtt));
}

double RmaCongestion::remote_window(uint16_t remote, RmaDirection direction) const {
  const auto found = remotes_.find({remote, direction});
  return found == remotes_.end() ? params_.initial_remote : found->second.window.ops();
}

}  // namespace tinsim
