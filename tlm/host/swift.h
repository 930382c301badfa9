// SPDX-License-Identifier: Apache-2.0
// Swift, delay-based congestion control (Kumar et al., SIGCOMM 2020): two windows, for the fabric
// and for the hosts, of which the smaller holds.
#pragma once

#include <memory>

#include "tlm/gnet/cell.h"
#include "tlm/host/rtt_estimate.h"
#include "tlm/host/swift_config.h"

namespace tinsim {

/// The section, and its times in core cycles. Windows are in packets.
struct SwiftParams : SwiftConfig {
  SwiftParams() : SwiftParams(SwiftConfig(), 400) {}
  SwiftParams(const SwiftConfig& config, unsigned core_mhz);

  double base_target;         ///< fabric delay that is aimed at, without scaling
  double hop_target;          ///< … for each IP hop besides
  double flow_scaling_range;  ///< … at most for small windows besides
  double endpoint_target;     ///< delay in the hosts that is aimed at
  Cycle min_timeout;
};

/// The fabric delay that a flow aims at, by its window: small windows are many flows, whose queues
/// are longer (equations 1 and 2 of the paper).
class SwiftTarget {
 public:
  explicit SwiftTarget(const SwiftParams& params);
  /// In cycles; `window` > 0.
  double at(double window) const;

 private:
  double fixed_;
  double range_;
  double alpha_;
  double beta_;
};

/// Common data of the connections of a host, which may have a thousand.
struct SwiftRules {
  explicit SwiftRules(const SwiftParams& of_params) : params(of_params), target(of_params) {}
  SwiftParams params;
  SwiftTarget target;
};

/// One window under the rules of algorithm 1, with the parameters `params`.
class SwiftWindow {
 public:
  explicit SwiftWindow(const SwiftParams& params);

  double packets() const { return packets_; }
  /// `acked` packets were acknowledged with a delay; `rtt` is the minimum time between two
  /// decreases.
  void acked(const SwiftParams& params, Cycle now, double delay, double target, double acked,
             Cycle rtt);
  /// A loss was detected by later arrivals.
  void lost(const SwiftParams& params, Cycle now, Cycle rtt);
  /// No acknowledgement arrived for the time of a timeout; `in_row` counts timeouts since the last
  /// one.
  void timed_out(const SwiftParams& params, Cycle now, unsigned in_row, Cycle rtt);

 private:
  bool may_decrease(Cycle now, Cycle rtt) const;
  void set(const SwiftParams& params, Cycle now, double packets);

  double packets_;
  Cycle decreased_ = kNoCycle;  ///< the last time; kNoCycle: never
};

/// Delays that an acknowledgement carries to its sender.
struct SwiftDelays {
  Cycle fabric = 0;    ///< round trip without the time in the remote host
  Cycle endpoint = 0;  ///< time in the remote host and in the own one
};

/// The congestion control of one connection.
class Swift {
 public:
  explicit Swift(const SwiftParams& params) : Swift(std::make_shared<const SwiftRules>(params)) {}
  explicit Swift(std::shared_ptr<const SwiftRules> rules);

  void acked(Cycle now, const SwiftDelays& delays, unsigned packets = 1);
  void lost(Cycle now);
  void timed_out(Cycle now);

  /// The smaller window, in packets.
  double window() const;
  double fabric_window() const { return fabric_.packets(); }
  double endpoint_window() const { return endpoint_.packets(); }
  /// Time from one packet to the next while the window is below one, else 0.
  Cycle pacing_delay() const;
  /// Time without progress after which all outstanding segments count as lost.
  Cycle timeout() const;

 private:
  static constexpr double kNoDelay = -1;

  std::shared_ptr<const SwiftRules> rules_;
  SwiftWindow fabric_, endpoint_;
  double endpoint_delay_ = kNoDelay;  ///< filtered; kNoDelay before the first sample
  RttEstimate rtt_;
  unsigned timeouts_ = 0;  ///< in a row
};

}  // namespace tinsim
