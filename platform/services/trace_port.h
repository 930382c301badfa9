// SPDX-License-Identifier: Apache-2.0
// The sender of a chip's trace records, at its CPU port.
#pragma once

#include "platform/services/cell_tracing.h"
#include "tlm/host/flow_identity.h"
#include "tlm/tin/ip/host.h"

namespace tinsim {

/// Times of the datagrams of one chip, in cycles.
struct TraceTimes {
  Cycle phase = 0;     ///< the first is sent then at the earliest
  Cycle interval = 0;  ///< from one to the next, at least
  /// From one to the next, at most: a multiple of `interval`. 0: one without records is not sent.
  Cycle silence = 0;
};

/// Shares the port with the control processor, if there is one, and precedes it.
class TracePort final : public Host {
 public:
  /// `tracer` and `other` outlive the port. `number`: Packet::src_host. `other`: the host that was
  /// attached to the port before; null: none.
  TracePort(ChipTracer& tracer, const FlowIdentity& to, uint16_t tin, uint16_t number,
            const TraceTimes& times, Host* other);

  Cycle next() const override;
  PacketPtr take(Cycle now) override;
  /// No datagram is sent while a class is held.
  bool hold(uint8_t classes) override;
  void receive(const PacketPtr& packet, uint8_t ecn, Cycle at) override {
    if (other_ != nullptr) other_->receive(packet, ecn, at);
  }

  uint64_t datagrams() const { return sent_; }

 private:
  PacketPtr next_datagram(Cycle now);

  ChipTracer& tracer_;
  const FlowIdentity to_;
  const uint16_t tin_;
  const uint16_t number_;
  const TraceTimes times_;
  Host* other_;
  Cycle poll_;
  Cycle last_ = 0;  ///< in which the last datagram was sent
  uint32_t sent_ = 0;
};

}  // namespace tinsim
