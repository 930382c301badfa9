// SPDX-License-Identifier: Apache-2.0
// The Ethernet on which the controller of a run is.
#include "platform/services/control_ethernet.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <utility>

#include "platform/config/host_map.h"
#include "platform/config/ip_port.h"
#include "platform/network/topology/link_selector.h"
#include "platform/services/chip_terminal_side.h"
#include "platform/services/ip_network.h"
#include "platform/services/port_identity.h"
#include "platform/services/remote_chips.h"
#include "rtl_models/registers/decode.h"

namespace tinsim {
namespace {

constexpr uint32_t kCounters = 4;  ///< registers of packets taken and delivered

uint32_t ipv4(const ChipInfo& chip, unsigned eport) {
  return static_cast<uint32_t>(ipv4_of(place_of_port(chip, eport)).hi >> 32);
}

uint32_t link_status(unsigned port) {
  registers::Place place = registers::place_named("link", "changed_0");
  place.array = place.group->arrays.data;
  place.index = port;
  place.reg = place.array->registers.data + 1;
  return registers::address_of(place);
}

control::ControlledChip controlled(const PlatformConfig& config, const Topology& topology,
                                   std::size_t number) {
  const ChipInfo& info = topology.chips[number];
  const auto& list = config.ecp.ethernet_chips;
  const bool has_ethernet = std::find(list.begin(), list.end(), number) != list.end();
  control::ControlledChip chip;
  chip.mac = mac_of(place_of_port(info, kCpuPort));
  chip.pod = info.pod;
  chip.address = ipv4(info, kCpuPort);
  chip.host_address = has_ethernet ? ipv4(info, kMacPort) : 0;
  chip.link_ports = static_cast<uint8_t>(first_terminal(info));
  for (unsigned port = 0; port < info.ports.size(); ++port) {
    if (!is_link(info.ports[port])) continue;
    chip.linked.push_back(static_cast<uint8_t>(port));
    chip.neighbours.push_back({info.ports[port].peer_chip, info.ports[port].peer_port});
  }
  return chip;
}

}  // namespace

std::string dotted(uint32_t address) {
  return fmt::format("{}.{}.{}.{}", address >> 24, address >> 16 & 255, address >> 8 & 255,
                     address & 255);
}

control::ControllerPlan controller_plan(const PlatformConfig& config, const Topology& topology) {
  control::ControllerPlan plan;
  for (std::size_t chip = 0; chip < topology.chips.size(); ++chip)
    plan.chips.push_back(controlled(config, topology, chip));
  plan.link_status_address = link_status(0);
  plan.link_status_stride = link_status(1) - plan.link_status_address;
  plan.counters_address = registers::address_of(registers::place_named("counter", "packets_in_lo"));
  plan.counters_count = kCounters;
  return plan;
}

std::unique_ptr<EthernetHost> attach_ethernet_host(const PlatformConfig& config,
                                                   const Topology& topology,
                                                   const Services& services, std::size_t chip,
                                                   std::function<void(Cycle)> poll) {
  const HostMap map = host_map(config.topology);
  const ChipInfo& info = topology.chips[chip];
  FrameRules rules;
  rules.max_bytes = config.ip.max_frame_bytes;
  L2Header l2;
  l2.src = mac_of(place_of_port(info, kMacPort));
  l2.dst = mac_of(place_of_port(info, kNextHop));
  auto host = std::make_unique<EthernetHost>(static_cast<uint16_t>(map.hosts() + chip), rules, l2,
                                             EthernetHost::kDelay, std::move(poll));
  services.get<IpNetwork>().engine(chip).attach(kMacPort, *host);
  return host;
}

/// Packets between processes, with the messages of windows: to the controller those that have
/// arrived at MACs, from it those that are to leave there.
class ControlEthernet::Mail final : public WindowMail {
 public:
  Mail(ControlEthernet& owner, std::map<std::size_t, unsigned> rank_of)
      : owner_(owner), rank_of_(std::move(rank_of)) {}

  /// Of the controller, to the chip of another process.
  void send(std::size_t chip, Cycle ready, const std::vector<uint8_t>& ip_packet) {
    leaving_.push_back({chip, {ready, ip_packet}});
  }

