// SPDX-License-Identifier: Apache-2.0
// Demand and service of each kind of host, in the form from which the verdict is derived.
#pragma once

#include <cstdint>
#include <vector>

#include "platform/statistics/steady.h"
#include "tlm/host/service_series.h"

namespace tinsim {

struct RunResult;

/// The batches of a measurement, and the cells that the run lost.
class HostBatches {
 public:
  HostBatches(const std::vector<Batch>& batches, uint64_t lost_cells)
      : batches_(batches), lost_cells_(lost_cells) {}

  /// The batches with the work of hosts instead of cells. The waiting at the sources is that of all
  /// hosts.
  std::vector<Batch> with(const std::vector<ServiceBatch>& service) const;
  /// Share of `all` that was refused. Each cell that was lost may be the reason of one refusal;
  /// queues are that of the others.
  double refused_share(uint64_t refused, uint64_t all) const;

 private:
  const std::vector<Batch>& batches_;
  uint64_t lost_cells_;
};

/// Of each section whose hosts made anything in the measurement. Precondition: `result` has all its
/// batches and counts.
std::vector<HostService> host_services(const RunResult& result);

}  // namespace tinsim
