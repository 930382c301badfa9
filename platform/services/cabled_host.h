// SPDX-License-Identifier: Apache-2.0
// A host at the far end of a MAC's cable: its frames arrive later, and PAUSE frames stop it.
#pragma once

#include <deque>

#include "platform/services/mac_partner.h"
#include "tlm/tin/ip/host.h"

namespace tinsim {

/// Stands between the chip's MAC and `host`, whose cycles are those of its end of the cable: a
/// frame that leaves it in cycle h is at the chip in h + cable, and one that leaves the chip in
/// cycle c is at the host in c + cable. A packet is fetched when it may begin, so that a pause does
/// not age it.
class CabledHost final : public Host {
 public:
  /// `host` outlives it and obeys hold(); `own` is the address of its end of the cable.
  CabledHost(const PartnerParams& params, const MacAddress& own, Host& host)
      : params_(params), own_(own), host_(host), pauses_(params.rate) {}

  Cycle next() const override;
  PacketPtr take(Cycle now) override;
  void receive(const PacketPtr& packet, uint8_t ecn, Cycle at) override;
  void prefetch() const override { host_.prefetch(); }

 private:
  struct Arrival {
    PacketPtr packet;
    uint8_t ecn = 0;
    Cycle at = 0;  ///< by the clock of the host
  };

  void hold_paused(Cycle now);
  void receive_pause(const Packet& frame, Cycle at);

  PartnerParams params_;
  MacAddress own_;
  Host& host_;
  PausedSender pauses_;
  std::deque<Arrival> arrivals_;        ///< on the cable, or not yet reported to the host
  Cycle class_released_at_ = kNoCycle;  ///< when the pause of a class ends
};

}  // namespace tinsim
