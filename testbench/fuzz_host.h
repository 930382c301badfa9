// SPDX-License-Identifier: Apache-2.0
// A host that sends random packets with random stalls, and judges every packet that it receives.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "rtl_models/parts/route_choice.h"
#include "testbench/bench_random.h"
#include "tlm/ethernet/address.h"
#include "tlm/ethernet/packet_frame.h"
#include "tlm/tin/ip/host.h"

namespace tinsim {

/// An IP port of the network under test.
struct FuzzPort {
  HostPlace place;           ///< host 2 is the MAC, 3 the control processor
  unsigned host_number = 0;  ///< Packet::src_host
};

/// Common plan of all hosts of a network.
struct FuzzPlan {
  std::vector<FuzzPort> ports;
  unsigned packets = 0;      ///< of each port but control processors, which send a 64th of it
  unsigned mean_gap = 40;    ///< cycles between packets, outside of stalls
  bool carried = false;      ///< packets have bytes
  bool may_lose = false;     ///< a gap in a flow's numbers is no fault by itself
  bool may_reorder = false;  ///< nor is an RTS that has overtaken another on a new path
};

/// The descriptor of a packet identifies it: its destination in `flow`, its number in `number`; all
/// other fields follow from these, so received packets are compared without a record of the sent
/// ones. A flow has one class, since classes may overtake each other.
class FuzzHost final : public Host {
 public:
  static constexpr unsigned kFlows = 4;  ///< of each class, between two ports

  FuzzHost(const FuzzPlan& plan, unsigned self, uint64_t seed)
      : plan_(plan), self_(self), random_(mix64(seed * 1000 + self)) {
    left_ = is_cpu(self) ? plan.packets / 64 : plan.packets;
  }

  Cycle next() const override { return left_ == 0 ? kNoCycle : next_; }

  PacketPtr take(Cycle now) override {
    if (random_.chance(5)) {  // it has changed its mind, and waits
      next_ = now + 1 + random_.below(random_.chance(10) ? 20000 : 200);
      return nullptr;
    }
    --left_;
    ++sent_;
    next_ = now + (random_.chance(1) ? random_.below(10000) : random_.below(2 * plan_.mean_gap));
    return make_packet(now);
  }

  void receive(const PacketPtr& packet, uint8_t ecn, Cycle) override {
    ++received_;
    const unsigned number_of_flow = packet->flow;
    EXPECT_EQ(number_of_flow / (8 * kFlows), self_) << "it belongs elsewhere";
    const uint64_t flow = uint64_t{packet->src_host} << 32 | number_of_flow;
    uint32_t& expected = expected_[flow];
    // A MAC drops frames that find its buffer full.
    if (plan_.may_reorder) {
      EXPECT_TRUE(seen_.insert({flow, packet->number}).second) << "doubled";
    } else if (plan_.may_lose || is_from_mac(*packet)) {
      EXPECT_GE(packet->number, expected) << "overtaken or doubled";
    } else {
      EXPECT_EQ(packet->number, expected) << "lost, overtaken or doubled";
    }
    expected = packet->number + 1;
    const bool capable = packet->ecn == 1 || packet->ecn == 2;
    EXPECT_TRUE(ecn == packet->ecn || (capable && ecn == 3)) << unsigned{ecn};
    marked_ += ecn != packet->ecn;
    if (!plan_.carried) return;
    EXPECT_TRUE(packet->data == bytes_of(*packet)) << "other bytes arrived";
  }

  unsigned unsent() const { return left_; }
  uint64_t sent() const { return sent_; }
  uint64_t received() const { return received_; }
  uint64_t marked() const { return marked_; }

 private:
  bool is_cpu(unsigned port) const { return plan_.ports[port].place.host == 3; }
  bool is_from_mac(const Packet& packet) const {
    return std::any_of(plan_.ports.begin(), plan_.ports.end(), [&packet](const auto& port) {
      return port.host_number == packet.src_host && port.place.host == 2;
    });
  }

  /// Any port, one in four times port 0; control processors, whose wire is slow, seldom.
  unsigned choose_target() {
    const auto count = static_cast<unsigned>(plan_.ports.size());
    for (;;) {
      const unsigned target = random_.chance(25) ? 0 : random_.below(count);
      if (!is_cpu(target) || random_.chance(2)) return target;
    }
  }

  unsigned choose_bytes(bool is_short) {
    const unsigned kind = random_.below(100);
    const unsigned most = is_short || kind < 50 ? 147 : kind < 85 ? 700 : kind < 97 ? 4000 : 16383;
    return random_.range(20, most);
  }

  PacketPtr make_packet(Cycle now) {
    const unsigned to = choose_target();
    auto packet = std::make_shared<Packet>();
    packet->cos = static_cast<uint8_t>(random_.below(8));
    packet->flow = (to * 8 + packet->cos) * kFlows + random_.below(kFlows);
    packet->number = numbers_[packet->flow]++;
    packet->src_host = static_cast<uint16_t>(plan_.ports[self_].host_number);
    packet->flow_hash =
        static_cast<uint16_t>(mix64(uint64_t{packet->src_host} << 32 | packet->flow));
    packet->bytes = static_cast<uint16_t>(choose_bytes(is_cpu(to) || is_cpu(self_)));
    packet->ecn = static_cast<uint8_t>(random_.below(4));
    packet->kind = packet->number % 2 != 0 ? PacketKind::kIpv6 : PacketKind::kIpv4;
    packet->frame_bytes = static_cast<uint16_t>(leaving_frame_bytes(*packet, false));
    const HostPlace& place = plan_.ports[to].place;
    const IpAddress address = packet->kind == PacketKind::kIpv6 ? ipv6_of(place) : ipv4_of(place);
    packet->address_hi = address.hi;
    packet->address_lo = address.lo;
    packet->born = now;
    if (plan_.carried) packet->data = bytes_of(*packet);
    return packet;
  }

  static std::vector<uint8_t> bytes_of(const Packet& packet) {
    std::vector<uint8_t> bytes(packet.bytes);
    uint64_t word =
        mix64(uint64_t{packet.src_host} << 48 | uint64_t{packet.flow} << 32 | packet.number);
    for (uint8_t& byte : bytes) {
      word = word * 6364136223846793005u + 1442695040888963407u;
      byte = static_cast<uint8_t>(word >> 56);
    }
    return bytes;
  }

  const FuzzPlan& plan_;
  unsigned self_;
  Random random_;
  Cycle next_ = 0;
  unsigned left_ = 0;
  uint64_t sent_ = 0, received_ = 0, marked_ = 0;
  std::unordered_map<uint32_t, uint32_t> numbers_;   ///< of the next packet, by flow
  std::unordered_map<uint64_t, uint32_t> expected_;  ///< … to arrive, by source and flow
  std::set<std::pair<uint64_t, uint32_t>> seen_;     ///< where order is not expected: all arrived
};

}  // namespace tinsim
