// SPDX-License-Identifier: Apache-2.0
// A host with a BGP speaker, which enters external routes in the IP tables of all chips.
#include "platform/services/ibr_speaker.h"

#include <algorithm>

#include "platform/config/host_map.h"
#include "platform/config/ip_port.h"
#include "platform/config/located.h"
#include "platform/services/ip_network.h"
#include "platform/services/port_identity.h"
#include "platform/statistics/ibr_result.h"
#include "platform/statistics/result.h"
#include "platform/statistics/section_of.h"

namespace tinsim {
namespace {

constexpr Cycle kSpeakerPollCycles = EthernetHost::kDelay;

uint32_t ipv4_number(const ChipInfo& chip, unsigned eport) {
  return static_cast<uint32_t>(ipv4_of(place_of_port(chip, eport)).hi >> 32);
}

control::BgpPrefix bgp_prefix(const std::string& text) {
  const IpPrefix prefix = *parse_prefix(text);
  return {static_cast<uint32_t>(prefix.address.hi >> 32), static_cast<uint8_t>(prefix.length)};
}

}  // namespace

std::unique_ptr<Service> IbrSpeaker::make(const ServiceContext& context) {
  return context.config.ibr.enabled ? std::make_unique<IbrSpeaker>(context) : nullptr;
}

IbrSpeaker::IbrSpeaker(const ServiceContext& context)
    : config_(context.config), topology_(context.topology), services_(context.services) {
  const HostMap map = host_map(config_.topology);
  const unsigned number = config_.ibr.host;
  const IpPort port = {map.chip_of(number), map.place_of(number)};
  const ChipInfo& info = topology_.chips[port.chip];
  if (!context.is_own[port.chip]) return;
  IpEngine& engine = services_.get<IpNetwork>().engine(port.chip);
  if (engine.host(port.eport) != nullptr) {
    fail_at(config_, "ibr.host",
            ip_port_name(config_, port) +
                " sends packets of its own; expected a host without other software");
  }
  first_entry_ = engine.routes().routes().size();
  FrameRules rules;
  rules.max_bytes = config_.ip.max_frame_bytes;
  host_ = std::make_unique<EthernetHost>(sender_number(map, port), rules,
                                         l2_of_port(config_, info, port.eport), kSpeakerPollCycles,
                                         [this](Cycle now) { poll(now); });
  shard_ = std::make_unique<control::BgpShard>(
      plan(), [this](const control::Bytes& packet) { host_->send(packet); });
  engine.attach(port.eport, *host_);
}

control::IbrPlan IbrSpeaker::plan() const {
  const IbrConfig& ibr = config_.ibr;
  const HostMap map = host_map(config_.topology);
  const unsigned own_chip = map.chip_of(ibr.host);
  control::IbrPlan plan;
  plan.own_address = ipv4_number(topology_.chips[own_chip], map.place_of(ibr.host));
  plan.own_as = static_cast<uint16_t>(ibr.as);
  plan.hold_s = static_cast<uint16_t>(ibr.hold_s);
  if (config_.tap.is_on()) plan.peer_us = config_.tap.slowdown;
  for (const std::string& prefix : ibr.announce) plan.announced.push_back(bgp_prefix(prefix));
  for (const IbrPeerConfig& peer : ibr.peers) {
    const ChipInfo& chip = topology_.chips[peer.mac];
    plan.peers.push_back({ipv4_number(chip, kMacPort), static_cast<uint16_t>(peer.as)});
    plan.table.members.push_back(address_of_eport(config_, chip, kMacPort));
  }
  for (const unsigned chip : map.chips_with_hosts())
    plan.chips.push_back(ipv4_number(topology_.chips[chip], kCpuPort));
  std::size_t members = 0;
  const IpRoutes& routes = services_.get<IpNetwork>().engine(own_chip).routes();
  for (const IpRoute& route : routes.routes()) members += route.members.size();
  plan.table.first_entry = static_cast<uint32_t>(routes.routes().size());
  plan.table.entries = EditedIpRoutes::kEntries;
  plan.table.first_member = static_cast<uint32_t>(members);
  return plan;
}

void IbrSpeaker::poll(Cycle now) {
  if (now < next_poll_) return;
  next_poll_ = now + kSpeakerPollCycles;
  for (const auto& packet : host_->received(now)) shard_->receive(packet);
  shard_->poll(now / config_.tin.core_mhz);
}

/// The entries behind those of the configuration are the external routes, and no others.
bool IbrSpeaker::has_right_routes(std::size_t chip) const {
  const IpRoutes& table = services_.get<IpNetwork>().engine(chip).routes();
  const auto prefixes = shard_->rib().prefixes();
  if (table.routes().size() != first_entry_ + prefixes.size()) return false;
  for (std::size_t i = first_entry_; i < table.routes().size(); ++i) {
    const IpRoute& route = table.routes()[i];
    const control::BgpPrefix prefix = {static_cast<uint32_t>(route.prefix.hi >> 32),
                                       static_cast<uint8_t>(route.length)};
    const auto peer = shard_->rib().best(prefix);
    if (route.prefix.v6 || !peer || route.members.size() != 1) return false;
    const ChipInfo& of_peer = topology_.chips[config_.ibr.peers[*peer].mac];
    if (route.members.front() != address_of_eport(config_, of_peer, kMacPort)) return false;
  }
  return true;
}

void IbrSpeaker::declare_sections(ResultSections& sections) { sections.add<IbrResult>(); }

void IbrSpeaker::collect(const RunFacts& /*facts*/, RunResult& run) const {
  if (shard_ == nullptr) return;
  auto& result = run.sections.get<IbrResult>();
  for (const auto& session : shard_->sessions()) {
    const control::BgpCounts& counts = session->counts();
    ++result.peers;
    result.established += session->state() == control::BgpSession::State::kEstablished;
    result.sessions += counts.established;
    result.updates += counts.updates;
    result.keepalives += counts.keepalives;
    result.notifications += counts.notifications;
    result.faults += counts.faults;
    result.hold_expired += counts.hold_expired;
  }
  result.prefixes = shard_->rib().prefixes().size();
  result.without_entry = shard_->table().without_entry();
  result.chips_written = shard_->chips().current();
  result.requests = shard_->chips().counts().requests;
  result.refused = shard_->chips().counts().refused;
  result.registers = shard_->chips().counts().registers;
  const HostMap map = host_map(config_.topology);
  for (const unsigned chip : map.chips_with_hosts()) {
    if (!services_.get<IpNetwork>().has(chip)) continue;  // of another process
    ++result.chips;
    result.chips_right += has_right_routes(chip);
  }
}

}  // namespace tinsim
