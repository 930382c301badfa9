// SPDX-License-Identifier: Apache-2.0
// Demand of the hosts of a run, and the part that was served.
#include "platform/statistics/host_service.h"

#include <utility>

#include "platform/statistics/result.h"

namespace tinsim {

std::vector<Batch> HostBatches::with(const std::vector<ServiceBatch>& service) const {
  std::vector<Batch> batches = batches_;
  for (std::size_t i = 0; i < batches.size(); ++i) {
    const ServiceBatch of = i < service.size() ? service[i] : ServiceBatch{};
    batches[i].delivered_cells = of.ended;
    batches[i].latency_sum_cycles = of.time;
    batches[i].offered_words = of.asked;
    batches[i].accepted_words = of.done;
  }
  return batches;
}

double HostBatches::refused_share(uint64_t refused, uint64_t all) const {
  if (refused <= lost_cells_ || all == 0) return 0;
  return static_cast<double>(refused - lost_cells_) / static_cast<double>(all);
}

std::vector<HostService> host_services(const RunResult& r) {
  const HostBatches batches(r.batches, r.cells.dropped());
  std::vector<HostService> services;
  for (const auto& section : r.sections)
    if (auto service = section->host_service(batches)) services.push_back(std::move(*service));
  return services;
}

}  // namespace tinsim
