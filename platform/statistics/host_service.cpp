// SPDX-License-Identifier: Apache-2.0
// Demand of the hosts of a run, and the part that was served.
#include "platform/statistics/host_service.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <map>
#include <string>
#include <utility>

namespace tinsim {
namespace {

/// The waiting at the sources is that of all hosts.
std::vector<Batch> batches_of(const RunResult& r, const std::vector<ServiceBatch>& service) {
  std::vector<Batch> batches = r.batches;
  for (std::size_t i = 0; i < batches.size(); ++i) {
    const ServiceBatch of = i < service.size() ? service[i] : ServiceBatch{};
    batches[i].delivered_cells = of.ended;
    batches[i].latency_sum_cycles = of.time;
    batches[i].offered_words = of.asked;
    batches[i].accepted_words = of.done;
  }
  return batches;
}

uint64_t sum_of(const std::map<std::string, uint64_t>& counts,
                std::initializer_list<const char*> names) {
  uint64_t sum = 0;
  for (const char* name : names) {
    const auto found = counts.find(name);
    if (found != counts.end()) sum += found->second;
  }
  return sum;
}

/// Share of `all` that was refused. Each lost cell may be the cause of one refusal; the others are
/// due to full queues.
double refused_share(const RunResult& r, uint64_t refused, uint64_t all) {
  const uint64_t lost = r.cells.dropped();
  if (refused <= lost || all == 0) return 0;
  return static_cast<double>(refused - lost) / static_cast<double>(all);
}

HostService messages(const RunResult& r) {
  HostService of{"messages", batches_of(r, r.ip->service), 0, "", ""};
  const uint64_t refused = sum_of(
      r.ip->lost.by_name(), {"ingress_full", "cleared_to_drop", "rts_timeout", "fetch_timeout"});
  of.refused = refused_share(r, refused, r.ip->taken);
  of.refused_text = fmt::format("{:.4g} % of the packets were dropped for want of room or time",
                                100 * of.refused);
  return of;
}

HostService operations(const RunResult& r) {
  HostService of{"operations", batches_of(r, r.rma->service), 0, "", ""};
  uint64_t refused = 0, ended = 0;
  for (const RmaOpResult& op : r.rma->ops) {
    refused += sum_of(op.ended.by_name(), {"timeout", "dispatch_timeout", "nack"});
    for (uint64_t count : op.ended) ended += count;
  }
  of.refused = refused_share(r, refused, ended);
  of.refused_text =
      fmt::format("{:.4g} % of the operations timed out or were refused", 100 * of.refused);
  if (r.rma->demand)
    of.demand_text =
        fmt::format("All that they asked for would load the busiest of the {} to {:.4g} %.",
                    r.rma->demand->kind, 100 * r.rma->demand->busiest_link);
  return of;
}

}  // namespace

std::vector<HostService> host_services(const RunResult& r) {
  std::vector<HostService> services;
  if (r.ip && !r.ip->service.empty()) services.push_back(messages(r));
  if (r.rma && !r.rma->service.empty()) services.push_back(operations(r));
  if (r.cliquemap && !r.cliquemap->service.empty())
    services.push_back({"requests", batches_of(r, r.cliquemap->service), 0, "", ""});
  return services;
}

}  // namespace tinsim
