// SPDX-License-Identifier: Apache-2.0
// The device at the far end of a MAC's cable: which frame begins next, and when.
#include "platform/services/mac_partner.h"

#include <algorithm>
#include <utility>

#include "platform/config/platform_config.h"

namespace tinsim {

PartnerParams partner_params(const PlatformConfig& config) {
  const unsigned core_mhz = config.tin.core_mhz;
  return {IpMacParams(config.ip.mac, core_mhz), ip_rates(config.ip, core_mhz)[kMacInterface]};
}

MacPartner::MacPartner(const PartnerParams& params,
                       std::function<std::optional<PartnerFrame>()> source)
    : params_(params),
      source_(std::move(source)),
      wire_(params.rate),
      pauses_(params.rate),
      ahead_(source_()) {
  plan();
}

PartnerFrame MacPartner::take(Cycle now) {
  auto& queue = queues_[planned_->queue];
  PartnerFrame frame = std::move(queue.front().frame);
  queue.pop_front();
  wire_.start(now - params_.cable, frame.frame.bytes);
  pauses_.apply_until(now - params_.cable);
  plan();
  return frame;
}

void MacPartner::receive(const PauseFrame& pause, Cycle at) {
  if (!params_.partner_obeys) return;
  pauses_.receive(pause, at + params_.cable + params_.response);
  plan();
}

/// Moves the next frame of the source to its queue.
void MacPartner::fetch() {
  const bool is_control = ahead_->info.verdict == FrameVerdict::kMacControl;
  queues_[is_control ? kControl : ahead_->info.cos].push_back({*std::move(ahead_), order_++});
  ahead_ = source_();
}

/// A frame that arrives after the next one has begun cannot begin before it, and no frame can begin
/// before the wire is free.
void MacPartner::plan() {
  for (planned_ = first_to_begin(); ahead_; planned_ = first_to_begin()) {
    if (planned_ && planned_->begin < std::max(ahead_->at, wire_.free_from() + 1)) return;
    fetch();
  }
}

std::optional<MacPartner::Plan> MacPartner::first_to_begin() const {
  std::optional<Plan> first;
  uint64_t order = 0;
  for (unsigned q = 0; q < queues_.size(); ++q) {
    if (queues_[q].empty()) continue;
    const Waiting& waiting = queues_[q].front();
    Cycle begin = std::max(waiting.frame.at, wire_.free_from());
    if (q != kControl) begin = pauses_.may_begin(q, begin);
    if (first && (begin > first->begin || (begin == first->begin && waiting.order > order))) {
      continue;
    }
    first = Plan{begin, q};
    order = waiting.order;
  }
  return first;
}

}  // namespace tinsim
