// SPDX-License-Identifier: Apache-2.0
// The host behind an IP port that is joined to a TAP device: from frames of Linux to packets, and
// back.
#pragma once

#include <deque>
#include <memory>
#include <optional>

#include "platform/services/cpu_port.h"
#include "platform/statistics/tap_result.h"
#include "platform/tap/tap_port.h"
#include "platform/tap/tap_recorder.h"
#include "tlm/tin/ip/host.h"

namespace tinsim {

/// How a port names itself and others.
struct TapHostParams {
  uint32_t port = 0;    ///< in `tap.ports`
  uint16_t number = 0;  ///< Packet::src_host
  Cycle poll = 0;       ///< cycles between two exchanges
  FrameRules rules;
  L2Header l2;                   ///< around IP packets that leave; its source answers questions
  std::optional<uint16_t> vlan;  ///< … with this tag, whose PCP is the packet's class
};

/// It exchanges frames with the far side every `poll` cycles, while the wire takes packets. What it
/// sends depends on the cycles of the exchanges and on the frames in them alone.
class TapHost final : public Host {
 public:
  TapHost(const TapHostParams& params, std::unique_ptr<TapPort> far_side)
      : params_(params), far_side_(std::move(far_side)) {}

  /// Frames that enter and leave are reported to `log` from now on.
  void log_to(TapLog& log) { log_ = &log; }
  const TapResult& counts() const { return counts_; }

  Cycle next() const override { return packets_.empty() ? exchange_at_ : next_; }
  PacketPtr take(Cycle now) override;
  void receive(const PacketPtr& packet, uint8_t ecn, Cycle at) override;

 private:
  static constexpr std::size_t kMostWaiting = 64;  ///< packets

  void exchange(Cycle now);
  void enter(const std::vector<uint8_t>& frame, Cycle now);
  void enter_packet(const std::vector<uint8_t>& frame);
  void record(PacketDirection direction, const std::vector<uint8_t>& frame, Cycle at);

  const TapHostParams params_;
  std::unique_ptr<TapPort> far_side_;
  TapLog* log_ = nullptr;
  Cycle exchange_at_ = 0;  ///< the next one
  Cycle next_ = 0;         ///< while packets wait
  std::deque<Packet> packets_;
  FlowNumbers flows_;
  TapResult counts_;
};

}  // namespace tinsim
