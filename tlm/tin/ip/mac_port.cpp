// SPDX-License-Identifier: Apache-2.0
// Flow control of a chip's Ethernet MAC: from buffer levels to frames, and from received frames to
// pauses.
#include "tlm/tin/ip/mac_port.h"

#include <memory>

#include "tlm/ethernet/checksum.h"

namespace tinsim {

MacPort::MacPort(const IpParams& params, IpEvents& events)
    : mode_(params.mac_pause.mode),
      response_(params.mac.response),
      address_(mac_of({static_cast<uint8_t>(params.address >> 10),
                       static_cast<uint8_t>(params.address >> 6 & 15), kMacEport})),
      events_(events),
      partner_pauses_(params.rates[kMacInterface]),
      sender_(params.rates[kMacInterface], params.mac_pause) {}

/// A level takes effect one cycle later.
void MacPort::level_changed(Cycle now, const Held& held) {
  held_ = &held;
  if (!sender_.has_change(held) || event_at_ == now + 1) return;
  event_at_ = now + 1;
  events_.push(now + 1, IpEvent::kMac, 0);
}

void MacPort::receive(const Packet& frame, Cycle at) {
  const auto pause = parse_pause(frame.data.data(), frame.data.size() - kFcsBytes, address_);
  if (!pause || pause->per_class != (mode_ == FlowControl::pfc)) return;
  partner_pauses_.receive(*pause, at + response_);
  events_.push(at + response_, IpEvent::kMac, 1);
}

PacketPtr MacPort::to_send(Cycle now) {
  if (held_ == nullptr) return nullptr;
  const auto pause = sender_.step(now, *held_);
  if (!pause) return nullptr;
  auto frame = std::make_shared<Packet>();
  frame->kind = PacketKind::kControl;
  frame->born = now;
  frame->data = build_pause(*pause, address_);
  frame->bytes = frame->frame_bytes = static_cast<uint16_t>(frame->data.size());
  return frame;
}

uint8_t MacPort::paused(Cycle now) {
  partner_pauses_.apply_until(now);
  uint8_t mask = 0;
  for (unsigned cos = 0; cos < kPauseClasses; ++cos) {
    if (may_begin(cos, now) != now) mask = static_cast<uint8_t>(mask | 1u << cos);
  }
  return mask;
}

}  // namespace tinsim
