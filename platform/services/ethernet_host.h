// SPDX-License-Identifier: Apache-2.0
// The Ethernet of a chip as software on it sees it: whole IPv4 packets.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "platform/services/cpu_port.h"

namespace tinsim {

/// Packets that arrive are known to the software kDelay cycles later, so the result is the same
/// whether the IP path processes an event before, in or after its cycle. They need their octets.
class EthernetHost final : public Host {
 public:
  static constexpr Cycle kDelay = 400;

  /// `number`: Packet::src_host of what it sends. `poll` is called every `period` cycles; it may
  /// call send() of this host and of others.
  EthernetHost(uint16_t number, const FrameRules& rules, const L2Header& l2, Cycle period,
               std::function<void(Cycle)> poll)
      : number_(number), rules_(rules), l2_(l2), period_(period), poll_(std::move(poll)) {}

  struct Arrival {
    Cycle at = 0;
    std::vector<uint8_t> ip_packet;
  };

  /// An IPv4 packet that may leave from cycle `ready` on, or from now on if that is over. Calls are
  /// in order of these cycles.
  void send(const std::vector<uint8_t>& ip_packet, Cycle ready = 0);
  /// IPv4 packets that arrived up to cycle `now` - kDelay, and were not returned before.
  std::vector<std::vector<uint8_t>> received(Cycle now);
  /// All packets that have arrived, and were not returned before.
  std::deque<Arrival> take_arrivals() { return std::exchange(arrivals_, {}); }

  // Of the IP path.
  Cycle next() const override { return next_; }
  PacketPtr take(Cycle now) override;
  void receive(const PacketPtr& packet, uint8_t ecn, Cycle at) override;

 private:
  struct Departure {
    Cycle ready = 0;
    Packet packet;
  };

  const uint16_t number_;
  const FrameRules rules_;
  const L2Header l2_;  ///< around packets that arrive
  const Cycle period_;
  const std::function<void(Cycle)> poll_;
  Cycle next_ = 0;
  Cycle polled_ = 0;  ///< next cycle of poll_
  std::deque<Departure> departures_;
  std::deque<Arrival> arrivals_;
  FlowNumbers flows_;
};

}  // namespace tinsim
