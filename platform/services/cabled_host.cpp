// SPDX-License-Identifier: Apache-2.0
// A host at the far end of a MAC's cable: both directions, and pauses.
#include "platform/services/cabled_host.h"

#include <algorithm>

#include "tlm/ethernet/checksum.h"

namespace tinsim {

Cycle CabledHost::next() const {
  Cycle due = std::min(host_.next(), class_released_at_);
  if (!arrivals_.empty()) due = std::min(due, arrivals_.front().at);
  return due == kNoCycle ? kNoCycle : due + params_.cable;
}

PacketPtr CabledHost::take(Cycle now) {
  const Cycle here = now - params_.cable;
  for (; !arrivals_.empty() && arrivals_.front().at <= here; arrivals_.pop_front()) {
    const Arrival& arrival = arrivals_.front();
    host_.receive(arrival.packet, arrival.ecn, arrival.at);
  }
  hold_paused(here);
  return host_.next() <= here ? host_.take(here) : nullptr;
}

/// Classes that may not begin a frame now are held back until they may, as far as pauses are known.
void CabledHost::hold_paused(Cycle now) {
  pauses_.apply_until(now);
  uint8_t paused = 0;
  class_released_at_ = kNoCycle;
  for (unsigned cos = 0; cos < kPauseClasses; ++cos) {
    const Cycle begin = pauses_.may_begin(cos, now);
    if (begin == now) continue;
    paused = static_cast<uint8_t>(paused | 1u << cos);
    class_released_at_ = std::min(class_released_at_, begin);
  }
  host_.hold(paused);
}

void CabledHost::receive(const PacketPtr& packet, uint8_t ecn, Cycle at) {
  if (packet->kind == PacketKind::kControl) return receive_pause(*packet, at);
  arrivals_.push_back({packet, ecn, at + params_.cable});
}

void CabledHost::receive_pause(const Packet& frame, Cycle at) {
  if (!params_.partner_obeys) return;
  const auto pause = parse_pause(frame.data.data(), frame.data.size() - kFcsBytes, own_);
  if (pause) pauses_.receive(*pause, at + params_.cable + params_.response);
}

}  // namespace tinsim
