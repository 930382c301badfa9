// SPDX-License-Identifier: Apache-2.0
// Operations of 1RMA in summary.json.
#include "platform/result/summary_parts.h"
#include "platform/statistics/ip_result.h"

namespace tinsim {
namespace {

using Json = nlohmann::ordered_json;

Json op_json(const RmaOpResult& of, unsigned core_mhz) {
  return {{"op", of.op},
          {"class", of.class_},
          {"ended", of.ended},
          {"bytes", of.bytes},
          {"issue_ns", latency_json(of.issue, core_mhz)},
          {"remote_ns", latency_json(of.remote, core_mhz)},
          {"total_ns", latency_json(of.total, core_mhz)}};
}

Json entry_json(const RmaPlanResult& of, uint64_t cycles, unsigned core_mhz) {
  const auto gbps = [&](uint64_t bytes) { return ip_gbps(bytes, cycles, of.sources, core_mhz); };
  return {{"sources", of.sources},
          {"offered_gbps_per_host", gbps(of.bytes_made)},
          {"goodput_gbps_per_host", gbps(of.bytes_moved)},
          {"bound_gbps_per_host", of.bound_gbps > 0 ? Json(of.bound_gbps) : Json()},
          {"failed", of.failed},
          {"completion_ns", latency_json(of.completion, core_mhz)}};
}

}  // namespace

Json rma_json(const RmaResult& rma, uint64_t cycles, unsigned core_mhz) {
  Json ops = Json::array(), entries = Json::array();
  for (const RmaOpResult& of : rma.ops) ops.push_back(op_json(of, core_mhz));
  for (const RmaPlanResult& of : rma.entries) entries.push_back(entry_json(of, cycles, core_mhz));
  Json demand;
  if (rma.demand)
    demand = {{"busiest_link_load", rma.demand->busiest_link}, {"kind", rma.demand->kind}};
  return {{"hosts", rma.hosts},
          {"commands", rma.commands},
          {"ended", rma.ended},
          {"slowest_ns", cycles_to_ns(static_cast<double>(rma.slowest_cycles), core_mhz)},
          {"requests", rma.requests},
          {"nacks", rma.nacks},
          {"given_up", rma.given_up},
          {"bad_macs", rma.bad_macs},
          {"replayed", rma.replayed},
          {"bad_stores", rma.bad_stores},
          {"lost_completions", rma.lost_completions},
          {"refused", rma.refused},
          {"dropped", rma.dropped},
          {"window_peak_bytes", rma.window_peak},
          {"inbound_peak", rma.inbound_peak},
          {"ops", std::move(ops)},
          {"entries", std::move(entries)},
          {"demand", std::move(demand)}};
}

}  // namespace tinsim
