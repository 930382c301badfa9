// SPDX-License-Identifier: Apache-2.0
// Hands the flows of a list over to the hosts of a process.
#include "tlm/host/flows/flow_feed.h"

#include <algorithm>
#include <utility>

namespace tinsim {

Cycle cycle_of_ns(uint64_t ns, unsigned core_mhz) {
  const uint64_t cycle = (ns * core_mhz + 999) / 1000;
  return static_cast<Cycle>(std::min<uint64_t>(cycle, kNoCycle - 1));
}

FlowFeed::FlowFeed(std::unique_ptr<FlowSource> source, const Params& params,
                   std::vector<HostFlows*> hosts)
    : source_(std::move(source)), params_(params), hosts_(std::move(hosts)) {
  fetch();
}

void FlowFeed::fetch() {
  if (!source_->next(head_)) {
    source_.reset();
    horizon_ = kNoCycle;
    return;
  }
  const uint64_t cycle = uint64_t{params_.start} + cycle_of_ns(head_.start_ns, params_.core_mhz);
  horizon_ = static_cast<Cycle>(std::min<uint64_t>(cycle, kNoCycle - 1));
}

void FlowFeed::read(Cycle now) {
  const uint64_t to = uint64_t{now} + params_.ahead;
  while (horizon_ <= to && horizon_ != kNoCycle) {
    hand_over();
    fetch();
  }
}

void FlowFeed::hand_over() {
  const uint16_t initiator = initiator_of(head_, params_.transport);
  const uint16_t observer = observer_of(head_, params_.transport);
  // Before its own id is added, which it does not wait for.
  if (HostFlows* host = at(initiator)) host->plan(head_, horizon_);
  for (uint16_t end : {head_.src, head_.dst})
    if (HostFlows* host = at(end)) host->add(head_.id, end != observer);
}

}  // namespace tinsim
