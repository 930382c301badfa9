// SPDX-License-Identifier: Apache-2.0
// Flow control at a sending end: PAUSE and PFC frames, or credits of a link.
#pragma once

#include <vector>

#include "tlm/ethernet/pause.h"
#include "tlm/wan/link_credits.h"

namespace tinsim {

/// Classes of service of the two kinds of load; PFC pauses the first alone.
constexpr unsigned kRdmaClass = 3, kTcpClass = 0;
/// Octets on the wire of a flow control packet of an InfiniBand link: six, and two symbols that
/// delimit it.
constexpr unsigned kCreditPacketBytes = 8;

/// A frame of flow control on its way.
struct ControlFrame {
  std::vector<uint8_t> octets;  ///< PAUSE or PFC, with its FCS; empty: credits
  uint16_t fccl = 0;

  uint64_t bytes() const { return octets.empty() ? kCreditPacketBytes : octets.size(); }
};

class SendGate {
 public:
  SendGate(WireRate rate, const WanFramesConfig& config)
      : has_credits_(config.control == WanControl::credits),
        paused_(rate),
        credits_(config.credit_rule) {}

  void receive(const ControlFrame& frame, Cycle now) {
    if (has_credits_) return credits_.receive(frame.fccl);
    constexpr size_t kFcsBytes = 4;
    const auto pause = parse_pause(frame.octets.data(), frame.octets.size() - kFcsBytes, {});
    if (pause) paused_.receive(*pause, now);
  }
  /// The first cycle, `now` or later, in which a frame may begin; kNoCycle: not without another
  /// frame of flow control.
  Cycle may_begin(unsigned cls, uint64_t bytes, Cycle now) {
    if (has_credits_) return credits_.may_send(credit_blocks(bytes)) ? now : kNoCycle;
    paused_.apply_until(now);
    return paused_.may_begin(cls, now);
  }
  void sent(uint64_t bytes) {
    if (has_credits_) credits_.send(credit_blocks(bytes));
  }

 private:
  bool has_credits_;
  PausedSender paused_;
  CreditSender credits_;
};

/// Frames of flow control of a receiving end, one per step.
class GateSender {
 public:
  /// `rate_share`: rate of the far sender as a share of the line rate, in whose bit times quanta
  /// count.
  GateSender(const WanFramesConfig& config, double rate_share)
      : control_(config.control), rate_share_(rate_share), credits_(config.credit_rule) {}

  void received(uint64_t bytes) { credits_.receive(credit_blocks(bytes)); }
  /// `pause`: share of a step that the far sender has to be silent for; `free_bytes`: room in the
  /// buffer, for credits by the standard's rule. A node that requests no pause sends no frame.
  std::optional<ControlFrame> frame(double pause, uint64_t free_bytes, unsigned classes);

 private:
  WanControl control_;
  double rate_share_;
  CreditReceiver credits_;
};

}  // namespace tinsim
