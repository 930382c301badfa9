// SPDX-License-Identifier: Apache-2.0
// Sums over chips, and over the hosts that made traffic.
#include "platform/services/collect_ip.h"

#include <algorithm>
#include <array>

#include "platform/statistics/result.h"

namespace tinsim {

namespace {

constexpr std::array<const char*, static_cast<std::size_t>(IpLoss::kCount)> kLossNames = {
    "unroutable", "ingress_full", "cleared_to_drop", "rts_timeout", "fetch_timeout", "bad_fcs"};

template <class Peaks>
void raise(uint64_t& peak, const Peaks& peaks) {
  for (uint64_t each : peaks) peak = std::max(peak, each);
}

void add_chip(const IpEngine& engine, IpResult& result) {
  const IpCounters& counters = engine.counters();
  result.packets_in += counters.taken;
  result.packets_out += counters.delivered;
  result.held_ingress += engine.held();
  result.held_egress += engine.fetching();
  result.held_back += counters.held_back;
  result.late_cells += counters.late_cells;
  for (std::size_t i = 0; i < kLossNames.size(); ++i) {
    result.lost[kLossNames[i]] += counters.lost[i];
  }
  raise(result.rts_peak, counters.rts_peak);
  raise(result.outstanding_peak, counters.outstanding_peak);
  raise(result.slots_peak, counters.slots_peak);
  raise(result.reorder_peak, counters.reorder_peak);
}

/// False if nothing of the class happened.
bool add_class(const IpNetwork& ip, const IpHosts* traffic, IpClassResult& of_class) {
  bool is_used = false;
  if (const IpClassCounters* counters = ip.classes().find(of_class.cos)) {
    is_used = true;
    of_class.packets = counters->packets;
    of_class.bytes = counters->bytes;
    of_class.marked = counters->marked;
    of_class.latency.merge(counters->one_way);
    of_class.handshake.merge(counters->handshake);
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
    if (ip.has(chip)) add_chip(ip.engine(chip), result);
  for (unsigned cos = 0; cos < kCosClasses; ++cos) {
    IpClassResult of_class;
    of_class.cos = cos;
    if (add_class(ip, hosts, of_class)) result.classes.push_back(of_class);
  }
  result.ports = ip_port_rows(ip, hosts, topology, now);
  return result;
}

void IpNetwork::collect(const RunFacts& facts, RunResult& result) const {
  result.ip = ip_result(*this, facts.services.find<IpHosts>(), facts.topology, facts.now);
}

}  // namespace tinsim
