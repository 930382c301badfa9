// SPDX-License-Identifier: Apache-2.0
// CTS scheduler: which RTS is answered next with a CTS.
#include "rtl_models/cts_scheduler/cts_scheduler.h"

#include <fmt/format.h>

#include "rtl_models/common/check.h"
#include "rtl_models/common/state.h"
#include "rtl_models/parts/ip_cells.h"

namespace tinsim {
namespace {

/// A bit per queue with an RTS at its head.
std::uint32_t waiting_queues(const CtsScheduler::In& in) {
  std::uint32_t queues = 0;
  for (unsigned queue = 0; queue < kRtsQueues; ++queue)
    queues |= std::uint32_t{in.head_valid_i[queue]} << queue;
  return queues;
}

}  // namespace

CtsScheduler::Out CtsScheduler::eval(const In& in) const {
  Out out;
  const unsigned queue = granted(in, waiting_queues(in));
  out.grant_valid_o = queue != kNoQueue;
  if (out.grant_valid_o) out.grant_queue_o = queue;
  for (unsigned port = 0; port < kEgressPorts; ++port) out.outstanding_o[port] = outstanding_[port];
  return out;
}

void CtsScheduler::tick(const In& in) {
  check(in);
  const unsigned queue = granted(in, waiting_queues(in));
  if (queue != kNoQueue) {
    const unsigned bytes = in.head_bytes_i[queue];
    CtsPlan plan = plan_;
    for (unsigned cos = 0; cos < kCosClasses; ++cos)
      plan.weights[cos] = static_cast<std::uint8_t>(in.weight_i[cos]);
    picker_.grant(plan, queue, bytes);
    outstanding_[port_of_queue(queue)] += bytes;
  }
  if (in.done_valid_i) outstanding_[in.done_port_i] -= static_cast<std::uint32_t>(in.done_bytes_i);
}

void CtsScheduler::check(const In& in) const {
  for (unsigned cos = 0; cos < kCosClasses; ++cos)
    TIN_CHECK(WeightNotZero, in.weight_i[cos] > 0, fmt::format("class {}: weight 0", cos));
  for (unsigned queue = 0; queue < kRtsQueues; ++queue)
    TIN_CHECK(HeadHasBytes, !in.head_valid_i[queue] || in.head_bytes_i[queue] > 0,
              fmt::format("queue {}: a packet without bytes", queue));
  TIN_CHECK(DoneWasOutstanding, !in.done_valid_i || in.done_bytes_i <= outstanding_[in.done_port_i],
            fmt::format("port {}: {} bytes done of {}", unsigned(in.done_port_i),
                        unsigned(in.done_bytes_i), outstanding_[in.done_port_i]));
}

/// The queue whose head is taken in this cycle; kNoQueue if none is.
unsigned CtsScheduler::granted(const In& in, std::uint32_t waiting) const {
  if (in.hold_i) return kNoQueue;
  return picker_.peek(plan_, waiting, [&](unsigned queue) {
    const unsigned bytes = in.head_bytes_i[queue], port = port_of_queue(queue);
    const auto window = static_cast<std::uint32_t>(in.window_i[port]);
    return cells_of(bytes) <= in.space_i[port] && fits_window(outstanding_[port], bytes, window);
  });
}

void CtsScheduler::reset(const In& straps) {
  plan_ = {};
  for (unsigned cos = 0; cos < kCosClasses; ++cos) {
    if (straps.strict_i[cos]) plan_.strict |= static_cast<std::uint8_t>(1u << cos);
  }
  picker_ = {};
  outstanding_ = {};
}

void CtsScheduler::list_state(StateList& state) const {
  state.add("outstanding_bytes", outstanding_);
  state.add_block("pick", picker_);
}

}  // namespace tinsim