  void pack(unsigned rank, Bytes& to) override {
    if (owner_.is_at_controller_) pack_leaving(rank, to);
    const auto controller = rank_of_.find(owner_.chips_.front());
    if (controller != rank_of_.end() && controller->second == rank) pack_arrivals(to);
    put(to, kEnd);
  }
  void unpack(ByteReader& from) override {
    for (auto chip = from.take<uint64_t>(); chip != kEnd; chip = from.take<uint64_t>()) {
      const auto at = from.take<Cycle>();
      auto octets = from.take_all<uint8_t>();
      if (owner_.is_at_controller_) {
        owner_.far_arrivals_[chip].push_back({at, std::move(octets)});
      } else {
        owner_.hosts_[chip]->send(octets, at);
      }
    }
  }

 private:
  static constexpr uint64_t kEnd = ~uint64_t{0};

  static void pack_one(std::size_t chip, const EthernetHost::Arrival& packet, Bytes& to) {
    put(to, uint64_t{chip});
    put(to, packet.at);
    put(to, packet.ip_packet);
  }
  void pack_leaving(unsigned rank, Bytes& to) {
    for (auto packet = leaving_.begin(); packet != leaving_.end();) {
      const bool is_its = rank_of_.at(packet->first) == rank;
      if (is_its) pack_one(packet->first, packet->second, to);
      packet = is_its ? leaving_.erase(packet) : packet + 1;
    }
  }
  void pack_arrivals(Bytes& to) {
    for (const unsigned chip : owner_.chips_)
      if (owner_.hosts_[chip] != nullptr)
        for (const auto& packet : owner_.hosts_[chip]->take_arrivals()) pack_one(chip, packet, to);
  }

  ControlEthernet& owner_;
  std::map<std::size_t, unsigned> rank_of_;  ///< of chips of other processes
  std::deque<std::pair<std::size_t, EthernetHost::Arrival>> leaving_;
};

ControlEthernet::ControlEthernet(const PlatformConfig& config, const Topology& topology,
                                 const std::vector<bool>& is_own, Poll poll)
    : config_(config),
      topology_(topology),
      chips_(config.ecp.ethernet_chips),
      is_at_controller_(is_own[chips_.front()]),
      poll_(std::move(poll)),
      hosts_(topology.chips.size()) {}

ControlEthernet::~ControlEthernet() = default;

void ControlEthernet::attach(const Services& services, std::size_t chip) {
  if (std::find(chips_.begin(), chips_.end(), chip) == chips_.end()) return;
  hosts_[chip] = attach_ethernet_host(config_, topology_, services, chip,
                                      [this, chip](Cycle now) { this->poll(chip, now); });
}

void ControlEthernet::join(RemoteChips& remote) {
  std::map<std::size_t, unsigned> rank_of;
  remote.for_each([&](std::size_t chip, unsigned rank) { rank_of[chip] = rank; });
  mail_ = std::make_unique<Mail>(*this, std::move(rank_of));
  remote.send_with(*mail_);
}

/// The first chip's host polls the controller.
void ControlEthernet::poll(std::size_t chip, Cycle now) {
  if (chip != chips_.front()) return;
  now_ = now;
  poll_(now);
}

void ControlEthernet::send(std::size_t chip, const std::vector<uint8_t>& ip_packet) {
  const Cycle ready = now_ + EthernetHost::kDelay;
  if (hosts_[chip] != nullptr) {
    hosts_[chip]->send(ip_packet, ready);
  } else {
    mail_->send(chip, ready, ip_packet);
  }
}

std::vector<std::vector<uint8_t>> ControlEthernet::received(std::size_t chip, Cycle now) {
  if (hosts_[chip] != nullptr) return hosts_[chip]->received(now);
  std::vector<std::vector<uint8_t>> packets;
  auto& far = far_arrivals_[chip];
  for (; !far.empty() && far.front().at + EthernetHost::kDelay <= now; far.pop_front())
    packets.push_back(std::move(far.front().ip_packet));
  return packets;
}

}  // namespace tinsim
