// SPDX-License-Identifier: Apache-2.0
// Congestion control of 1RMA operations in software (Singhvi et al., SIGCOMM 2020): a window for
// the own chip, and one for each remote host and direction.
#pragma once

#include <map>
#include <optional>

#include "tlm/gnet/cell.h"
#include "tlm/host/swift.h"
#include "tlm/tin/rma/rma_params.h"

namespace tinsim {

/// Windows in operations, times in core cycles. Targets, initial windows and limits are ours
/// (docs/reference/cliquemap.md derives them); the rest is the paper's.
struct RmaAimdParams {
  double increase = 0.25;       ///< per operation; over the window from one operation on
  double beta = 0.8;            ///< strength of the decrease
  double floor = 0.5;           ///< factor below which no delay shrinks a window at once
  double collapse = 0.1;        ///< factor of an operation that was refused or timed out
  double local_target = 800;    ///< issue delay that is aimed at
  double remote_target = 2200;  ///< remote delay that is aimed at
  double initial_local = 15;
  double initial_remote = 14;
  double min_window = 0.01;
  double max_window = 128;
  Cycle initial_rtt = 2000;  ///< until the first operation has ended
};

/// A window after an operation whose delay was below the target.
double aimd_increased(const RmaAimdParams& params, double window);
/// … and after one whose delay was not. Precondition: delay >= target > 0.
double aimd_decreased(const RmaAimdParams& params, double window, double delay, double target);

/// One window. It decreases at most once per round trip.
class RmaWindow {
 public:
  RmaWindow(const RmaAimdParams& params, double initial);

  double ops() const { return ops_; }
  void ended(Cycle now, double delay, double target, Cycle rtt);
  void collapse(Cycle now, Cycle rtt);

  /// First cycle >= now in which one more operation may start; kNoCycle: not before one ends. Below
  /// one operation they are paced, one each rtt / window.
  Cycle may_issue(Cycle now, Cycle rtt) const;
  void issued(Cycle now);
  /// An operation has ended, with any result.
  void returned() { --outstanding_; }
  unsigned outstanding() const { return outstanding_; }

 private:
  bool may_decrease(Cycle now, Cycle rtt) const;
  void decrease(Cycle now, double to);

  const RmaAimdParams& params_;
  double ops_;
  std::optional<Cycle> decreased_;  ///< when, the last time
  std::optional<Cycle> issued_;     ///< likewise
  unsigned outstanding_ = 0;
};

enum class RmaDirection : uint8_t {
  kRead,
  kWrite
};  ///< the sender of the data: remote host, own host
constexpr RmaDirection direction_of(RmaOp op) {
  return op == RmaOp::Read ? RmaDirection::kRead : RmaDirection::kWrite;
}

/// All windows of a host.
class RmaCongestion {
 public:
  explicit RmaCongestion(const RmaAimdParams& params)
      : params_(params), local_(params_, params_.initial_local) {}
  RmaCongestion(const RmaCongestion&) = delete;
  RmaCongestion& operator=(const RmaCongestion&) = delete;

  /// As RmaWindow::may_issue(), for both windows that an operation needs.
  Cycle may_issue(Cycle now, uint16_t remote, RmaDirection direction) const;
  void issued(Cycle now, uint16_t remote, RmaDirection direction);
  /// Delays in cycles, from the completion.
  void ended(Cycle now, uint16_t remote, RmaDirection direction, RmaStatus status, Cycle issue,
             Cycle total);

  const RmaWindow& local() const { return local_; }
  /// In operations; without an operation to the remote host it is the initial window.
  double remote_window(uint16_t remote, RmaDirection direction) const;

 private:
  struct Remote {
    Remote(const RmaAimdParams& params) : window(params, params.initial_remote) {}
    RmaWindow window;
    RttEstimate rtt;
  };
  using Key = std::pair<uint16_t, RmaDirection>;

  Cycle rtt_of(const RttEstimate& estimate) const;

  RmaAimdParams params_;
  RmaWindow local_;
  RttEstimate local_rtt_;
  std::map<Key, Remote> remotes_;
};

}  // namespace tinsim
