// SPDX-License-Identifier: Apache-2.0
// Section `wan` of a configuration: flow control between two clusters over a long cable.
// docs/reference/wan_pause.md.
#pragma once

#include <optional>

#include "rtl_models/common/keys.h"

namespace tinsim {

/// Pause that the WAN node requests of the source: none, all or nothing, or a share of each step.
TIN_ENUM(WanAlgorithm, none, on_off, time_based)
/// Pauses of the sink: uniformly distributed, none, or all the time.
TIN_ENUM(WanSink, random_pause, open, closed)
/// Frames of flow control: PAUSE, PFC for the class of RDMA alone, or credits of an InfiniBand
/// link.
TIN_ENUM(WanControl, pause, pfc, credits)
/// Credits: a share of the half range per step, or the free part of the buffer (InfiniBand, 7.9.4).
TIN_ENUM(CreditRule, interval, standard)

/// The model that sends each frame.
struct WanFramesConfig {
  WanControl control = WanControl::pause;
  CreditRule credit_rule = CreditRule::interval;
  double gbps = 100;
  std::optional<double> cable_km;
  unsigned frame_bytes = 9018;
  unsigned rdma_flows = 1;
  unsigned tcp_flows = 0;
  TIN_KEYS((control, "flow control by PAUSE, by PFC of the class of RDMA, or by link credits"),
           (credit_rule,
            "credits: each grant replaces the one of the step before, or FCCL follows the free "
            "part of the buffer"),
           (gbps, "line rate of the long cable, in Gb/s, in steps of 1 Mb/s", range(1, 400)),
           (cable_km, "length of the long cable, 5 us per km; unset: that of rtt_steps",
            range(0, 10000)),
           (frame_bytes,
            "octets of each data frame, FCS included, or of each packet with link credits",
            range(64, 16000)),
           (rdma_flows, "senders without a window, which go back to a frame that was lost",
            range(0, 64)),
           (tcp_flows, "senders with a window of additive increase and multiplicative decrease",
            range(0, 64)))
};

/// A step is the longest PAUSE, 65535 quanta, or the data of the largest grant of credits. Amounts
/// of data are in units of a step at the line rate.
struct WanConfig {
  WanAlgorithm algorithm = WanAlgorithm::time_based;
  bool guard = false;
  double threshold = 5;
  double height = 110;
  double constant = 2;
  unsigned rtt_steps = 100;
  double source_rate = 1;
  double sink_rate = 1;
  WanSink sink = WanSink::random_pause;
  std::optional<unsigned> sink_stops_at;
  unsigned steps = 20000;
  unsigned warmup_steps = 2000;
  uint64_t seed = 1;
  WanFramesConfig frames;
  TIN_KEYS(
      (algorithm, "pause that the WAN node requests of the source in each step"),
      (guard,
       "time_based: full pause where the buffer might not hold what is in it, and all data that "
       "may still arrive"),
      (threshold, "on_off pauses above it, time_based from it on, in steps of data", range(0, 1e6)),
      (height, "size of the buffer of the WAN node, in steps of data", above(0, 1e6)),
      (constant, "time_based: characteristic constant C, subtracted from height, in steps of data",
       range(0, 1e6)),
      (rtt_steps, "round trip time in steps, half of it in each direction", range(0, 100000)),
      (source_rate, "rate of the source, as a share of the line rate", above(0, 1)),
      (sink_rate, "rate of the sink, likewise", above(0, 1)),
      (sink, "pauses that the end cluster generates, one per step"),
      (sink_stops_at, "step from which on the sink takes nothing; unset: none", range(0, 10000000)),
      (steps, "simulated steps", range(1, 10000000)),
      (warmup_steps,
       "steps before figures are taken, where the run has more; peak and loss are of the whole run",
       range(0, 10000000)),
      (seed, "seed of the pauses of the sink"), (frames))
};

}  // namespace tinsim
