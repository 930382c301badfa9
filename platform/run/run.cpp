// SPDX-License-Identifier: Apache-2.0
// One simulation run: start, warm-up, measurement and invariants.
#include "platform/run/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/errors.h"
#include "base/stop_signals.h"
#include "platform/config/chip_impl.h"
#include "platform/config/clock_cycles.h"
#include "platform/run/audit.h"
#include "platform/run/batch_runner.h"
#include "platform/run/load_meter.h"
#include "platform/run/precision_watch.h"
#include "platform/run/run_result.h"
#include "platform/run/run_traces.h"
#include "platform/run/same_input.h"

namespace tinsim {
namespace {

Cycle cycles_of(const PlatformConfig& config, double us) { return clock_cycles(config, us); }

}  // namespace

/// Drives one platform through its run, batch by batch.
class Run {
 public:
  Run(const PlatformConfig& config, const RunOptions& options)
      : options_(options),
        ranks_(options.ranks != nullptr ? *options.ranks : alone()),
        state_(network_of(config, options.config_path)),
        loads_(state_),
        batches_(state_, options_.cut_by) {
    add_platform(state_, ranks_);
    if (options_.built) options_.built(options_);
    if (config.run.precision.latency_p99) platform().keep_latencies_by_batch();
    traces_ = std::make_unique<RunTraces>(state_.config, state_.topology, platform(),
                                          options_.trace_folder);
  }

  void start() {
    traces_->attach();
    guarded([this] { run_start(); });
  }
  RunResult finish(const PlatformConfig& config) {
    state_.config = config;
    RunResult result;
    guarded([&] { result = run_to_end(); });
    return result;
  }

 private:
  Platform& platform() { return *state_.platform; }
  const RunConfig& times() const { return state_.config.run; }
  Cycle cycles(double us) const {
    return whole_batches(cycles_of(state_.config, us), state_.batch);
  }

  void run_start() {
    if (!times().start_us) return;
    const TimeSpent start = time_now();
    start_end_ = cycles(*times().start_us);
    run_phase(start_end_, state_.warmup, [] {});
    start_spent_ = time_now() - start;
  }

  template <class Fn>
  void guarded(const Fn& fn) {
    try {
      fn();
    } catch (const InvariantError&) {
      traces_->break_off();
      throw;
    }
  }

  RunResult run_to_end() {
    const TimeSpent start = time_now();
    if (start_end_ != 0 && !is_over()) platform().change_rates(state_.config);
    warm_up();
    state_.begin = platform().now();
    platform().clear_counters();
    if (times().measure_us.is_auto())
      measure_until_precise();
    else
      measure_to_end();
    note_cut();
    audit(platform(), state_.topology, state_.config.chip);
    ranks_.run_collectively([this] { finish_chips(); });
    traces_->finish();
    TimeSpent spent = time_now() - start;
    spent += start_spent_;
    return collect_result(state_, spent);
  }

  void measure_to_end() {
    const Cycle end = state_.begin + state_.measure;
    run_phase(end, state_.measured, [&] { report(state_.measured.back(), end, true); });
  }

  void measure_until_precise() {
    PrecisionWatch watch(state_);
    bool reached = false;
    while (platform().now() < state_.begin + state_.measure && !is_over()) {
      state_.measured.push_back(run_batch());
      const Cycle measured = platform().now() - state_.begin;
      report(state_.measured.back(), state_.begin + state_.measure, reached);
      if (reached || measured + state_.batch >= state_.measure || !watch.reached()) continue;
      reached = true;
      state_.measure = measured + state_.batch;  // the end must be known a batch before
      if (!is_over()) measure(state_.begin);
    }
    // The last batch was measured after the look that ended the measurement.
    state_.precision = reached ? watch.last() : watch.rows();
  }

  void finish_chips() {
    for (std::size_t chip : platform().own_chips()) {
      const std::string note = finish_chip(chip);
      if (!note.empty()) state_.notes.push_back(note);
    }
  }

  std::string finish_chip(std::size_t chip) try {
    return platform().tin(chip).cell_switch().finish(platform().now());
  } catch (const InvariantError& error) {
    // A lockstep that has compared nothing yet.
    if (!state_.cut) throw;
    return error.what();
  }

  /// Whether the run was cut and has reached its end.
  bool is_over() const { return state_.platform->now() >= cut_at_; }

  /// After each batch, at all ranks with the same `signal`.
  void plan_cut(int signal) {
    if (signal == 0 || cut_at_ != kNoCycle) return;
    cut_signal_ = signal;
    // A batch later: the end of the measurement must be known so long before.
    cut_at_ = whole_batches(platform().latest_chip_cycle(), state_.batch) + state_.batch;
    if (measure_from_ != kNoCycle) measure(measure_from_);
    if (cut_at_ >= phase_end_) return;
    phase_end_ = cut_at_;
    if (may_run_ahead()) platform().stop_at(cut_at_);
  }

