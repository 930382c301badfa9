// SPDX-License-Identifier: Apache-2.0
// The CPU port: packets and frames, and when each side sees them.
#include "platform/services/cpu_port.h"

#include <algorithm>

#include "platform/config/host_map.h"
#include "platform/config/ip_port.h"
#include "platform/services/port_identity.h"
#include "tlm/ethernet/checksum.h"
#include "tlm/tin/ecp/ecp_map.h"

namespace tinsim {

CpuPortPlan cpu_port_plan(const PlatformConfig& config, const Topology& topology,
                          std::size_t chip) {
  const ChipInfo& info = topology.chips[chip];
  const HostMap hosts = host_map(config.topology);
  CpuPortPlan plan;
  plan.hosts = hosts.hosts();
  plan.chip = static_cast<unsigned>(chip);
  plan.number = sender_number(hosts, {static_cast<unsigned>(chip), kCpuPort});
  plan.host_count = hosts.hosts_of(chip);
  plan.first_host = plan.host_count == 0 ? 0 : hosts.first_of(chip);
  plan.place = place_of_port(info, kCpuPort);
  plan.l2.src = mac_of(place_of_port(info, kMacPort));
  plan.l2.dst = mac_of(plan.place);
  plan.rules.max_bytes = config.ip.max_frame_bytes;
  plan.rules.cos_from_pcp = config.ip.cos_from_pcp;
  plan.rules.use_flow_label = config.ip.flow_label;
  return plan;
}

/// Polls follow exchanges by kDelay.
Cycle CpuPort::poll_after(Cycle now) const {
  if (now < kDelay) return kDelay + exchange_;
  return ((now - kDelay) / exchange_ + 1) * exchange_ + kDelay;
}

PacketPtr CpuPort::take(Cycle now) {
  poll_ = poll_after(now);
  if (departures_.empty() || departures_.front().ready > now) return nullptr;
  Packet packet = std::move(departures_.front().packet);
  departures_.pop_front();
  freed_.push_back(now);
  if (!departures_.empty() && departures_.front().ready <= now) poll_ = now;
  packet.born = now;
  packet.src_host = plan_.number;
  flows_.number(packet);
  return std::make_shared<const Packet>(std::move(packet));
}

void CpuPort::receive(const PacketPtr& packet, uint8_t ecn, Cycle at) {
  if (packet->data.empty()) {
    ++without_octets_;
    return;
  }
  Arrival arrival{at, {leaving_frame(*packet, plan_.l2, ecn), 0, 0}};
  arrival.frame.octets.resize(arrival.frame.octets.size() - kFcsBytes);
  arrival.frame.interface = interface_of_source(*packet);
  arrival.frame.reason = reason_of(*packet);
  arrivals_.push_back(std::move(arrival));
}

uint8_t CpuPort::interface_of_source(const Packet& packet) const {
  if (packet.src_host == plan_.hosts + plan_.chip) return ECP_INTERFACE_MAC;
  const bool is_own =
      packet.src_host >= plan_.first_host && packet.src_host < plan_.first_host + plan_.host_count;
  return is_own ? static_cast<uint8_t>(packet.src_host - plan_.first_host) : ECP_INTERFACE_FABRIC;
}

uint8_t CpuPort::reason_of(const Packet& packet) const {
  if (packet.kind == PacketKind::kFrame) return ECP_TRAP_NOT_IP;
  if (packet.is_expired) return ECP_TRAP_EXPIRED;
  const IpAddress own =
      packet.kind == PacketKind::kIpv6 ? ipv6_of(plan_.place) : ipv4_of(plan_.place);
  const bool is_own = packet.address_hi == own.hi && packet.address_lo == own.lo;
  return is_own ? ECP_TRAP_ADDRESSED : ECP_TRAP_ROUTE;
}

bool CpuPort::is_ready(uint64_t at) {
  const Cycle now = clock_.core_cycle(at);
  while (!freed_.empty() && freed_.front() + kDelay <= now) freed_.pop_front();
  return departures_.size() + freed_.size() < kTransmitFrames;
}

bool CpuPort::send(const EcpFrame& frame, uint64_t /*at*/) {
  auto packet = packet_of(frame);
  if (!packet) return false;
  departures_.push_back({exchange_at_ + kDelay, *std::move(packet)});
  return true;
}

/// Nothing for a frame that a MAC would refuse, or that no interface sends.
std::optional<Packet> CpuPort::packet_of(const EcpFrame& frame) const {
  const auto octets = finished_frame(frame.octets.data(), frame.octets.size());
  const FrameInfo info = parse_frame(octets.data(), octets.size(), plan_.rules);
  const bool is_ip = info.verdict == FrameVerdict::kIpv4 || info.verdict == FrameVerdict::kIpv6;
  if (!is_ip && info.verdict != FrameVerdict::kNotIp) return std::nullopt;
  if (frame.interface != ECP_INTERFACE_FABRIC) return packet_to(frame.interface, info, octets);
  if (!is_ip) return std::nullopt;
  return packet_of_ip(info, octets.data(), octets.size(), true);
}

/// The whole frame, encapsulated to an interface of this chip, where it leaves as it is.
std::optional<Packet> CpuPort::packet_to(uint8_t interface, const FrameInfo& info,
                                         const std::vector<uint8_t>& octets) const {
  const bool is_there = interface == ECP_INTERFACE_MAC || interface < plan_.host_count;
  if (!is_there) return std::nullopt;
  HostPlace to = plan_.place;
  to.host = interface;
  return packet_of_other(info, octets.data(), octets.size(), ipv4_of(plan_.place), ipv4_of(to),
                         true);
}

void CpuPort::exchange(Cycle now, const std::function<void(Cycle, EcpFrame)>& receiver) {
  exchange_at_ = now;
  while (!arrivals_.empty() && arrivals_.front().at + kDelay <= now) {
    Arrival arrival = std::move(arrivals_.front());
    arrivals_.pop_front();
    receiver(arrival.at + kDelay, std::move(arrival.frame));
  }
}

}  // namespace tinsim
