// SPDX-License-Identifier: Apache-2.0
// The CPU port of a chip between its IP path and its control processor: packets become frames, and
// frames packets.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "platform/config/platform_config.h"
#include "platform/network/topology/topology.h"
#include "tlm/ethernet/packet_frame.h"
#include "tlm/tin/ecp/ecp_ports.h"
#include "tlm/tin/ip/host.h"

namespace tinsim {

/// Frequencies of a chip and of its control processor.
struct EcpClock {
  unsigned core_mhz = 400;
  unsigned ecp_mhz = 400;

  uint64_t ecp_cycle(Cycle core) const { return uint64_t{core} * ecp_mhz / core_mhz; }
  Cycle core_cycle(uint64_t ecp) const { return static_cast<Cycle>(ecp * core_mhz / ecp_mhz); }
};

/// Numbers of flows and of the packets in each, as all sources have them: in their order, by flow
/// and class.
class FlowNumbers {
 public:
  void number(Packet& packet) {
    const auto next = static_cast<uint32_t>(flows_.size());
    auto& [flow, packets] =
        flows_.try_emplace({packet.flow_hash, packet.cos}, std::pair{next, 0u}).first->second;
    packet.flow = flow;
    packet.number = packets++;
  }

 private:
  std::map<std::pair<uint16_t, uint8_t>, std::pair<uint32_t, uint32_t>> flows_;
};

/// How the CPU port of one chip names itself and others.
struct CpuPortPlan {
  uint16_t number = 0;  ///< Packet::src_host
  unsigned hosts = 0;   ///< of the network; numbers of MACs follow theirs
  unsigned chip = 0;
  unsigned first_host = 0;  ///< of the chip
  unsigned host_count = 0;  ///< of the chip
  HostPlace place;          ///< of the CPU port
  L2Header l2;              ///< around IP packets that arrive
  FrameRules rules;
};
CpuPortPlan cpu_port_plan(const PlatformConfig& config, const Topology& topology, std::size_t chip);

/// Events at the port in a cycle have an effect on the processor, and those of the processor on the
/// port, in the exchange after the next kDelay cycles. So the result is the same whether the IP
/// path processes an event before, in or after its cycle.
class CpuPort final : public Host, public EcpPacketPort {
 public:
  static constexpr Cycle kDelay = 16;  ///< more than an IP path works ahead, or late
  static constexpr std::size_t kTransmitFrames = 4;

  /// `exchange`: cycles between two exchanges, at least 64.
  CpuPort(const CpuPortPlan& plan, const EcpClock& clock, Cycle exchange)
      : plan_(plan), clock_(clock), exchange_(exchange), poll_(exchange + kDelay) {}

  // Of the IP path.
  Cycle next() const override { return poll_; }
  PacketPtr take(Cycle now) override;
  void receive(const PacketPtr& packet, uint8_t ecn, Cycle at) override;

  // Of the control processor, in its cycles.
  bool is_ready(uint64_t at) override;
  bool send(const EcpFrame& frame, uint64_t at) override;

  /// An exchange in core cycle `now` begins: what the processor sends until the next call can be
  /// taken from then on. Gives the frames that have arrived to `receiver`, with their cycles.
  void exchange(Cycle now, const std::function<void(Cycle, EcpFrame)>& receiver);

  /// Packets without octets, of hosts that do not carry any.
  uint64_t without_octets() const { return without_octets_; }

 private:
  struct Arrival {
    Cycle at = 0;
    EcpFrame frame;
  };
  struct Departure {
    Cycle ready = 0;
    Packet packet;
  };

  std::optional<Packet> packet_of(const EcpFrame& frame) const;
  std::optional<Packet> packet_to(uint8_t interface, const FrameInfo& info,
                                  const std::vector<uint8_t>& octets) const;
  uint8_t interface_of_source(const Packet& packet) const;
  uint8_t reason_of(const Packet& packet) const;
  Cycle poll_after(Cycle now) const;

  const CpuPortPlan plan_;
  const EcpClock clock_;
  const Cycle exchange_;
  Cycle poll_;
  Cycle exchange_at_ = 0;  ///< of the last exchange
  std::deque<Arrival> arrivals_;
  std::deque<Departure> departures_;
  std::deque<Cycle> freed_;  ///< when departures were taken, ascending
  FlowNumbers flows_;
  uint64_t without_octets_ = 0;
};

}  // namespace tinsim
