// SPDX-License-Identifier: Apache-2.0
// Flow control over a WAN frame by frame: steps of the algorithms, receivers, figures.
#include <fmt/format.h>

#include "base/errors.h"
#include "tlm/wan/frame_model.h"

namespace tinsim {

/// The node records the step that ends, and requests a pause for the next one.
void WanFrameModel::node_step(Cycle now) {
  const auto step_bytes = static_cast<double>(params_.step_bytes);
  const double occupancy = static_cast<double>(buffer_.held(0)) / step_bytes;
  if (node_steps_ > 0) {
    last_.occupancy = occupancy;
    result_.series.steps.push_back(last_);
    if (now > measured_from_ && is_starved_) ++starved_;
  }
  is_starved_ = false;
  last_.pause = algorithm_.next(occupancy);
  const uint64_t room = buffer_.free(0);
  if (auto frame = node_control_.frame(last_.pause, room, 1u << kRdmaClass)) {
    ++result_.frames.control_frames;
    waiting_control_.push_back(std::move(*frame));
    arm(kReverse, now);
  }
  source_.check_timeouts(now);
  arm(kSource, now);
  ++node_steps_;
  if (buffer_.frames() == 0) arm(kOutput, now);
  if (node_steps_ <= config_.steps) schedule(kNodeStep, params_.begin_of(node_steps_));
}

void WanFrameModel::sink_step(Cycle now) {
  last_.sink_pause = sink_pause(config_, sink_steps_);
  constexpr unsigned kBoth = 1u << kRdmaClass | 1u << kTcpClass;
  // The sink has no buffer: with credits its random share takes the place of the free room.
  const auto room =
      static_cast<uint64_t>((1 - last_.sink_pause) * static_cast<double>(params_.step_bytes));
  if (auto frame = sink_control_.frame(last_.sink_pause, room, kBoth)) {
    const Cycle end = sink_wire_.send(now, frame->bytes());
    to_node_.push_back(std::move(*frame));
    schedule(kControlAtNode, end);
  }
  if (is_measured(now)) {
    open_bits_ += static_cast<uint64_t>((1 - last_.sink_pause) * config_.sink_rate *
                                        static_cast<double>(params_.step_bits));
  }
  ++sink_steps_;
  if (sink_steps_ < config_.steps) schedule(kSinkStep, params_.begin_of(sink_steps_));
}

void WanFrameModel::deliver(const WanFrame& frame, Cycle end) {
  ++result_.frames.frames_delivered;
  sink_control_.received(frame.bytes);
  if (last_delivery_ != kNoCycle)
    longest_silence_ = std::max(longest_silence_, end - last_delivery_);
  last_delivery_ = end;
  if (is_measured(end)) delivered_bytes_ += params_.framing.wire_bytes(frame.bytes);
  receive(frame, end);
}

/// The end host, which reports each transmission of TCP, and missing frames of RDMA.
void WanFrameModel::receive(const WanFrame& frame, Cycle at) {
  if (frame.is_tcp) {
    if (is_measured(at)) accepted_bytes_[1] += frame.bytes;
    return report({frame.number, frame.flow, true}, at);
  }
  RdmaReceiver& receiver = receivers_[frame.flow];
  if (receiver.accepts(frame.number)) {
    if (is_measured(at)) accepted_bytes_[0] += frame.bytes;
    return;
  }
  ++result_.frames.rdma_discarded;
  if (const auto missing = receiver.report(frame.number, at))
    report({*missing, frame.flow, false}, at);
}

void WanFrameModel::report(const WanReport& report, Cycle at) {
  reports_to_node_.push_back(report);
  schedule(kReportAtNode, at);
}

WanFrameRun WanFrameModel::run() {
  schedule(kSinkStep, 0);
  schedule(kNodeStep, 0);
  arm(kSource, 0);
  while (node_steps_ <= config_.steps) {
    const Event event = events_.top();
    events_.pop();
    handle(event);
  }
  finish();
  return std::move(result_);
}

void WanFrameModel::finish() {
  WanFrameFigures& f = result_.frames;
  f.frames_buffered = buffer_.frames();
  f.frames_in_flight = forward_.size();
  if (f.frames_sent !=
      f.frames_delivered + f.frames_dropped + f.frames_buffered + f.frames_in_flight) {
    throw InvariantError(
        fmt::format("WAN node, cycle {}: {} frames sent, but {} delivered, {} dropped, {} in the "
                    "buffer and {} on the cable",
                    params_.end, f.frames_sent, f.frames_delivered, f.frames_dropped,
                    f.frames_buffered, f.frames_in_flight));
  }
  WanFigures& figures = result_.series.figures;
  summarise(result_.series, config_.warmup_steps);
  figures.lost = static_cast<double>(dropped_bytes_) / static_cast<double>(params_.step_bytes);
  if (open_bits_ > 0) {
    figures.sink_efficiency =
        8 * static_cast<double>(delivered_bytes_) / static_cast<double>(open_bits_);
  }
  const unsigned counted =
      config_.warmup_steps < config_.steps ? config_.steps - config_.warmup_steps : config_.steps;
  figures.starved_share = static_cast<double>(starved_) / counted;
  f.step_us = params_.step_us;
  f.rtt_steps = params_.rtt_steps;
  f.rtt_ms = params_.rtt_steps * params_.step_us * 1e-3;
  f.buffer_mb = static_cast<double>(params_.height_bytes) * 1e-6;
  const double seconds = counted * params_.step_us * 1e-6;
  f.rdma_gbps = static_cast<double>(accepted_bytes_[0]) * 8e-9 / seconds;
  f.tcp_gbps = static_cast<double>(accepted_bytes_[1]) * 8e-9 / seconds;
  for (const RdmaFlow& flow : source_.rdma()) f.rdma_repeated += flow.repeated();
  for (const AimdFlow& flow : source_.tcp()) {
    f.tcp_lost += flow.lost();
    f.tcp_timeouts += flow.timeouts();
  }
  if (last_delivery_ != kNoCycle) {
    longest_silence_ =
        std::max(longest_silence_, params_.end - std::min(params_.end, last_delivery_));
  }
  f.longest_silence_steps = longest_silence_ / (params_.step_us * 1e-6 * kWanClockHz);
}

}  // namespace tinsim
