// SPDX-License-Identifier: Apache-2.0
// Counters of a chip's 1RMA engine; all are sums, so chips add up in any order.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "base/histogram.h"
#include "rtl_models/parts/rma_region.h"
#include "tlm/tin/rma/rma_params.h"

namespace tinsim {

/// Operations of one kind and class that ended in the measurement.
struct RmaOpCounters {
  std::array<uint64_t, kRmaStatuses> ended{};  ///< by status
  uint64_t bytes = 0;                          ///< of successful operations
  Histogram issue, remote, total;              ///< cycles of successful operations
};

/// Why a cell was dropped at its destination.
enum class RmaDrop : uint8_t {
  kDamaged,    ///< words were lost in the network
  kStale,      ///< in flight for too long, or twice
  kMalformed,  ///< no cell of 1RMA
  kUnknown,    ///< of no current operation: ended, in another phase, or of another chip
  kBadTag,     ///< its tag is wrong
  kTwice,      ///< data that had been received before
  kCount
};

/// Results of one host's stores in the run.
struct RmaHostCounters {
  uint64_t commands = 0;          ///< whole
  uint64_t ended = 0;             ///< operations
  uint64_t bad_stores = 0;        ///< dropped: to registers and command windows
  uint64_t lost_completions = 0;  ///< whose queue's region is not valid
};

/// The base has the sums over all hosts.
struct RmaCounters : RmaHostCounters {
  std::array<RmaHostCounters, kRmaHosts> of_host;
  uint64_t slowest = 0;                          ///< cycles of the longest operation of the run
  uint64_t requests_in = 0;                      ///< REQ and WREQ
  uint64_t nacks = 0;                            ///< sent as queues or contexts were full
  std::array<uint64_t, kRmaRefusals> refused{};  ///< by RmaRefusal; Granted: those granted
  uint64_t bad_macs = 0, replayed = 0;
  uint64_t given_up = 0;  ///< server contexts whose timer fired
  std::array<uint64_t, static_cast<std::size_t>(RmaDrop::kCount)> dropped{};
  uint64_t cells_sent = 0, cells_received = 0;
  uint32_t window_peak = 0;   ///< bytes solicited at a time
  uint32_t inbound_peak = 0;  ///< requests queued at a time
  /// By op and class; null: none ended.
  std::array<std::array<std::unique_ptr<RmaOpCounters>, kRmaClasses>, kRmaOps> ops;

  RmaOpCounters& of(unsigned op, unsigned cls) {
    auto& slot = ops[op][cls];
    if (!slot) slot = std::make_unique<RmaOpCounters>();
    return *slot;
  }
  void add(uint64_t RmaHostCounters::*what, unsigned host) {
    ++(this->*what);
    ++(of_host[host].*what);
  }
  void drop(RmaDrop cause) { ++dropped[static_cast<std::size_t>(cause)]; }
};

}  // namespace tinsim
