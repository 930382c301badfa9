// SPDX-License-Identifier: Apache-2.0
// Counts of each egress port, by class.
#include <algorithm>

#include "platform/services/collect_ip.h"

namespace tinsim {

namespace {

Percentiles percentiles_of(const PortHistogram& times) {
  const double max =
      times.count() != 0 ? static_cast<double>(times.max()) : times.percentile(100);  // NaN
  return {times.mean(), times.percentile(50), times.percentile(99), times.percentile(99.9), max};
}

Wait wait_of(const Waiting& waiting) {
  if (waiting.count == 0) return {};
  return {static_cast<double>(waiting.sum) / static_cast<double>(waiting.count),
          static_cast<double>(waiting.max)};
}

/// All that classes have and that adds up.
struct Sums {
  QueueStats queue;
  PortHistogram rtt;
};

void add(Sums& sums, const QueueStats& queue, const PortHistogram* rtt) {
  sums.queue.packets += queue.packets;
  sums.queue.bytes += queue.bytes;
  sums.queue.marked += queue.marked;
  sums.queue.refused += queue.refused;
  sums.queue.one_way.merge(queue.one_way);
  sums.queue.queued.merge(queue.queued);
  sums.queue.fetched.merge(queue.fetched);
  sums.queue.held.merge(queue.held);
  if (rtt != nullptr) sums.rtt.merge(*rtt);
}

void fill(IpPortRow& row, const Sums& sums) {
  row.packets = sums.queue.packets;
  row.bytes = sums.queue.bytes;
  row.marked = sums.queue.marked;
  row.refused = sums.queue.refused;
  row.one_way = percentiles_of(sums.queue.one_way);
  row.fabric_rtt = percentiles_of(sums.rtt);
  row.queued = wait_of(sums.queue.queued);
  row.fetched = wait_of(sums.queue.fetched);
  row.held = wait_of(sums.queue.held);
}

void fill_levels(IpPortRow& row, const EgressPortStats& stats, Cycle now) {
  row.window_mean = stats.outstanding.mean(now);
  row.window_peak = stats.outstanding.peak();
  row.slots_mean = stats.slots.mean(now);
  row.slots_peak = stats.slots.peak();
  row.reorder_mean = stats.held.mean(now);
  row.reorder_peak = stats.held.peak();
}

void add_port(const IpPortRow& port, const EgressPortStats& stats, const HostStats* hosts,
              std::size_t host, Cycle now, std::vector<IpPortRow>& rows) {
  IpPortRow all = port;
  Sums of_all;
  std::vector<IpPortRow> classes;
  for (unsigned cos = 0; cos < kCosClasses; ++cos) {
    const PortHistogram* rtt = hosts != nullptr ? hosts->rtt(host, cos) : nullptr;
    if (stats.classes[cos] == nullptr && rtt == nullptr) continue;
    const QueueStats none;
    const QueueStats& queue = stats.classes[cos] != nullptr ? *stats.classes[cos] : none;
    Sums sums;
    add(sums, queue, rtt);
    add(of_all, queue, rtt);
    IpPortRow row = port;
    row.cos = cos;
    fill(row, sums);
    row.rts_mean = stats.requests[cos].mean(now);
    row.rts_peak = stats.requests[cos].peak();
    all.rts_mean += row.rts_mean;
    all.rts_peak = std::max(all.rts_peak, row.rts_peak);
    classes.push_back(row);
  }
  if (classes.empty()) return;
  fill(all, of_all);
  fill_levels(all, stats, now);
  rows.push_back(all);
  rows.insert(rows.end(), classes.begin(), classes.end());
}

}  // namespace

std::vector<IpPortRow> ip_port_rows(const IpNetwork& ip, const IpHosts* hosts,
                                    const Topology& topology, Cycle now) {
  std::vector<IpPortRow> rows;
  for (std::size_t chip = 0; chip < topology.chips.size(); ++chip) {
    if (!ip.has(chip)) continue;
    for (unsigned eport = 0; eport < kEgressPorts; ++eport) {
      IpPortRow port;
      port.chip = static_cast<uint16_t>(chip);
      port.pod = topology.chips[chip].pod;
      port.tin = topology.chips[chip].tin;
      port.eport = static_cast<uint8_t>(eport);
      add_port(port, ip.engine(chip).port_stats(eport),
               hosts != nullptr ? &hosts->stats() : nullptr,
               hosts != nullptr ? hosts->number_at(chip, eport) : 0, now, rows);
    }
  }
  return rows;
}

}  // namespace tinsim
