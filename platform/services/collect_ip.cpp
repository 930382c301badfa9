// SPDX-License-Identifier: Apache-2.0
// Sums over chips, and over the hosts that made traffic.
#include "platform/services/collect_ip.h"

#include <algorithm>

#include "platform/statistics/result.h"
#include "platform/statistics/section_of.h"

namespace tinsim {

namespace {

template <class Peaks>
uint64_t highest(const Peaks& peaks) {
  return *std::max_element(peaks.begin(), peaks.end());
}

IpTotals totals_of(const IpEngine& engine) {
  const IpCounters& counters = engine.counters();
  IpTotals totals = counters;
  totals.held_ingress = engine.held();
  totals.held_egress = engine.fetching();
  totals.rts_queue_peak = highest(counters.rts_peak);
  totals.window_peak_bytes = highest(counters.outstanding_peak);
  totals.reassembly_peak_cells = highest(counters.slots_peak);
  totals.reorder_peak_packets = highest(counters.reorder_peak);
  return totals;
}

/// False if nothing of the class happened.
bool add_class(const IpNetwork& ip, const IpHosts* traffic, IpClassResult& of_class) {
  bool is_used = false;
  if (const IpClassCounters* counters = ip.classes().find(of_class.cos)) {
    is_used = true;
    merge_fields<IpClassCounters>(of_class, *counters);
  }
  if (traffic == nullptr) return is_used;
  if (const HostClassStats* hosts = traffic->stats().find(of_class.cos)) {
    is_used = true;
    of_class.hosts = *hosts;
  }
  return is_used;
}

}  // namespace

IpResult ip_result(const IpNetwork& ip, const IpHosts* hosts, const Topology& topology, Cycle now) {
  IpResult result;
  if (hosts != nullptr) {
    result.hosts = hosts->size();
    result.service = hosts->stats().service().batches();
  }
  for (std::size_t chip = 0; chip < topology.chips.size(); ++chip)
    if (ip.has(chip)) merge_fields<IpTotals>(result, totals_of(ip.engine(chip)));
  for (unsigned cos = 0; cos < kCosClasses; ++cos) {
    IpClassResult of_class;
    of_class.cos = cos;
    if (add_class(ip, hosts, of_class)) result.classes.push_back(of_class);
  }
  result.ports = ip_port_rows(ip, hosts, topology, now);
  return result;
}

void IpNetwork::declare_sections(ResultSections& sections) { sections.add<IpResult>(); }

void IpNetwork::collect(const RunFacts& facts, RunResult& result) const {
  result.sections.get<IpResult>() =
      ip_result(*this, facts.services.find<IpHosts>(), facts.topology, facts.now);
  if (!facts.config.tin.blocks.any()) return;
  for (const auto& blocks : blocks_) {
    if (blocks == nullptr) continue;
    const std::vector<std::string> notes = blocks->notes();
    result.notes.insert(result.notes.end(), notes.begin(), notes.end());
  }
}

}  // namespace tinsim
