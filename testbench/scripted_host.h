// SPDX-License-Identifier: Apache-2.0
// A host that sends a list of packets at given cycles and keeps what it receives.
#pragma once

#include <deque>
#include <utility>
#include <vector>

#include "tlm/tin/ip/host.h"

namespace tinsim {

class ScriptedHost final : public Host {
 public:
  struct Received {
    PacketPtr packet;
    uint8_t ecn = 0;
    Cycle at = 0;
  };

  /// Packets in order of `born`, the cycle in which each is there.
  void send(Packet packet) { script_.push_back(std::make_shared<Packet>(std::move(packet))); }
  const std::vector<Received>& received() const { return received_; }
  std::size_t unsent() const { return script_.size(); }

  Cycle next() const override { return script_.empty() ? kNoCycle : script_.front()->born; }
  PacketPtr take(Cycle) override {
    PacketPtr packet = script_.front();
    script_.pop_front();
    return packet;
  }
  void receive(const PacketPtr& packet, uint8_t ecn, Cycle at) override {
    received_.push_back({packet, ecn, at});
  }

 private:
  std::deque<PacketPtr> script_;
  std::vector<Received> received_;
};

}  // namespace tinsim
