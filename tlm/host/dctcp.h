// SPDX-License-Identifier: Apache-2.0
// DCTCP: a window that decreases by the share of packets that switches have marked (RFC 8257).
#pragma once

#include "tlm/gnet/cell.h"
#include "tlm/host/dctcp_config.h"
#include "tlm/host/rtt_estimate.h"

namespace tinsim {

/// The section, and its time in core cycles.
struct DctcpParams : DctcpConfig {
  DctcpParams() : DctcpParams(DctcpConfig(), 400) {}
  DctcpParams(const DctcpConfig& config, unsigned core_mhz);

  Cycle min_timeout;
};

/// The congestion control of one connection. Windows are in packets, and at least 1.
class Dctcp {
 public:
  /// `params` must outlive it.
  explicit Dctcp(const DctcpParams& params)
      : params_(&params), window_(params.initial_window), threshold_(params.max_window) {}

  /// A packet that was sent in cycle `sent` is acknowledged after `rtt` cycles; `marked`: with CE.
  void acked(Cycle now, Cycle sent, Cycle rtt, bool marked);
  /// A loss was detected by later arrivals: half the window, at most once per window.
  void lost(Cycle now);
  /// No acknowledgement arrived for the time of a timeout: slow start from one packet.
  void timed_out(Cycle now);

  double window() const { return window_; }
  /// Estimate of the share of packets that are marked.
  double alpha() const { return alpha_; }
  /// SRTT + 4 RTTVAR (RFC 6298).
  Cycle timeout() const;

 private:
  void decrease(Cycle now, double share);

  const DctcpParams* params_;
  double window_;
  double threshold_;  ///< of slow start
  double alpha_ = 1;
  RttEstimate rtt_;
  Cycle window_began_ = 0;           ///< when the window began whose marks are counted
  unsigned acked_ = 0, marked_ = 0;  ///< its packets
  Cycle decreased_ = 0;              ///< packets sent before then change the window no more
};

}  // namespace tinsim
