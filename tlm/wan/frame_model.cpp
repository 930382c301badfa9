// SPDX-License-Identifier: Apache-2.0
// Flow control over a WAN frame by frame: the wires, and the senders at their ends.
#include "tlm/wan/frame_model.h"

#include <algorithm>
#include <cmath>

namespace tinsim {

WanFrameModel::WanFrameModel(const WanConfig& config)
    : config_(config),
      params_(config),
      algorithm_(config, params_.rtt_steps + 1),
      source_(config, params_),
      buffer_(config, params_),
      node_control_(config.frames, config.source_rate),
      sink_control_(config.frames, config.sink_rate),
      output_gate_(params_.sink, config.frames),
      output_wire_(params_.sink, params_.framing),
      reverse_wire_(params_.line, params_.framing),
      sink_wire_(params_.sink, params_.framing),
      receivers_(config.frames.rdma_flows, RdmaReceiver(3 * params_.cable)),
      measured_from_(config.warmup_steps < config.steps ? params_.begin_of(config.warmup_steps)
                                                        : 0) {
  due_.fill(kNoCycle);
}

void WanFrameModel::arm(Kind kind, Cycle at) {
  if (at >= due_[kind]) return;
  due_[kind] = at;
  schedule(kind, at);
}

void WanFrameModel::handle(const Event& event) {
  const auto [now, kind] = event;
  if (kind == kOutput || kind == kReverse || kind == kSource) {
    if (due_[kind] != now) return;  // an earlier one has replaced it
    due_[kind] = kNoCycle;
  }
  switch (kind) {
    case kControlAtSource:
      source_.gate.receive(to_source_.front(), now);
      to_source_.pop_front();
      return arm(kSource, now);
    case kControlAtNode:
      output_gate_.receive(to_node_.front(), now);
      to_node_.pop_front();
      return arm(kOutput, now);
    case kReportAtNode:
      waiting_reports_.push_back(reports_to_node_.front());
      reports_to_node_.pop_front();
      return arm(kReverse, now);
    case kReportAtSource:
      source_.report(reports_to_source_.front(), now);
      reports_to_source_.pop_front();
      return arm(kSource, now);
    case kSinkStep:
      return sink_step(now);
    case kNodeStep:
      return node_step(now);
    case kArrive:
      return arrive(now);
    case kOutput:
      return output(now);
    case kReverse:
      return reverse(now);
    case kSource:
      return source(now);
    case kKinds:
      return;
  }
}

void WanFrameModel::source(Cycle now) {
  if (now < source_.wire.free_from()) return arm(kSource, source_.wire.free_from());
  Cycle retry;
  const auto frame = source_.next(now, retry);
  if (!frame) {
    if (retry != kNoCycle) arm(kSource, retry);
    return;
  }
  ++result_.frames.frames_sent;
  forward_.push_back(*frame);
  schedule(kArrive, source_.wire.send(now, frame->bytes) + params_.cable);
  arm(kSource, source_.wire.free_from());
}

void WanFrameModel::arrive(Cycle now) {
  const WanFrame frame = forward_.front();
  forward_.pop_front();
  node_control_.received(frame.bytes);
  if (!buffer_.push(frame)) {
    ++result_.frames.frames_dropped;
    dropped_bytes_ += frame.bytes;
    return;
  }
  arm(kOutput, now);
}

/// The next frame that the sink permits now; else in `retry` when it may permit one.
std::optional<WanFrame> WanFrameModel::next_output(Cycle now, Cycle& retry) {
  retry = kNoCycle;
  for (unsigned i = 0; i < WanBuffer::kQueues; ++i) {
    const unsigned queue = (output_turn_ + i) % WanBuffer::kQueues;
    if (buffer_.is_empty(queue)) continue;
    const WanFrame& front = buffer_.front(queue);
    const unsigned cls = front.is_tcp ? kTcpClass : kRdmaClass;
    const Cycle at = output_gate_.may_begin(cls, front.bytes, now);
    retry = std::min(retry, at);
    if (at > now) continue;
    output_turn_ = queue + 1;
    output_gate_.sent(front.bytes);
    return buffer_.pop(queue);
  }
  return std::nullopt;
}

void WanFrameModel::output(Cycle now) {
  if (now < output_wire_.free_from()) return arm(kOutput, output_wire_.free_from());
  if (sending_) buffer_.release(*sending_);
  sending_.reset();
  Cycle retry;
  sending_ = next_output(now, retry);
  if (sending_) {
    deliver(*sending_, output_wire_.send(now, sending_->bytes));
    return arm(kOutput, output_wire_.free_from());
  }
  if (retry != kNoCycle) return arm(kOutput, retry);
  if (buffer_.frames() == 0)
    note_starved(now, output_gate_.may_begin(kRdmaClass, config_.frames.frame_bytes, now));
}

/// The buffer is empty; the sink is open from some cycle on.
void WanFrameModel::note_starved(Cycle now, Cycle open_from) {
  if (open_from <= now || open_from < params_.begin_of(node_steps_)) is_starved_ = true;
}

void WanFrameModel::reverse(Cycle now) {
  if (now < reverse_wire_.free_from()) return arm(kReverse, reverse_wire_.free_from());
  if (!waiting_control_.empty()) {
    const Cycle end = reverse_wire_.send(now, waiting_control_.front().bytes());
    to_source_.push_back(std::move(waiting_control_.front()));
    waiting_control_.pop_front();
    schedule(kControlAtSource, end + params_.cable);
  } else if (!waiting_reports_.empty()) {
    const Cycle end = reverse_wire_.send(now, kMinFrameBytes);
    reports_to_source_.push_back(waiting_reports_.front());
    waiting_reports_.pop_front();
    schedule(kReportAtSource, end + params_.cable);
  }
  if (!waiting_control_.empty() || !waiting_reports_.empty())
    arm(kReverse, reverse_wire_.free_from());
}

}  // namespace tinsim
