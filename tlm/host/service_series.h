// SPDX-License-Identifier: Apache-2.0
// Work that hosts offered to the network and that was completed, by batches of the measurement.
#pragma once

#include <cstdint>
#include <vector>

#include "base/fields/kinds.h"
#include "tlm/gnet/cell.h"

namespace tinsim {

/// Of one batch; all sums, so that hosts and ranks add up in any order. The unit of offered and
/// completed work is that of the hosts: bytes, or requests.
struct ServiceBatch {
  TIN_RECORD(ServiceBatch);
  TIN_FIELD(Sum, asked, "born in the batch");
  TIN_FIELD(Sum, done, "arrived or ended well in it, whenever they were born");
  TIN_FIELD(Sum, ended, "messages, operations or requests that ended well");
  TIN_FIELD(Sum, time, "cycles from their births to their ends");
};

class ServiceSeries {
 public:
  /// Events in [from, to) count, in batches of `batch` cycles. Before the call none do.
  void measure(Cycle from, Cycle to, Cycle batch) {
    from_ = from;
    to_ = to;
    batch_ = batch;
    batches_.clear();
    last_ = 0;
  }
  void asked(Cycle at, uint64_t amount) {
    if (ServiceBatch* batch = find(at)) batch->asked += amount;
  }
  void done(Cycle at, uint64_t amount) {
    if (ServiceBatch* batch = find(at)) batch->done += amount;
  }
  void ended(Cycle at, Cycle duration) {
    ServiceBatch* batch = find(at);
    if (batch == nullptr) return;
    ++batch->ended;
    batch->time += duration;
  }
  /// Up to the last in which anything happened.
  const std::vector<ServiceBatch>& batches() const { return batches_; }

 private:
  /// Most events belong to the batch of the event before.
  ServiceBatch* find(Cycle at) {
    if (at < from_ || at >= to_) return nullptr;
    if (at - from_ - last_ * batch_ >= batch_) last_ = (at - from_) / batch_;
    if (last_ >= batches_.size()) batches_.resize(last_ + 1);
    return &batches_[last_];
  }

  Cycle from_ = kNoCycle, to_ = kNoCycle, batch_ = 1;
  Cycle last_ = 0;  ///< number of a batch
  std::vector<ServiceBatch> batches_;
};

}  // namespace tinsim
