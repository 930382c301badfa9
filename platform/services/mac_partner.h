// SPDX-License-Identifier: Apache-2.0
// The transmitter at the far end of a MAC's cable: it obeys the MAC's PAUSE frames.
#pragma once

#include <array>
#include <deque>
#include <functional>
#include <optional>

#include "platform/traffic/frame_replay.h"
#include "tlm/ethernet/frame.h"
#include "tlm/ethernet/pause.h"
#include "tlm/tin/ip/ip_params.h"

namespace tinsim {

/// Section `ip.mac`, and the rate of the wire.
struct PartnerParams : IpMacParams {
  PartnerParams(const IpMacParams& mac, WireRate of_wire) : IpMacParams(mac), rate(of_wire) {}
  WireRate rate;
};

struct PlatformConfig;
/// The device behind every MAC.
PartnerParams partner_params(const PlatformConfig& config);

/// A frame that the partner has to send, from cycle `at` on, by its own clock: a bit that leaves it
/// in a cycle is at the chip `cable` cycles later.
struct PartnerFrame {
  Cycle at = 0;
  ReplayFrame frame;
  FrameInfo info;
};

/// It has a queue for each class of service. Of the first of each that may begin it sends the one
/// that may begin first, then the one that arrived first; MAC control frames are never held back.
class MacPartner {
 public:
  /// `source` gives frames in order of `at`, nothing after the last.
  MacPartner(const PartnerParams& params, std::function<std::optional<PartnerFrame>()> source);

  /// The cycle in which the first bit of the next frame reaches the chip; kNoCycle: there is none.
  Cycle next() const { return planned_ ? planned_->begin + params_.cable : kNoCycle; }
  /// The frame whose first bit reaches the chip in cycle `now` = next().
  PartnerFrame take(Cycle now);
  /// The last octet of `pause` leaves the chip in cycle `at`.
  void receive(const PauseFrame& pause, Cycle at);

 private:
  static constexpr unsigned kControl = kPauseClasses;
  struct Waiting {
    PartnerFrame frame;
    uint64_t order = 0;
  };
  struct Plan {
    Cycle begin = 0;
    unsigned queue = 0;
  };

  void plan();
  void fetch();
  std::optional<Plan> first_to_begin() const;

  PartnerParams params_;
  std::function<std::optional<PartnerFrame>()> source_;
  WireTransmitter wire_;
  PausedSender pauses_;
  std::optional<PartnerFrame> ahead_;  ///< the next of the source
  std::array<std::deque<Waiting>, kPauseClasses + 1> queues_;
  uint64_t order_ = 0;
  std::optional<Plan> planned_;
};

}  // namespace tinsim
