// SPDX-License-Identifier: Apache-2.0
// Messages of a host: open-loop Poisson arrivals, sizes and destinations drawn message by message.
#pragma once

#include <vector>

#include "base/exponential.h"
#include "base/size_cdf.h"
#include "tlm/host/connection.h"

namespace tinsim {

/// Hosts that a source sends to, each equally likely: those of a list, or all but itself.
struct HostTargets {
  std::vector<uint16_t> list;
  uint16_t all_hosts = 0;  ///< with an empty list: how many hosts there are

  bool empty() const { return list.empty() && all_hosts == 0; }
};

/// Common parameters of the sources of one traffic entry.
struct MessagePlan {
  uint64_t seed = 0;
  uint32_t entry = 0;
  SizeCdf sizes;
  Q32 mean_gap = 0;        ///< cycles between messages of one host
  Cycle from = 0;          ///< messages drawn after a change of the plan are born after it
  Cycle until = kNoCycle;  ///< no message is born from then on
};

/// mean_bytes · 8 / gbps in cycles of `core_mhz`: lambda = load / (8 · mean size). Saturates at
/// 2^30 cycles.
Q32 mean_message_gap(double gbps, double mean_bytes, unsigned core_mhz);

/// A stream; message n of a host depends on (seed, entry, host, n) only.
class MessageSource {
 public:
  /// `plan` must outlive the source, and may change: the next message is drawn already.
  MessageSource(const MessagePlan& plan, uint16_t host, HostTargets targets);

  /// Births never decrease; kNoCycle when the stream has ended, at last with time.
  const Message& head() const { return head_; }
  uint16_t destination() const { return destination_; }
  void pop();

 private:
  const MessagePlan* plan_;
  HostTargets targets_;
  uint16_t host_;
  uint16_t destination_ = 0;
  Message head_;
  uint64_t number_ = 0;
  uint64_t time_ = 0;
  uint32_t fraction_ = 0;  ///< of a cycle, below time_
};

}  // namespace tinsim
