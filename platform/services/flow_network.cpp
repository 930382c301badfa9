// SPDX-License-Identifier: Apache-2.0
// The hosts that send the flows of a list: the list, their exchange between ranks, the result.
#include "platform/services/flow_network.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "platform/config/located.h"
#include "platform/network/link_plan.h"
#include "platform/services/flow_sources.h"
#include "platform/services/ip_hosts.h"
#include "platform/services/remote_chips.h"
#include "platform/statistics/flow_result.h"
#include "platform/statistics/result.h"
#include "platform/statistics/section_of.h"
#include "tlm/gnet/cycles.h"

namespace tinsim {
namespace {

constexpr Cycle kFlowWindowMargin = 64;  ///< of a window beyond the latency of its links

/// One entry of traffic, which has all flows.
HostNetwork flow_messages(PlatformConfig config, const Topology& topology) {
  IpTrafficConfig entry;
  entry.cos = config.flows.cos;
  entry.ecn = config.flows.ecn;
  entry.mtu_bytes = config.flows.mtu_bytes;
  config.ip_traffic = {entry};
  config.host.at_macs = false;
  return host_network(config, topology);
}

/// Longest time that chips may be apart: the least latency of the links between pods, or within the
/// only one.
Cycle longest_window(const PlatformConfig& config, const Topology& topology) {
  Cycle within = kNoCycle, between = kNoCycle;
  for (const ChipInfo& chip : topology.chips)
    for (const PortInfo& port : chip.ports) {
      if (port.kind != PortKind::kLocal && port.kind != PortKind::kGlobal) continue;
      Cycle& least = topology.chips[port.peer_chip].pod == chip.pod ? within : between;
      least = std::min(least, link_cycles(config, port));
    }
  const Cycle latency = between != kNoCycle ? between : within;
  return latency == kNoCycle ? 0 : latency + kFlowWindowMargin;
}

Cycle notice_of(const PlatformConfig& config, const Topology& topology) {
  const Cycle notice = cycles_of_us(config.flows.notice_us, config.tin.core_mhz);
  const Cycle least = longest_window(config, topology);
  if (notice < least)
    fail_at(config, "flows.notice_us",
            fmt::format("{} us is less than a host at the other end of the shortest link between "
                        "pods needs to learn anything; expected at least {} us",
                        config.flows.notice_us, static_cast<double>(least) / config.tin.core_mhz));
  return notice;
}

}  // namespace

FlowAlone flow_alone(const PlatformConfig& config) {
  const FlowsConfig& flows = config.flows;
  const double share =
      static_cast<double>(flows.mtu_bytes - config.host.header_bytes) / flows.mtu_bytes;
  const double nic = config.ip.nic_gbps * share;
  const double limit = config.host.send_gbps ? std::min(nic, *config.host.send_gbps) : nic;
  const double gbps = flows.line_gbps ? *flows.line_gbps : limit;
  FlowAlone alone;
  alone.base = cycles_of_us(flows.base_us, config.tin.core_mhz);
  alone.mbps = static_cast<uint64_t>(std::max(1.0, std::round(gbps * 1000)));
  alone.core_mhz = config.tin.core_mhz;
  return alone;
}

std::unique_ptr<Service> FlowNetwork::make(const ServiceContext& context) {
  const FlowsConfig& flows = context.config.flows;
  if (!flows.enabled) return nullptr;
  IpNetwork* const ip = flows.by_ip() ? &context.services.get<IpNetwork>() : nullptr;
  RmaNetwork* const rma = flows.by_rma() ? &context.services.get<RmaNetwork>() : nullptr;
  return std::make_unique<FlowNetwork>(context, ip, rma);
}

FlowNetwork::FlowNetwork(const ServiceContext& context, IpNetwork* ip, RmaNetwork* rma)
    : config_(context.config),
      topology_(context.topology),
      ranks_(context.ranks),
      map_(host_map(context.config.topology)),
      totals_(checked_flows(context.config)),
      stats_(flow_alone(context.config), context.config.flows.writes_table()) {
  host_stats_.measure(kNoCycle, kNoCycle);
  make_feed([&](std::size_t chip) { return ip != nullptr ? ip->has(chip) : rma->has(chip); });
  if (ip != nullptr) add_ip_hosts(*ip, context.services.find<NicNetwork>());
  if (rma != nullptr) add_rma_hosts(*rma);
}

void FlowNetwork::make_feed(const std::function<bool(std::size_t chip)>& is_own) {
  flows_.resize(map_.hosts());
  std::vector<HostFlows*> hosts;
  for (uint16_t number = 0; number < map_.hosts(); ++number) {
    if (is_own(map_.chip_of(number))) {
      flows_[number] = std::make_unique<HostFlows>(number);
      board_.add_own(number, *flows_[number]);
    }
    hosts.push_back(flows_[number].get());
  }
  FlowFeed::Params params;
  params.transport = config_.flows.transport;
  params.core_mhz = config_.tin.core_mhz;
  params.start = cycles_of_us(config_.flows.start_us, config_.tin.core_mhz);
  feed_ = std::make_unique<FlowFeed>(flow_source(config_), params, std::move(hosts));
}

Cycle FlowNetwork::notice() const { return notice_of(config_, topology_); }

void FlowNetwork::add_ip_hosts(IpNetwork& ip, NicNetwork* nics) {
  network_ = flow_messages(config_, topology_);
  network_.packets = ip.packet_memory();
  for (uint16_t number = 0; number < map_.hosts(); ++number) {
    const unsigned chip = map_.chip_of(number), place = map_.place_of(number);
    if (flows_[number] == nullptr) continue;
    ip_hosts_.push_back(std::make_unique<FlowHost>(network_, number, host_stats_, *feed_,
                                                   *flows_[number], board_, stats_, notice()));
    Host& host = *ip_hosts_.back();
    ip.engine(chip).attach(place, nics != nullptr ? nics->in_front_of(chip, place, host) : host);
  }
}

void FlowNetwork::join(RemoteChips& remote) {
  remote.for_each([this](std::size_t chip, unsigned rank) {
    for (unsigned host = 0; host < map_.hosts_of(chip); ++host)
      board_.add_remote(static_cast<uint16_t>(map_.first_of(chip) + host), rank);
  });
  mail_ = std::make_unique<FlowMail>(board_);
  remote.send_with(*mail_);
}

void FlowNetwork::open_capture(const std::filesystem::path& folder) {
  if (!config_.flows.writes_table()) return;
  if (folder.empty())
    fail_at(config_, "flows.table", "has no folder to write to; expected --out DIR");
  table_ = std::make_unique<FlowTableFile>(folder / config_.flows.table, config_.tin.core_mhz,
                                           flow_alone(config_));
}

void FlowNetwork::apply_deferred_updates(Cycle cycle) {
  gather_capture();
  if (table_) table_->write_until(cycle);
}

void FlowNetwork::gather_capture() {
  if (!config_.flows.writes_table()) return;
  Bytes own;
  put(own, stats_.take_rows());
  for (const Bytes& bytes : ranks_.gather(own)) {
    ByteReader from(bytes);
    if (table_) table_->add(from.take_all<FlowRow>());
  }
}

void FlowNetwork::close_capture(Cycle /*end*/) {
  if (!table_) return;
  table_->write_until(kNoCycle);
  table_->close();
  table_.reset();
}

void FlowNetwork::declare_sections(ResultSections& sections) { sections.add<FlowResult>(); }

void FlowNetwork::collect(const RunFacts& /*facts*/, RunResult& result) const {
  auto& of = result.sections.get<FlowResult>();
  const Cycle start = cycles_of_us(config_.flows.start_us, config_.tin.core_mhz);
  of.listed = totals_.flows;
  of.listed_bytes = totals_.bytes;
  of.started = stats_.count_started();
  of.started_bytes = stats_.bytes_started();
  of.completed = stats_.count_completed();
  of.completed_bytes = stats_.bytes_completed();
  of.failed = stats_.count_failed();
  of.first_start = start + cycle_of_ns(totals_.first_start_ns, config_.tin.core_mhz);
  of.last_end = stats_.last_end();
  of.completion = stats_.completion();
  of.slowdown = stats_.slowdown();
}

}  // namespace tinsim
