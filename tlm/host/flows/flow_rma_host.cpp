// SPDX-License-Identifier: Apache-2.0
// A host that moves flows by 1RMA.
#include "tlm/host/flows/flow_rma_host.h"

#include <utility>

namespace tinsim {

FlowRmaHost::FlowRmaHost(FlowRmaParams params, RmaClientParams client, uint16_t number,
                         MmioPort& mmio, const HostMemory& memory, FlowFeed& feed, HostFlows& flows,
                         FlowBoard& board, FlowStats& stats)
    : params_(std::move(params)),
      number_(number),
      flows_(flows),
      board_(board),
      stats_(stats),
      feed_(feed),
      client_(std::move(client), mmio, memory,
              [this](const RmaTransferEnd& end, Cycle at) { ended(end, at); }) {}

void FlowRmaHost::run(Cycle now) {
  feed_.read_until(now);
  client_.run(now);
  flows_.run(now);
  bool has_started = false;
  for (StartedFlow flow; flows_.take(now, flow);) {
    stats_.started(flow);
    const uint64_t number = numbers_++;
    Active& active = active_[number];
    active.flow = flow;
    active.rest = flow.bytes;
    while (active.rest != 0 && active.transfers < kPartsAtATime) transfer(now, number, active);
    has_started = true;
  }
  if (has_started) client_.run(now);
}

/// The next part of a flow. What lies where is of no concern: only the places of operations in
/// flight must be in the regions.
void FlowRmaHost::transfer(Cycle now, uint64_t number, Active& active) {
  RmaTransfer part;
  part.op = is_write() ? RmaOp::Write : RmaOp::Read;
  part.cls = params_.cls;
  part.remote = is_write() ? active.flow.dst : active.flow.src;
  part.remote_region = params_.data_region(part.remote);
  part.bytes = std::min(active.rest, kPart);
  part.remote_offset = part.local_offset = offset_;
  part.cookie = number;
  offset_ = (offset_ + kPart) % params_.region_bytes;
  active.rest -= part.bytes;
  ++active.transfers;
  client_.transfer(now, part);
}

void FlowRmaHost::ended(const RmaTransferEnd& end, Cycle at) {
  const auto found = active_.find(end.cookie);
  Active& active = found->second;
  --active.transfers;
  active.is_failed |= end.status != RmaStatus::kOk;
  if (active.is_failed) active.rest = 0;
  if (active.rest != 0) return transfer(at, end.cookie, active);
  if (active.transfers != 0) return;
  finish(active, at);
  active_.erase(found);
}

/// A flow that failed never completes: flows after it do not start.
void FlowRmaHost::finish(const Active& active, Cycle at) {
  if (active.is_failed) return stats_.failed();
  const StartedFlow& flow = active.flow;
  stats_.ended({flow.id, flow.src, flow.dst, flow.bytes, flow.at, at});
  flows_.completed(flow.id, at);
  board_.notify(number_, is_write() ? flow.dst : flow.src, {flow.id, at + params_.notice});
}

}  // namespace tinsim
