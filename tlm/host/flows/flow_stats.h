// SPDX-License-Identifier: Apache-2.0
// Measurements of flows: sums and histograms, and a row for each flow where a table is written.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "base/histogram.h"
#include "tlm/gnet/cell.h"
#include "tlm/host/flows/flow_rules.h"
#include "tlm/host/flows/host_flows.h"

namespace tinsim {

/// A flow alone on a network: base + bytes / rate.
struct FlowAlone {
  Cycle base = 0;
  uint64_t mbps = 100'000;
  unsigned core_mhz = 400;

  /// In cycles, at least 1.
  uint64_t cycles(uint32_t bytes) const {
    const uint64_t bits = 8 * uint64_t{bytes};
    return std::max<uint64_t>(1, base + (bits * core_mhz + mbps - 1) / mbps);
  }
};

struct FlowRow {
  uint64_t id = 0;
  uint16_t src = 0, dst = 0;
  uint32_t bytes = 0;
  Cycle start = 0, end = 0;
};

/// Of all hosts of a process.
class FlowStats {
 public:
  FlowStats(const FlowAlone& alone, bool with_rows) : alone_(alone), with_rows_(with_rows) {}

  void started(const StartedFlow& flow) {
    ++started_;
    started_bytes_ += flow.bytes;
  }
  void ended(const FlowRow& row) {
    ++completed_;
    completed_bytes_ += row.bytes;
    const uint64_t cycles = row.end - row.start;
    completion_.add(cycles);
    slowdown_.add(1000 * cycles / alone_.cycles(row.bytes));
    last_end_ = std::max(last_end_, row.end);
    if (with_rows_) rows_.push_back(row);
  }
  void failed() { ++failed_; }

  uint64_t count_started() const { return started_; }
  uint64_t bytes_started() const { return started_bytes_; }
  uint64_t count_completed() const { return completed_; }
  uint64_t bytes_completed() const { return completed_bytes_; }
  uint64_t count_failed() const { return failed_; }
  Cycle last_end() const { return last_end_; }
  const Histogram& completion() const { return completion_; }
  /// In thousandths.
  const Histogram& slowdown() const { return slowdown_; }
  /// Rows since the last call.
  std::vector<FlowRow> take_rows() { return std::exchange(rows_, {}); }

 private:
  FlowAlone alone_;
  bool with_rows_;
  uint64_t started_ = 0, started_bytes_ = 0, completed_ = 0, completed_bytes_ = 0, failed_ = 0;
  Cycle last_end_ = 0;
  Histogram completion_, slowdown_;
  std::vector<FlowRow> rows_;
};

}  // namespace tinsim
