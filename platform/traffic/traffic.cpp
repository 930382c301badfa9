// SPDX-License-Identifier: Apache-2.0
// Traffic: rates, VCs and streams of each entry.
#include "platform/traffic/traffic.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "base/errors.h"
#include "platform/config/chip_shape.h"
#include "platform/config/located.h"
#include "platform/network/routing/scheme.h"
#include "platform/network/topology/topology.h"
#include "platform/traffic/exanet_packets.h"
#include "platform/traffic/raw_ports.h"

namespace tinsim {
namespace {

constexpr uint64_t kAll32 = uint64_t{1} << 32;

/// A share 0..1 as a count of 2^32 equally likely draws.
uint64_t of_all_draws(double share) {
  return static_cast<uint64_t>(std::llround(std::clamp(share, 0.0, 1.0) * 0x1p32));
}

Q32 to_q32(double value) { return static_cast<Q32>(std::min(std::round(value * 0x1p32), 0x1p62)); }

/// Factor that spreads draws 0..range-1 over 32 bits again; never reaches 2^32.
uint64_t stretch(uint64_t range) { return range == 0 ? 0 : ~uint64_t{0} / range; }

Process process_of(const TrafficConfig& entry) {
  if (entry.is_recorded()) return Process::kReplay;
  if (entry.process == TrafficProcess::bernoulli) return Process::kBernoulli;
  return entry.process == TrafficProcess::onoff ? Process::kOnOff : Process::kPoisson;
}

std::shared_ptr<EntryTables> make_tables(const PlatformConfig& config, const Topology& topology,
                                         size_t index) {
  const TrafficConfig& entry = config.traffic[index];
  auto tables = std::make_shared<EntryTables>();
  tables->seed = config.run.seed;
  tables->entry = static_cast<uint32_t>(index);
  tables->process = process_of(entry);
  tables->sizes = SizeTable(entry.cell_bytes, word_bytes(config));
  tables->destinations = make_destinations(topology, entry);
  tables->hot = of_all_draws(entry.fraction);
  tables->hot_stretch = stretch(tables->hot);
  tables->cold_stretch = stretch(kAll32 - tables->hot);
  tables->burst_end = of_all_draws(1 / entry.burst_cells);
  tables->vc_by_endpoint = entry.vc == TrafficVc::destination;
  for (unsigned endpoint = 0; endpoint < tables->vc_of.size(); ++endpoint) {
    tables->vc_of[endpoint] = static_cast<uint8_t>(endpoint % config.tin.switch_.vcs);
  }
  return tables;
}

/// Sets the process parameters for a mean rate in words per cycle (docs/reference/traffic.md,
/// Processes).
void set_rate(StreamConfig& stream, const EntryTables& tables, const TrafficConfig& entry,
              double rate) {
  const double words = tables.sizes.mean_words();
  switch (tables.process) {
    case Process::kPoisson:
      stream.scale = to_q32(words / rate);
      break;
    case Process::kBernoulli:
      stream.scale = rate >= words ? 0 : to_q32(-1 / std::log1p(-rate / words));
      break;
    case Process::kOnOff: {
      const double busy = std::min(rate, 1.0);
      stream.scale = to_q32(std::max(entry.burst_cells, 1.0) * words * (1 / busy - 1));
      stream.busy = of_all_draws(busy);
      break;
    }
    case Process::kReplay:
      break;
  }
}

/// Collects the generators of every terminal port.
class Builder {
 public:
  Builder(const PlatformConfig& config, const Topology& topology)
      : config_(config), topology_(topology), vcs_(plan_routes(config, topology).vcs) {
    for (const HostInfo& host : topology.hosts) {
      first_.push_back(ports_.size());
      for (unsigned k = 0; k < host.ports; ++k) {
        ports_.push_back({host.chip, static_cast<uint8_t>(host.first_port + k), {}, {}});
      }
    }
  }

  void draw(size_t index);
  void replay(size_t index, ReplayReport& report);
  std::vector<PortTraffic> take();

 private:
  unsigned classes_with_vcs(size_t index) const;
  void add(size_t port, const std::shared_ptr<const EntryTables>& tables,
           const StreamConfig& stream) {
    ports_[port].generators.emplace_back(*tables, stream);
    if (ports_[port].tables.empty() || ports_[port].tables.back() != tables) {
      ports_[port].tables.push_back(tables);
    }
  }

