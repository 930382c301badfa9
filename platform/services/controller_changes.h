// SPDX-License-Identifier: Apache-2.0
// Changes of a network under a controller: failures, repairs and operations, what they cost in
// cells, and how long hardware and controller took.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "platform/controller/in_band/in_band_controller.h"
#include "platform/network/failure_plan.h"
#include "platform/statistics/controller_result.h"

namespace tinsim {

/// One change, and the operation that it is.
struct PlannedChange {
  Cycle at = 0;
  std::string what;
  const ControllerOperationConfig* operation = nullptr;  ///< null: links or TiNs fail or return
  std::size_t network = 0;                               ///< then: number of the change of the plan
};

/// All changes of a configuration, in order of time.
std::vector<PlannedChange> planned_changes(const PlatformConfig& config, const FailurePlan& plan);
/// By TiN: the unit with which it is drained at the end, or kNotDrained.
std::vector<uint16_t> drained_at_end(const PlatformConfig& config, const Topology& topology);

class ControllerChanges {
 public:
  /// All outlive it.
  ControllerChanges(const PlatformConfig& config, const control::CliquePlan& plan);

  /// Called when a change begins.
  void set_on_begin(std::function<void(Cycle at, const std::string& what)> on_begin) {
    on_begin_ = std::move(on_begin);
  }
  bool has_failures() const { return !failures_.empty(); }
  /// At the controller: carries out the operations that are due, and notes changes that it has
  /// followed. Called before the controller does what is due.
  void poll(Cycle now, control::InBandController& controller);
  /// `dropped`: cells of all processes so far; `last_down`: when a port of the chips of this
  /// process last became dead.
  void end_batch(Cycle now, uint64_t dropped, Cycle last_down);
  /// Rows of the result, at the controller. `last_down` of all processes: hardware_times() merged.
  void report(Cycle end, const std::vector<uint64_t>& hardware, ControllerResult& result) const;
  /// Cycles from each change until the last port became dead, of this process; 0: none did.
  const std::vector<uint64_t>& hardware_times() const { return hardware_; }

 private:
  struct Progress {
    Cycle settled = 0;  ///< 0: not yet
    /// Cells dropped in all, at the end of the batch before it, and of that in which it was
    /// settled.
    std::optional<uint64_t> dropped_before, dropped_settled;
  };
  void begin(std::size_t number, control::InBandController& controller);
  bool is_followed(const PlannedChange& change, const control::InBandController& controller) const;

  const PlatformConfig& config_;
  const control::CliquePlan& plan_;
  const FailurePlan failures_;
  const std::vector<PlannedChange> changes_;
  std::vector<uint64_t> failing_;  ///< by TiN: mask of the links that change
  std::size_t next_ = 0;           ///< change that has not begun
  std::vector<Progress> progress_;
  std::vector<uint64_t> hardware_;
  std::function<void(Cycle, const std::string&)> on_begin_;
  uint64_t dropped_ = 0;  ///< at the end of the last batch
};

}  // namespace tinsim
