// SPDX-License-Identifier: Apache-2.0
// CTS scheduler: which RTS is answered next with a CTS.
#include "rtl_models/cts_scheduler/cts_scheduler.h"

#include <fmt/format.h>

#include "rtl_models/common/check.h"

namespace tinsim {

CtsScheduler::Out CtsScheduler::eval(const In& in) const {
  Out out;
  const unsigned queue = picker_.peek(plan_, eligible(in));
  out.grant_valid_o = queue != kNoQueue;
  if (out.grant_valid_o) out.grant_queue_o = queue;
  for (unsigned port = 0; port < kEgressPorts; ++port) out.outstanding_o[port] = outstanding_[port];
  return out;
}

void CtsScheduler::tick(const In& in) {
  check(in);
  const auto bytes = [&in](unsigned queue) { return unsigned(in.head_bytes_i[queue]); };
  const unsigned queue = picker_.next(plan_, eligible(in), bytes);
  if (queue != kNoQueue) outstanding_[port_of_queue(queue)] += bytes(queue);
  if (in.done_valid_i) outstanding_[in.done_port_i] -= static_cast<std::uint32_t>(in.done_bytes_i);
}

void CtsScheduler::check(const In& in) const {
  for (unsigned queue = 0; queue < kRtsQueues; ++queue)
    TIN_CHECK(HeadHasBytes, !in.head_valid_i[queue] || in.head_bytes_i[queue] > 0,
              fmt::format("queue {}: a packet without bytes", queue));
  TIN_CHECK(DoneWasOutstanding, !in.done_valid_i || in.done_bytes_i <= outstanding_[in.done_port_i],
            fmt::format("port {}: {} bytes done of {}", unsigned(in.done_port_i),
                        unsigned(in.done_bytes_i), outstanding_[in.done_port_i]));
}

/// A bit per queue that may be granted in this cycle; with hold_i none.
std::uint32_t CtsScheduler::eligible(const In& in) const {
  std::uint32_t queues = 0;
  if (in.hold_i) return queues;
  for (unsigned queue = 0; queue < kRtsQueues; ++queue) {
    const unsigned bytes = in.head_bytes_i[queue], port = port_of_queue(queue);
    const bool fits =
        cells_of(bytes) <= in.space_i &&
        fits_window(outstanding_[port], bytes, static_cast<std::uint32_t>(in.window_i[port]));
    queues |= std::uint32_t{in.head_valid_i[queue] && fits} << queue;
  }
  return queues;
}

void CtsScheduler::reset(const In& straps) {
  plan_ = {};
  for (unsigned cos = 0; cos < kCosClasses; ++cos) {
    TIN_CHECK(WeightNotZero, straps.weight_i[cos] > 0, fmt::format("class {}: weight 0", cos));
    plan_.weights[cos] = static_cast<std::uint8_t>(straps.weight_i[cos]);
    if (straps.strict_i[cos]) plan_.strict |= static_cast<std::uint8_t>(1u << cos);
  }
  picker_ = {};
  outstanding_ = {};
}

}  // namespace tinsim