  const PlatformConfig& config_;
  const Topology& topology_;
  VcLayout vcs_;
  std::vector<PortTraffic> ports_;  ///< in host order
  std::vector<size_t> first_;       ///< host -> its first entry in ports_
};

void Builder::draw(size_t index) {
  const TrafficConfig& entry = config_.traffic[index];
  const auto tables = make_tables(config_, topology_, index);
  const Pattern pattern(config_, topology_, tables->destinations, index);
  const size_t classes = entry.class_.size();
  for (unsigned host : pattern.sources()) {
    const double rate = port_word_rate(config_, topology_, entry, host);
    if (rate <= 0) continue;
    for (unsigned k = 0; k < topology_.hosts[host].ports; ++k) {
      const size_t port = first_[host] + k;
      StreamConfig stream;
      stream.pattern = pattern.of(host, k);
      if (stream.pattern.cold.count == 0) {
        throw ConfigError(fmt::format(
            "traffic[{}].pattern: '{}' gives host {} no destination; expected at least one", index,
            word_of(entry.pattern), host));
      }
      stream.src = tables->destinations.addresses[port];
      set_rate(stream, *tables, entry, rate / static_cast<double>(classes));
      for (size_t c = 0; c < classes; ++c) {
        stream.stream = static_cast<uint32_t>(port * classes + c);
        stream.cls = static_cast<uint8_t>(entry.class_[c]);
        stream.vc = choose_vc(entry, vcs_.stride, config_.tin.switch_.vcs, entry.class_[c], 0);
        add(port, tables, stream);
      }
    }
  }
}

/// Classes whose VCs, one for each phase a cell can be in, exist; of ten
/// (docs/reference/assumptions.md).
unsigned Builder::classes_with_vcs(size_t index) const {
  constexpr unsigned kClasses = 10;
  if (config_.traffic[index].vc == TrafficVc::destination) return kClasses;
  const unsigned vcs = std::max(config_.tin.switch_.vcs, vcs_.phases);
  return std::min(kClasses, (vcs - vcs_.phases) / vcs_.stride + 1);
}

void Builder::replay(size_t index, ReplayReport& report) {
  const TrafficConfig& entry = config_.traffic[index];
  const auto tables = make_tables(config_, topology_, index);
  const auto hosts = static_cast<unsigned>(topology_.hosts.size());
  const auto read = [&] {
    return entry.pattern == TrafficPattern::trace
               ? read_cell_trace(entry.file, entry.time_scale, {hosts, classes_with_vcs(index)})
               : read_capture(entry.file, entry.time_scale * config_.tin.core_mhz / 1000.0, hosts,
                              static_cast<uint8_t>(entry.class_.front()), report);
  };
  const std::vector<ReplayCell> cells =
      read_named(config_, fmt::format("traffic.{}.file", index), read);
  report.cells += cells.size();
  share_out(cells, topology_, vcs_.stride, static_cast<uint8_t>(config_.tin.switch_.vcs), entry,
            *tables);
  for (size_t port = 0; port < ports_.size(); ++port) {
    const uint32_t begin = port == 0 ? 0 : tables->recorded_end[port - 1];
    if (tables->recorded_end[port] == begin) continue;
    StreamConfig stream;
    stream.stream = static_cast<uint32_t>(port);
    stream.src = tables->destinations.addresses[port];
    add(port, tables, stream);
  }
}

std::vector<PortTraffic> Builder::take() {
  const auto silent = [](const PortTraffic& port) { return port.generators.empty(); };
  ports_.erase(std::remove_if(ports_.begin(), ports_.end(), silent), ports_.end());
  std::sort(ports_.begin(), ports_.end(), [](const PortTraffic& a, const PortTraffic& b) {
    return a.chip != b.chip ? a.chip < b.chip : a.port < b.port;
  });
  return std::move(ports_);
}

}  // namespace

uint8_t choose_vc(const TrafficConfig& entry, unsigned stride, unsigned vcs, unsigned cls,
                  uint16_t dst) {
  return static_cast<uint8_t>((entry.vc == TrafficVc::destination ? dst : cls * stride) % vcs);
}

/// Terminal ports of all hosts of a host's chip, whose numbers follow each other.
static unsigned ports_beside(const Topology& topology, unsigned host) {
  const std::vector<HostInfo>& hosts = topology.hosts;
  const uint16_t chip = hosts[host].chip;
  while (host > 0 && hosts[host - 1].chip == chip) --host;
  unsigned ports = 0;
  for (; host < hosts.size() && hosts[host].chip == chip; ++host) ports += hosts[host].ports;
  return ports;
}

double port_word_rate(const PlatformConfig& config, const Topology& topology,
                      const TrafficConfig& entry, unsigned host) {
  const HostInfo& source = topology.hosts[host];
  if (entry.gbps) {
    return *entry.gbps / port_gbps(config) / source.ports;
  }
  return entry.load.value_or(0) * topology.reference_ports / ports_beside(topology, host);
}

std::vector<PortTraffic> make_traffic(const PlatformConfig& config, const Topology& topology,
                                      ReplayReport* report) {
  if (config.chip == ChipKind::exanet)
    return make_traffic(packets_as_cells(config), topology, report);
  ReplayReport unread;
  const Topology raw = with_raw_ports(config, topology);
  Builder builder(config, raw);
  for (size_t index = 0; index < config.traffic.size(); ++index) {
    if (config.traffic[index].is_recorded()) {
      builder.replay(index, report != nullptr ? *report : unread);
    } else {
      builder.draw(index);
    }
  }
  return builder.take();
}

}  // namespace tinsim
