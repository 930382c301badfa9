// SPDX-License-Identifier: Apache-2.0
// Flow control of a chip's Ethernet MAC: what it tells its partner, and what the partner tells it.
#pragma once

#include <array>
#include <optional>

#include "tlm/ethernet/packet.h"
#include "tlm/ethernet/pause.h"
#include "tlm/tin/ip/ip_event.h"
#include "tlm/tin/ip/ip_params.h"

namespace tinsim {

/// Lies between the ingress, whose buffer it watches, and the egress, which sends its frames. Does
/// nothing where flow control is off.
class MacPort {
 public:
  using Held = std::array<unsigned, kPauseClasses>;

  MacPort(const IpParams& params, IpEvents& events);

  bool is_on() const { return mode_ != PauseMode::kOff; }

  // The ingress: the octets that it holds per class have changed to `held`, which stays where it
  // is.
  void level_changed(Cycle now, const Held& held);
  /// A MAC control frame whose last octet arrives in cycle `at`. Frames of the other mode are not
  /// heeded: PFC and PAUSE exclude each other (802.1Q, 36.2.1).
  void receive(const Packet& frame, Cycle at);

  // The egress. The frame that goes now, ahead of all others.
  PacketPtr to_send(Cycle now);
  /// Classes that may not begin a frame in cycle `now`.
  uint8_t paused(Cycle now);
  /// The first cycle, `from` or later, in which a class may.
  Cycle may_begin(unsigned cos, Cycle from) const { return partner_wants_.may_begin(cos, from); }
  Cycle repeats_at() const { return sender_.repeats_at(); }

 private:
  PauseMode mode_;
  Cycle response_;
  MacAddress address_;
  IpEvents& events_;
  PausedSender partner_wants_;
  PauseSender sender_;
  const Held* held_ = nullptr;
  Cycle looks_at_ = kNoCycle;  ///< of the event that is under way
};

}  // namespace tinsim
