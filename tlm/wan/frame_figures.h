// SPDX-License-Identifier: Apache-2.0
// Figures of the frame model in addition to those of the stepped one.
#pragma once

#include "tlm/wan/wan_figures.h"

namespace tinsim {

struct WanFrameFigures {
  TIN_RECORD(WanFrameFigures);
  TIN_FIELD(Figure, step_us, "duration of a step, in us");
  TIN_FIELD(Figure, rtt_ms, "delay of the long cable, both ways, in ms");
  TIN_FIELD(Figure, rtt_steps, "the same in steps");
  TIN_FIELD(Figure, buffer_mb, "size of the buffer, in MB");
  TIN_FIELD(Sum, frames_sent, "data frames that the source sent");
  TIN_FIELD(Sum, frames_delivered, "data frames that reached the sink");
  TIN_FIELD(Sum, frames_dropped, "data frames that found no room in the buffer");
  TIN_FIELD(Sum, frames_buffered, "data frames in the buffer at the end");
  TIN_FIELD(Sum, frames_in_flight, "data frames on the long cable at the end");
  TIN_FIELD(Sum, control_frames, "frames of flow control that the node sent to the source");
  TIN_FIELD(Figure, rdma_gbps, "data of RDMA, without repetitions, after the warm-up, in Gb/s");
  TIN_FIELD(Figure, tcp_gbps, "data of TCP, likewise");
  TIN_FIELD(Sum, rdma_repeated, "frames that RDMA flows had to send again");
  TIN_FIELD(Sum, rdma_discarded, "frames delivered out of order, which RDMA receivers discard");
  TIN_FIELD(Sum, tcp_lost, "frames that TCP flows counted as lost");
  TIN_FIELD(Sum, tcp_timeouts, "timeouts of TCP flows");
  TIN_FIELD(Figure, longest_silence_steps, "longest time without a delivery, from the first on");
};

struct WanFrameRun {
  WanSeries series;
  WanFrameFigures frames;
};

}  // namespace tinsim
