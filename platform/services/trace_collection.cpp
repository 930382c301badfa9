// SPDX-License-Identifier: Apache-2.0
// The way of trace records from the chips to their collector, and its capture.
#include "platform/services/trace_collection.h"

#include <fmt/format.h>

#include "base/errors.h"
#include "platform/config/ip_port.h"
#include "platform/services/port_identity.h"
#include "platform/statistics/cell_tracing_result.h"
#include "platform/statistics/result.h"
#include "platform/statistics/section_of.h"
#include "tlm/ethernet/octets.h"
#include "tlm/ethernet/packet_frame.h"
#include "tlm/gnet/cycles.h"

namespace tinsim {
namespace {

constexpr uint8_t kUdp = 17;

}  // namespace

void TraceCollector::receive(const PacketPtr& packet, uint8_t ecn, Cycle at) {
  if (!is_for_collector(*packet)) {
    if (other_ != nullptr) other_->receive(packet, ecn, at);
    return;
  }
  ++datagrams_;
  const auto datagram =
      decode_trace_datagram(packet->data.data() + kIpUdpBytes, packet->data.size() - kIpUdpBytes);
  if (datagram) records_ += datagram->records.size();
  if (sink_ == nullptr) return;
  sink_->take(0, at, PacketDirection::kOutbound, leaving_frame(*packet, l2_, ecn));
}

bool TraceCollector::is_for_collector(const Packet& packet) const {
  const std::vector<uint8_t>& ip = packet.data;
  return packet.kind == PacketKind::kIpv4 && ip.size() >= kIpUdpBytes && ip[0] == 0x45 &&
         ip[9] == kUdp && packet.address_hi == address_.hi && get_be16(&ip[22]) == udp_port_;
}

std::unique_ptr<Service> TraceCollection::make(const ServiceContext& context) {
  if (!context.config.cell_tracing.enabled) return nullptr;
  return std::make_unique<TraceCollection>(context);
}

TraceCollection::TraceCollection(const ServiceContext& context)
    : config_(context.config),
      topology_(context.topology),
      ranks_(context.ranks),
      hosts_(host_map(context.config.topology)) {
  add_ports(context);
  add_collector(context);
}

/// The times of the chips are spread over the interval, so that their datagrams do not meet.
void TraceCollection::add_ports(const ServiceContext& context) {
  auto& ip = context.services.get<IpNetwork>();
  auto& tracing = context.services.get<CellTracing>();
  const std::size_t chips = topology_.chips.size();
  const Cycle interval = cycles_of_us(config_.cell_tracing.interval_us, config_.tin.core_mhz);
  const Cycle heartbeat = cycles_of_us(config_.cell_tracing.heartbeat_us, config_.tin.core_mhz);
  const Cycle silence = (heartbeat + interval - 1) / interval * interval;
  for (std::size_t chip = 0; chip < chips; ++chip) {
    if (tracing.tracer(chip) == nullptr) continue;
    const ChipInfo& info = topology_.chips[chip];
    const TraceTimes times{static_cast<Cycle>(uint64_t{interval} * chip / chips), interval,
                           silence};
    IpEngine& engine = ip.engine(chip);
    if (config_.cell_tracing.unit == TraceUnit::packet)
      engine.trace_packets(tracing.tracer(chip)->filter);
    ports_.push_back(std::make_unique<TracePort>(
        *tracing.tracer(chip), identity_of(chip), gnet_address(info.pod, info.tin, 0),
        sender_number(hosts_, {static_cast<unsigned>(chip), kCpuPort}), times,
        engine.host(kCpuPort)));
    engine.attach(kCpuPort, *ports_.back());
  }
}

FlowIdentity TraceCollection::identity_of(std::size_t chip) const {
  const unsigned host = config_.cell_tracing.collector;
  const auto udp_port = static_cast<uint16_t>(config_.cell_tracing.udp_port);
  return {ipv4_of(place_of_port(topology_.chips[chip], kCpuPort)),
          ipv4_of(place_of_port(topology_.chips[hosts_.chip_of(host)], hosts_.place_of(host))),
          udp_port, udp_port};
}

void TraceCollection::add_collector(const ServiceContext& context) {
  auto& ip = context.services.get<IpNetwork>();
  const unsigned host = config_.cell_tracing.collector, chip = hosts_.chip_of(host);
  if (!ip.has(chip)) return;
  const HostPlace place = place_of_port(topology_.chips[chip], hosts_.place_of(host));
  const L2Header l2{mac_of(place), mac_of(place_of_port(topology_.chips[chip], kMacPort)),
                    std::nullopt};
  IpEngine& engine = ip.engine(chip);
  collector_ = std::make_unique<TraceCollector>(
      ipv4_of(place), static_cast<uint16_t>(config_.cell_tracing.udp_port), l2,
      engine.host(place.host));
  engine.attach(place.host, *collector_);
}

void TraceCollection::open_capture(const std::filesystem::path& folder) {
  if (folder.empty())
    throw ConfigError("cell_tracing: has no folder to write to; expected --out DIR");
  const unsigned host = config_.cell_tracing.collector;
  capture_ = std::make_unique<FrameCapture>(
      folder / config_.cell_tracing.file, config_.tin.core_mhz, false,
      std::vector<FrameCapturePort>{
          {fmt::format("host{}", host),
           fmt::format("collector of trace records, UDP port {}", config_.cell_tracing.udp_port),
           uint64_t{config_.ip.nic_gbps} * 1'000'000'000}});
  if (collector_ != nullptr) collector_->capture(*capture_);
}

void TraceCollection::relay_capture() {
  if (collector_ != nullptr) collector_->capture(relay_);
}

void TraceCollection::apply_deferred_updates(Cycle cycle) {
  gather_capture();
  if (capture_) capture_->write_until(cycle);
}

void TraceCollection::gather_capture() {
  if (ranks_.size() == 1) return;
  for (const Bytes& bytes : ranks_.gather(relay_.take_all())) {
    if (capture_) FrameRelay::deliver(bytes, *capture_);
  }
}

void TraceCollection::close_capture(Cycle end) {
  if (capture_) capture_->close(end);
}

void TraceCollection::collect(const RunFacts& /*facts*/, RunResult& result) const {
  auto& counts = result.sections.get<CellTracingResult>();
  for (const auto& port : ports_) counts.datagrams += port->datagrams();
  if (collector_ == nullptr) return;
  counts.datagrams_received += collector_->datagrams();
  counts.received += collector_->records();
}

}  // namespace tinsim
