// SPDX-License-Identifier: Apache-2.0
// Flow control of a chip's Ethernet MAC: control frames to and from its link partner.
#pragma once

#include <array>
#include <optional>

#include "tlm/ethernet/packet.h"
#include "tlm/ethernet/pause.h"
#include "tlm/tin/ip/ip_event.h"
#include "tlm/tin/ip/ip_params.h"

namespace tinsim {

/// Sits between the ingress, whose buffer level it monitors, and the egress, which sends its
/// frames. Idle if flow control is off.
class MacPort {
 public:
  using Held = std::array<unsigned, kPauseClasses>;

  MacPort(const IpParams& params, IpEvents& events);

  bool is_on() const { return mode_ != FlowControl::none; }

  // For the ingress: the octets held per class have changed to `held`, whose address is fixed.
  void level_changed(Cycle now, const Held& held);
  /// A MAC control frame whose last octet arrives in cycle `at`. Frames of the other mode are
  /// ignored: PFC and PAUSE exclude each other (802.1Q, 36.2.1).
  void receive(const Packet& frame, Cycle at);

  // For the egress. The frame that departs now, before all packets; null: none.
  PacketPtr to_send(Cycle now);
  /// Classes that may not begin a frame in cycle `now`.
  uint8_t paused(Cycle now);
  /// The first cycle, `from` or later, in which a class may.
  Cycle may_begin(unsigned cos, Cycle from) const { return partner_pauses_.may_begin(cos, from); }
  Cycle repeats_at() const { return sender_.repeats_at(); }

 private:
  FlowControl mode_;
  Cycle response_;
  MacAddress address_;
  IpEvents& events_;
  PausedSender partner_pauses_;
  PauseSender sender_;
  const Held* held_ = nullptr;
  Cycle event_at_ = kNoCycle;  ///< cycle of the scheduled event
};

}  // namespace tinsim