  void note_cut() {
    const Cycle measured = platform().now() - state_.begin;
    if (measured == state_.measure) return;
    state_.cut = Cut{cut_signal_, signal_name(cut_signal_), state_.measure};
    state_.measure = measured;
  }

  void measure(Cycle from) {
    measure_from_ = from;
    const Cycle to = std::min(from + state_.measure, cut_at_);
    platform().measure(std::min(from, to), to);
  }

  /// `end`: of the run, as far as it is known.
  void report(const Batch& batch, Cycle end, bool end_is_known) {
    const RunProgress progress = {platform().now(), end, end_is_known, !state_.measured.empty(),
                                  state_.config.clock_mhz()};
    if (options_.progress) options_.progress(progress);
    if (options_.watcher == nullptr || !options_.watcher->wants_snapshot()) return;
    const double cells = static_cast<double>(batch.delivered_cells);
    const double latency = static_cast<double>(batch.latency_sum_cycles) / cells;
    options_.watcher->show({progress, cycles_to_ns(latency, progress.core_mhz),
                            words_to_gbps(batch.accepted_words, batch.cycles, platform().chips(),
                                          progress.core_mhz, state_.config.tin.switch_.word_bits),
                            loads_.read()});
  }

  void warm_up() {
    if (is_over()) return;
    if (times().warmup_us.is_auto()) return warm_up_until_steady();
    const Cycle begin = start_end_ + cycles(*times().warmup_us.number);
    measure(begin);
    run_phase(begin, state_.warmup, [&] {
      report(state_.warmup.back(), begin + state_.measure, !times().measure_us.is_auto());
    });
  }

  void warm_up_until_steady() {
    const Cycle most = start_end_ + cycles(times().max_warmup_us);
    WarmupDetector detector;
    bool steady = false;
    while (!steady && platform().now() < most && !is_over()) {
      state_.warmup.push_back(run_batch());
      steady = detector.add(state_.warmup.back());
      report(state_.warmup.back(), most + state_.measure, false);
    }
    if (is_over()) return;
    state_.auto_verdict = steady ? detector.verdict() : detector.give_up();
    const Cycle begin = platform().now() + state_.batch;
    measure(begin);
    state_.warmup.push_back(run_batch());
  }

  /// Whether only sums by batch are required at the end of a batch.
  bool may_run_ahead() const {
    const PlatformConfig& config = state_.config;
    return times().audit == 0 && !config.writes_traces() &&
           switch_impl(config) == SwitchImpl::model && state_.platform->may_run_ahead();
  }
  /// Batches up to `end`, or to where the run is cut; calls after_each().
  template <class Fn>
  void run_phase(Cycle end, std::vector<Batch>& batches, const Fn& after_each) {
    phase_end_ = std::min(end, cut_at_);
    if (platform().now() >= phase_end_) return;
    if (may_run_ahead()) platform().run_ahead(phase_end_);
    while (platform().now() < phase_end_) {
      batches.push_back(run_batch());
      after_each();
    }
    if (may_run_ahead()) platform().stop_with_batches();
  }

  Batch run_batch() {
    const EndedBatch ended = batches_.run(*traces_);
    plan_cut(ended.signal);
    return ended.sums;
  }

  RunOptions options_;
  Ranks& ranks_;
  RunState state_;
  LoadMeter loads_;
  Cycle start_end_ = 0;            ///< the warm-up begins there
  Cycle measure_from_ = kNoCycle;  ///< set a batch before
  Cycle phase_end_ = 0;            ///< of run_phase()
  Cycle cut_at_ = kNoCycle;        ///< the end of a batch
  int cut_signal_ = 0;
  TimeSpent start_spent_;
  BatchRunner batches_;
  std::unique_ptr<RunTraces> traces_;
};

StartedRun::StartedRun(const PlatformConfig& config, const RunOptions& options) {
  Ranks& ranks = options.ranks != nullptr ? *options.ranks : alone();
  require_same_config(ranks, config);
  ranks.run_collectively([&] { run_ = std::make_unique<Run>(config, options); });
  require_same_files(ranks, config);
  run_->start();
}

StartedRun::~StartedRun() = default;

RunResult StartedRun::finish(const PlatformConfig& config) { return run_->finish(config); }

RunResult run_simulation(const PlatformConfig& config, const RunOptions& options) {
  return StartedRun(config, options).finish(config);
}

}  // namespace tinsim
