// SPDX-License-Identifier: Apache-2.0
// TAP devices of Linux at IP ports of a network, or the recording of a run with them.
#include "platform/services/tap_network.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "platform/config/located.h"
#include "platform/services/port_identity.h"
#include "platform/statistics/result.h"
#include "platform/statistics/section_of.h"
#include "platform/tap/tap_recording.h"
#include "tlm/gnet/cycles.h"

namespace tinsim {
namespace {

IpPort port_of(const PlatformConfig& config, const TapPortConfig& port) {
  if (port.mac) return {*port.mac, kMacPort};
  const HostMap hosts = host_map(config.topology);
  return {hosts.chip_of(*port.host), hosts.place_of(*port.host)};
}

std::vector<TapFrame> recorded_frames(const PlatformConfig& config) {
  if (config.tap.replay.empty()) return {};
  TapRecordingOf of;
  of.core_mhz = config.tin.core_mhz;
  for (const TapPortConfig& port : config.tap.ports)
    of.ports.push_back(ip_port_name(config, port_of(config, port)));
  return read_named(config, "tap.replay",
                    [&] { return read_tap_recording(config.tap.replay, of); });
}

Cycle exchange_cycles(const PlatformConfig& config) {
  return std::max<Cycle>(1, cycles_of_us(config.tap.poll_us, config.tin.core_mhz));
}

}  // namespace

std::unique_ptr<Service> TapNetwork::make(const ServiceContext& context) {
  return context.config.tap.is_on() ? std::make_unique<TapNetwork>(context) : nullptr;
}

TapNetwork::TapNetwork(const ServiceContext& context)
    : config_(context.config),
      pace_(config_.tap.slowdown, config_.tin.core_mhz, exchange_cycles(config_)) {
  if (config_.tap.is_live() && context.ranks.size() != 1) {
    fail_at(config_, "tap.ports",
            fmt::format("are of devices, whose frames one process takes, and there are {}; "
                        "expected a run without mpirun, or tap.replay",
                        context.ranks.size()));
  }
  const std::vector<TapFrame> recorded = recorded_frames(config_);
  std::vector<bool> is_here(config_.tap.ports.size());
  for (std::size_t i = 0; i < config_.tap.ports.size(); ++i) {
    if (!context.is_own[port_of(config_, config_.tap.ports[i]).chip]) continue;
    is_here[i] = true;
    add(context, i, recorded);
  }
  if (config_.tap.is_live()) return;
  comparison_ = std::make_unique<TapComparison>(recorded, is_here);
  log_to(*comparison_);
}

void TapNetwork::add(const ServiceContext& context, std::size_t number,
                     const std::vector<TapFrame>& recorded) {
  Place place;
  place.port = port_of(config_, config_.tap.ports[number]);
  IpEngine& engine = context.services.get<IpNetwork>().engine(place.port.chip);
  if (engine.host(place.port.eport) != nullptr) {
    fail_at(config_, fmt::format("tap.ports.{}", number),
            ip_port_name(config_, place.port) +
                " sends packets of its own; expected a port without a host that does");
  }
  const TapHostParams params = host_params(context.topology, number, place.port);
  std::unique_ptr<TapPort> far_side;
  if (config_.tap.is_live()) {
    auto device = device_of(number, params.l2.dst);
    place.device = device.get();
    far_side = std::move(device);
  } else {
    far_side = std::make_unique<ReplayedTapPort>(recorded, static_cast<uint32_t>(number));
  }
  place.host = std::make_unique<TapHost>(params, std::move(far_side));
  engine.attach(place.port.eport, *place.host);
  places_.push_back(std::move(place));
}

TapHostParams TapNetwork::host_params(const Topology& topology, std::size_t number,
                                      IpPort port) const {
  TapHostParams params;
  params.port = static_cast<uint32_t>(number);
  params.number = sender_number(host_map(config_.topology), port);
  params.poll = exchange_cycles(config_);
  params.rules.max_bytes = config_.ip.max_frame_bytes;
  params.rules.cos_from_pcp = config_.ip.cos_from_pcp;
  params.rules.use_flow_label = config_.ip.flow_label;
  params.l2 = l2_of_port(config_, topology.chips[port.chip], port.eport);
  if (config_.ip.vlan) params.vlan = static_cast<uint16_t>(*config_.ip.vlan);
  return params;
}

std::unique_ptr<LiveTapPort> TapNetwork::device_of(std::size_t number, const MacAddress& mac) {
  const TapDeviceParams params = {config_.tap.ports[number].device, mac, config_.tap.mtu};
  return read_named(config_, fmt::format("tap.ports.{}.device", number),
                    [&] { return std::make_unique<LiveTapPort>(params, pace_); });
}

void TapNetwork::log_to(TapLog& log) {
  for (const Place& place : places_) place.host->log_to(log);
}

void TapNetwork::apply_deferred_updates(Cycle cycle) {
  if (recorder_) recorder_->pass_until(cycle);
  if (comparison_) comparison_->pass_until(cycle);
}

void TapNetwork::open_capture(const std::filesystem::path& folder) {
  if (!config_.tap.is_live()) return;
  if (folder.empty()) throw ConfigError("tap: has no folder to write to; expected --out DIR");
  std::vector<TapRecorder::Port> ports;
  const IpConfig& ip = config_.ip;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const uint64_t gbps = places_[i].port.eport == kMacPort ? ip.mac_gbps : ip.nic_gbps;
    ports.push_back({ip_port_name(config_, places_[i].port), config_.tap.ports[i].device,
                     gbps * 1'000'000'000});
  }
  recorder_ =
      std::make_unique<TapRecorder>(folder / kTapRecordingName, config_.tin.core_mhz, ports);
  log_to(*recorder_);
}

void TapNetwork::close_capture(Cycle end) {
  if (recorder_) recorder_->close(end);
}

void TapNetwork::declare_sections(ResultSections& sections) { sections.add<TapResult>(); }

void TapNetwork::collect(const RunFacts& facts, RunResult& result) const {
  auto& sum = result.sections.get<TapResult>();
  for (const Place& place : places_) {
    merge_fields(sum, place.host->counts());
    if (place.device != nullptr) sum.refused_by_devices += place.device->refused();
  }
  sum.ports += places_.size();
  sum.lost_wall_us += pace_.lost_us();
  if (!comparison_) return;
  TapComparison ended = *comparison_;
  ended.close(facts.now);
  sum.replayed += ended.compared();
  sum.differing += ended.differing();
}

}  // namespace tinsim
