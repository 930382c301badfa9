// SPDX-License-Identifier: Apache-2.0
// Counters of a chip's 1RMA engine; all are sums, so chips add up in any order.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "base/fields/kinds.h"
#include "rtl_models/parts/rma_region.h"
#include "tlm/tin/rma/rma_params.h"

namespace tinsim {

constexpr std::array<const char*, kRmaStatuses> cause_names(RmaStatus) {
  return {"ok", "authentication_failure", "nack", "timeout", "dispatch_timeout", "local_error"};
}
/// Requests that were granted are not reported.
constexpr std::array<const char*, kRmaRefusals> cause_names(RmaRefusal) {
  return {nullptr, "unknown_op", "no_region", "permission", "size", "alignment", "bounds"};
}

/// Operations of one kind and class that ended in the measurement.
struct RmaOpCounters {
  TIN_RECORD(RmaOpCounters);
  TIN_FIELD(ByCause<RmaStatus>, ended, "operations, by status");
  TIN_FIELD(Sum, bytes, "bytes moved by successful operations");
  TIN_FIELD(Times, issue, "delay in the engine before the request left, of successful operations");
  TIN_FIELD(Times, remote, "request to its last answer");
  TIN_FIELD(Times, total, "command to completion");
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
constexpr std::array<const char*, static_cast<std::size_t>(RmaDrop::kCount)> cause_names(RmaDrop) {
  return {"damaged", "stale", "malformed", "unknown", "bad_tag", "twice"};
}

/// Results of one host's stores in the run.
struct RmaHostCounters {
  uint64_t commands = 0;          ///< whole
  uint64_t ended = 0;             ///< operations
  uint64_t bad_stores = 0;        ///< dropped: to registers and command windows
  uint64_t lost_completions = 0;  ///< whose queue's region is not valid
};

/// Of the whole run, of all hosts of one chip or of several.
struct RmaTotals : RmaHostCounters {
  TIN_RECORD(RmaTotals);
  TIN_LISTED(Sum, commands, "whole commands that hosts wrote");
  TIN_LISTED(Sum, ended, "operations that ended");
  TIN_FIELD(PeakTime, slowest, "the longest operation");
  TIN_FIELD_AS(Sum, requests_in, "requests", "REQ and WREQ that arrived");
  TIN_FIELD(Sum, nacks, "requests that found too many waiting and were answered by a NACK");
  TIN_FIELD(Sum, given_up, "server contexts whose timer fired");
  TIN_FIELD(Sum, bad_macs, "requests with a wrong authentication code");
  TIN_FIELD(Sum, replayed, "requests whose number was too old or used before");
  TIN_LISTED(Sum, bad_stores, "stores to registers and command windows that were dropped");
  TIN_LISTED(Sum, lost_completions, "completions whose queue had no valid region");
  TIN_FIELD(ByCause<RmaRefusal>, refused, "requests refused, by reason");
  TIN_FIELD(ByCause<RmaDrop>, dropped, "cells dropped at their destination, by cause");
  TIN_FIELD_AS(BasicPeak<uint32_t>, window_peak, "window_peak_bytes",
               "bytes solicited at a time by one engine");
  TIN_FIELD(BasicPeak<uint32_t>, inbound_peak, "requests that waited at one engine");
};

/// The base has the sums over all hosts.
struct RmaCounters : RmaTotals {
  std::array<RmaHostCounters, kRmaHosts> of_host;
  uint64_t cells_sent = 0, cells_received = 0;
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
  void drop(RmaDrop cause) { ++dropped[cause]; }
};

}  // namespace tinsim
