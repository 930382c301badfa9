// SPDX-License-Identifier: Apache-2.0
// The delivery logs of the pods: of raw cells, and of engines.
#pragma once

#include <memory>
#include <vector>

#include "platform/services/delivery_log.h"

namespace tinsim {

/// If there are raw cells, engines have separate logs; otherwise a pod has one log.
class DeliveryLogs {
 public:
  DeliveryLogs(unsigned pods, Cycle batch_cycles, uint8_t initial_hop, bool engines_apart)
      : batch_cycles_(batch_cycles),
        initial_hop_(initial_hop),
        engines_apart_(engines_apart),
        of_raw_cells_(pods),
        of_engines_(pods) {}

  /// A pod of this rank; before its chips.
  void add_pod(unsigned pod) {
    of_raw_cells_[pod] = add();
    judged_.push_back(of_raw_cells_[pod]);
  }
  DeliveryLog& of_raw_cells(unsigned pod) { return *of_raw_cells_[pod]; }
  DeliveryLog& of_engines(unsigned pod) {
    if (!engines_apart_) return *of_raw_cells_[pod];
    if (of_engines_[pod] == nullptr) of_engines_[pod] = add();
    return *of_engines_[pod];
  }

  const std::vector<std::unique_ptr<DeliveryLog>>& all() const { return all_; }
  /// Logs from which batches, throughput and the verdict are derived: of raw cells where there are
  /// any, else all.
  const std::vector<const DeliveryLog*>& judged() const { return judged_; }

 private:
  DeliveryLog* add() {
    return all_.emplace_back(std::make_unique<DeliveryLog>(batch_cycles_, initial_hop_)).get();
  }

  Cycle batch_cycles_;
  uint8_t initial_hop_;
  bool engines_apart_;
  std::vector<std::unique_ptr<DeliveryLog>> all_;
  std::vector<DeliveryLog*> of_raw_cells_;  ///< by pod; null: of another rank
  std::vector<DeliveryLog*> of_engines_;    ///< likewise; null too where no engine uses it
  std::vector<const DeliveryLog*> judged_;
};

}  // namespace tinsim
