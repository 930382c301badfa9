// SPDX-License-Identifier: Apache-2.0
// The source cluster: its flows, and the MAC at the near end of the long cable.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "tlm/wan/send_gate.h"
#include "tlm/wan/wan_flows.h"
#include "tlm/wan/wan_params.h"

namespace tinsim {

/// Classes take turns frame by frame, and so do the flows of a class.
class WanSource {
 public:
  WanSource(const WanConfig& config, const WanParams& params)
      : gate(params.source, config.frames),
        wire(params.source, params.framing),
        bytes_(config.frames.frame_bytes),
        rdma_(config.frames.rdma_flows),
        tcp_(config.frames.tcp_flows, AimdFlow(2 * params.cable)) {}

  /// The next frame, if one may begin now; else nothing, and in `retry` the cycle in which one may,
  /// or kNoCycle.
  std::optional<WanFrame> next(Cycle now, Cycle& retry) {
    retry = kNoCycle;
    for (unsigned i = 0; i < 2; ++i) {
      const bool is_tcp = (turn_ + i) % 2 != 0;
      if (!has_data(is_tcp)) continue;
      const Cycle at = gate.may_begin(is_tcp ? kTcpClass : kRdmaClass, bytes_, now);
      retry = std::min(retry, at);
      if (at > now) continue;
      turn_ = is_tcp ? 0 : 1;
      gate.sent(bytes_);
      return is_tcp ? tcp_frame(now) : rdma_frame();
    }
    return std::nullopt;
  }

  void report(const WanReport& report, Cycle now) {
    if (report.is_tcp)
      tcp_[report.flow].acknowledge(report.number, now);
    else
      rdma_[report.flow].report(report.number);
  }
  void check_timeouts(Cycle now) {
    for (AimdFlow& flow : tcp_) flow.check_timeout(now);
  }
  const std::vector<RdmaFlow>& rdma() const { return rdma_; }
  const std::vector<AimdFlow>& tcp() const { return tcp_; }

  SendGate gate;
  WanWire wire;

 private:
  /// Leaves the turn of the class at a flow that may send.
  bool has_data(bool is_tcp) {
    if (!is_tcp) return !rdma_.empty();
    for (std::size_t i = 0; i < tcp_.size(); ++i, next_tcp_ = (next_tcp_ + 1) % tcp_.size())
      if (tcp_[next_tcp_].may_send()) return true;
    return false;
  }
  WanFrame rdma_frame() {
    const std::size_t flow = next_rdma_;
    next_rdma_ = (flow + 1) % rdma_.size();
    return {rdma_[flow].send(), bytes_, static_cast<uint16_t>(flow), false};
  }
  WanFrame tcp_frame(Cycle now) {
    const std::size_t flow = next_tcp_;
    next_tcp_ = (flow + 1) % tcp_.size();
    return {tcp_[flow].send(now), bytes_, static_cast<uint16_t>(flow), true};
  }

  uint32_t bytes_;
  std::vector<RdmaFlow> rdma_;
  std::vector<AimdFlow> tcp_;
  std::size_t next_rdma_ = 0, next_tcp_ = 0;
  unsigned turn_ = 0;
};

}  // namespace tinsim
