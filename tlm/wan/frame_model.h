// SPDX-License-Identifier: Apache-2.0
// Flow control over a WAN frame by frame: source cluster, long cable, WAN node, end cluster.
#pragma once

#include <array>
#include <queue>
#include <vector>

#include "tlm/wan/frame_figures.h"
#include "tlm/wan/pause_algorithm.h"
#include "tlm/wan/wan_buffer.h"
#include "tlm/wan/wan_source.h"

namespace tinsim {

/// Simulated event by event. Where events of one cycle could come in any order, that of `Kind`
/// holds: frames of flow control are processed before a data frame begins.
class WanFrameModel {
 public:
  /// Throws ConfigError (WanParams).
  explicit WanFrameModel(const WanConfig& config);
  /// Runs all steps, once. Throws InvariantError where frames do not add up.
  WanFrameRun run();

 private:
  enum Kind : uint8_t {
    kControlAtSource,
    kControlAtNode,
    kNodeStep,
    kSinkStep,
    kArrive,
    kReportAtNode,
    kReportAtSource,
    kOutput,
    kReverse,
    kSource,
    kKinds
  };
  struct Event {
    Cycle at;
    Kind kind;
    bool operator>(const Event& o) const { return at != o.at ? at > o.at : kind > o.kind; }
  };

  /// Messages on a wire; the first to be sent is the first to arrive.
  template <class T>
  using Pipe = std::deque<T>;

  void schedule(Kind kind, Cycle at) { events_.push({at, kind}); }
  /// Events of a sender: only the earliest one counts.
  void arm(Kind kind, Cycle at);
  void handle(const Event& event);

  void source(Cycle now);
  void arrive(Cycle now);
  void output(Cycle now);
  std::optional<WanFrame> next_output(Cycle now, Cycle& retry);
  void note_starved(Cycle now, Cycle open_from);
  void deliver(const WanFrame& frame, Cycle end);
  void receive(const WanFrame& frame, Cycle at);
  void report(const WanReport& report, Cycle at);
  void reverse(Cycle now);
  void node_step(Cycle now);
  void sink_step(Cycle now);
  bool is_measured(Cycle at) const { return at >= measured_from_; }
  void finish();

  const WanConfig config_;
  const WanParams params_;
  PauseAlgorithm algorithm_;
  WanSource source_;
  WanBuffer buffer_;
  GateSender node_control_, sink_control_;
  SendGate output_gate_;
  WanWire output_wire_, reverse_wire_, sink_wire_;
  std::vector<RdmaReceiver> receivers_;
  Cycle measured_from_;

  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
  std::array<Cycle, kKinds> due_;
  Pipe<WanFrame> forward_;
  Pipe<ControlFrame> to_source_, to_node_, waiting_control_;
  Pipe<WanReport> reports_to_node_, waiting_reports_, reports_to_source_;

  std::optional<WanFrame> sending_;  ///< by the output
  unsigned output_turn_ = 0;
  unsigned node_steps_ = 0, sink_steps_ = 0;
  WanStep last_{};
  uint64_t open_bits_ = 0, delivered_bytes_ = 0, dropped_bytes_ = 0;
  std::array<uint64_t, 2> accepted_bytes_{};
  unsigned starved_ = 0;
  bool is_starved_ = false;
  Cycle last_delivery_ = kNoCycle, longest_silence_ = 0;
  WanFrameRun result_;
};

}  // namespace tinsim
