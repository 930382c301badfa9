// SPDX-License-Identifier: Apache-2.0
// The frames of a network: hosts from the configuration, and the capture of all.
#include "platform/services/frame_network.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/errors.h"
#include "platform/config/located.h"
#include "platform/services/port_identity.h"
#include "platform/statistics/result.h"
#include "platform/statistics/section_of.h"

namespace tinsim {
namespace {

uint64_t gbps_of(const PlatformConfig& config, unsigned eport) {
  const IpConfig& ip = config.ip;
  return eport == kMacPort ? ip.mac_gbps : eport == kCpuPort ? ip.cpu_gbps : ip.nic_gbps;
}

WireRate rate_of(const PlatformConfig& config, unsigned eport) {
  return ip_rates(config.ip, config.tin.core_mhz)[interface_of(eport)];
}

FramePolicy policy_of(const PlatformConfig& config, const Topology& topology) {
  FramePolicy policy;
  policy.rules.max_bytes = config.ip.max_frame_bytes;
  policy.rules.cos_from_pcp = config.ip.cos_from_pcp;
  policy.rules.use_flow_label = config.ip.flow_label;
  policy.carried = config.ip.payload == Payload::carried;
  policy.early_rts_bytes = config.ip.ingress.early_rts_bytes;
  policy.non_ip = config.ip.non_ip;
  if (policy.non_ip != NonIp::encapsulate) return policy;
  std::string ignored;
  const auto to = select_ip_ports(config, config.ip.non_ip_to, &ignored);
  policy.far_end = ipv4_of(place_of_port(topology.chips[to.front().chip], to.front().eport));
  return policy;
}

}  // namespace

std::unique_ptr<Service> FrameNetwork::make(const ServiceContext& context) {
  const IpConfig& ip = context.config.ip;
  if (!ip.enabled || (ip.replay.empty() && ip.capture.ports.empty())) return nullptr;
  return std::make_unique<FrameNetwork>(context.config, context.topology,
                                        context.services.get<IpNetwork>(), context.ranks);
}

FrameNetwork::FrameNetwork(const PlatformConfig& config, const Topology& topology, IpNetwork& ip,
                           Ranks& ranks)
    : config_(config),
      hosts_(host_map(config.topology)),
      policy_(policy_of(config, topology)),
      ip_(ip),
      ranks_(ranks) {
  std::string ignored;
  for (const IpPort& port : select_ip_ports(config, "all", &ignored)) {
    if (!is_here(port)) continue;
    IpEngine& engine = ip.engine(port.chip);
    places_.push_back({port, std::make_unique<FrameHost>(policy_, frame_port(topology, port)),
                       engine.host(port.eport) != nullptr});
    Place& place = places_.back();
    if (port.eport == kMacPort && config.ip.mac.flow_control != FlowControl::none) {
      place.host->set_partner(partner_params(config));
    }
    if (place.has_own_host) place.host->serve_host(*engine.host(port.eport));
    engine.attach(port.eport, *place.host);
  }
  for (std::size_t i = 0; i < config.ip.replay.size(); ++i) replay(i);
}

FramePort FrameNetwork::frame_port(const Topology& topology, IpPort port) const {
  const ChipInfo& chip = topology.chips[port.chip];
  const HostPlace place = place_of_port(chip, port.eport);
  FramePort result;
  result.number = sender_number(hosts_, port);
  result.is_cpu = port.eport == kCpuPort;
  result.own = ipv4_of(place);
  result.cpu = ipv4_of(place_of_port(chip, kCpuPort));
  result.rate = rate_of(config_, port.eport);
  if (config_.ip.vlan) result.vlan = static_cast<uint16_t>(*config_.ip.vlan);
  result.l2 = l2_of_port(config_, chip, port.eport);
  return result;
}

FrameNetwork::Place& FrameNetwork::place_at(IpPort port) {
  const auto at = std::lower_bound(places_.begin(), places_.end(), port,
                                   [](const Place& place, IpPort p) { return place.port < p; });
  return *at;
}

void FrameNetwork::replay(std::size_t number) {
  const IpReplayConfig& replay = config_.ip.replay[number];
  const IpPort port = replay.host
                          ? IpPort{hosts_.chip_of(*replay.host), hosts_.place_of(*replay.host)}
                          : IpPort{*replay.mac, kMacPort};
  if (!is_here(port)) return;
  FrameReplayOptions options;
  options.file = replay.file;
  options.time_scale = replay.time_scale;
  options.loop = replay.loop;
  options.fcs = replay.fcs;
  options.core_mhz = config_.tin.core_mhz;
  options.rate = rate_of(config_, port.eport);
  const std::string path = fmt::format("ip.replay.{}", number);
  Place& place = place_at(port);
  if (place.has_own_host) {
    fail_at(config_, path,
            ip_port_name(config_, port) +
                " sends packets of its own; expected a port without a host that does");
  }
  read_named(config_, path + ".file", [&] { place.host->replay(options); });
}

std::vector<IpPort> FrameNetwork::captured_ports() const {
  std::vector<IpPort> ports;
  std::string ignored;
  for (const std::string& selector : config_.ip.capture.ports) {
    const auto some = select_ip_ports(config_, selector, &ignored);
    ports.insert(ports.end(), some.begin(), some.end());
  }
  std::sort(ports.begin(), ports.end());
  ports.erase(std::unique(ports.begin(), ports.end()), ports.end());
  return ports;
}

void FrameNetwork::open_capture(const std::filesystem::path& folder) {
  if (config_.ip.capture.ports.empty()) return;
  if (folder.empty())
    throw ConfigError("ip.capture: has no folder to write to; expected --out DIR");
  std::vector<FrameCapturePort> interfaces;
  for (const IpPort& port : captured_ports()) {
    interfaces.push_back({ip_port_name(config_, port), fmt::format("chip {}", port.chip),
                          gbps_of(config_, port.eport) * 1'000'000'000});
  }
  capture_ = std::make_unique<FrameCapture>(folder / config_.ip.capture.file, config_.tin.core_mhz,
                                            config_.ip.capture.with_fcs, interfaces);
  capture_to(*capture_);
}

void FrameNetwork::relay_capture() { capture_to(relay_); }

void FrameNetwork::capture_to(FrameSink& sink) {
  const std::vector<IpPort> ports = captured_ports();
  for (uint32_t i = 0; i < ports.size(); ++i) {
    if (is_here(ports[i])) place_at(ports[i]).host->capture(sink, i);
  }
}

void FrameNetwork::apply_deferred_updates(Cycle cycle) {
  for (const Place& place : places_) place.host->apply_until(cycle);
  gather_capture();
  if (capture_) capture_->write_until(cycle);
}

void FrameNetwork::gather_capture() {
  if (ranks_.size() == 1 || config_.ip.capture.ports.empty()) return;
  for (const Bytes& bytes : ranks_.gather(relay_.take_all())) {
    if (capture_) FrameRelay::deliver(bytes, *capture_);
  }
}

void FrameNetwork::close_capture(Cycle end) {
  if (capture_) capture_->close(end);
}

FrameCounts FrameNetwork::counts() const {
  FrameCounts sum;
  for (const Place& place : places_) sum.add(place.host->counts());
  return sum;
}

void FrameNetwork::declare_sections(ResultSections& sections) { sections.add<FrameCounts>(); }

void FrameNetwork::collect(const RunFacts& /*facts*/, RunResult& result) const {
  result.sections.get<FrameCounts>() = counts();
}

}  // namespace tinsim
