// SPDX-License-Identifier: Apache-2.0
// One simulation run: start, warm-up, measurement and invariants.
#include "platform/run/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/errors.h"
#include "base/stop_signals.h"
#include "platform/build/windows.h"
#include "platform/run/audit.h"
#include "platform/run/run_result.h"
#include "platform/run/run_traces.h"
#include "platform/run/same_input.h"
#include "tlm/gnet/cycles.h"

namespace tinsim {
namespace {

Cycle cycles_of(const PlatformConfig& config, double us) {
  return cycles_of_us(us, config.tin.core_mhz);
}

/// Cycles without a delivery that mean deadlock: the configured ones, and those that a cell may
/// need for its links alone, waiting for the credit of each.
Cycle progress_timeout(const PlatformConfig& config, const Topology& topology,
                       unsigned longest_route_links) {
  const double trip = credit_round_trip(longest_link(config, topology));
  return saturated(cycles_of(config, config.run.progress_timeout_us) + longest_route_links * trip);
}

}  // namespace

/// Drives one platform through its run, batch by batch.
class Run {
 public:
  Run(const PlatformConfig& config, const RunOptions& options)
      : options_(options),
        ranks_(options.ranks != nullptr ? *options.ranks : alone()),
        state_(network_of(config, options.config_path)),
        watch_(progress_timeout(config, state_.topology, state_.proof.longest_route_links)) {
    add_platform(state_, ranks_);
    if (options_.built) options_.built(options_);
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
    start_wall_s_ = (time_now() - start).wall_s;
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
    if (start_end_ != 0 && !is_over()) {
      platform().replace_traffic(make_traffic(state_.config, state_.topology));
      platform().change_rates(state_.config);
    }
    warm_up();
    state_.begin = platform().now();
    platform().clear_counters();
    const Cycle end = state_.begin + state_.measure;
    run_phase(end, state_.measured,
              [&] { report(1 - 0.5 * (end - platform().now()) / state_.measure); });
    note_cut();
    audit(platform(), state_.topology);
    ranks_.together([this] { finish_chips(); });
    traces_->finish();
    TimeSpent spent = time_now() - start;
    spent.wall_s += start_wall_s_;
    return collect_result(state_, spent);
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
    // A lockstep that compared nothing; it would have, later.
    if (!state_.cut) throw;
    return error.what();
  }

  /// Whether the run was cut and is there.
  bool is_over() const { return state_.platform->now() >= cut_at_; }

  /// After each batch, at all ranks with the same `signal`.
  void plan_cut(int signal) {
    if (signal == 0 || cut_at_ != kNoCycle) return;
    cut_signal_ = signal;
    // A batch later, for so long ahead the end of the measurement must be known.
    cut_at_ = whole_batches(platform().furthest(), state_.batch) + state_.batch;
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

  void report(double done) const {
    if (options_.progress) options_.progress(done);
  }

  void warm_up() {
    if (is_over()) return;
    if (times().warmup_us == "auto") return warm_up_until_steady();
    const Cycle begin = start_end_ + cycles(std::stod(times().warmup_us));
    measure(begin);
    run_phase(begin, state_.warmup, [&] { report(0.5 * platform().now() / begin); });
  }

  void warm_up_until_steady() {
    const Cycle most = start_end_ + cycles(times().max_warmup_us);
    WarmupDetector detector;
    bool steady = false;
    while (!steady && platform().now() < most && !is_over()) {
      state_.warmup.push_back(run_batch());
      steady = detector.add(state_.warmup.back());
      report(0.5 * platform().now() / most);
    }
    if (is_over()) return;
    state_.auto_verdict = steady ? detector.verdict() : detector.give_up();
    const Cycle begin = platform().now() + state_.batch;
    measure(begin);
    state_.warmup.push_back(run_batch());
  }

  /// Whether nothing but sums by batch is wanted at the end of one. (Hosts behind MACs live earlier
  /// than their chips, by the delay of the cable, so these must stop for their ages.)
  bool may_run_ahead() const {
    const PlatformConfig& config = state_.config;
    return times().audit == 0 && !config.writes_traces() && config.ip.replay.empty() &&
           !config.cliquemap.enabled && !config.host.at_macs && config.tin.impl == "model";
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

  /// Simulates one batch and returns its sums; births are filled in at the end of the run.
  Batch run_batch();

  RunOptions options_;
  Ranks& ranks_;
  RunState state_;
  Cycle start_end_ = 0;            ///< the warm-up begins there
  Cycle measure_from_ = kNoCycle;  ///< known a batch before
  Cycle phase_end_ = 0;            ///< of run_phase()
  Cycle cut_at_ = kNoCycle;        ///< the end of a batch
  int cut_signal_ = 0;
  double start_wall_s_ = 0;
  ProgressWatch watch_;
  uint64_t gone_ = 0;  ///< delivered or dropped up to the last batch
  unsigned audits_ = 0;
  std::unique_ptr<RunTraces> traces_;
};

Batch Run::run_batch() {
  const std::size_t index = platform().now() / state_.batch;
  platform().run_to(platform().now() + state_.batch);
  traces_->advance();
  uint64_t cells = 0, words = 0, latency = 0, age = 0, sources = 0;
  for (const DeliveryLog* log : platform().judged_logs()) {
    if (index >= log->batches().size()) continue;
    const DeliveryLog::BatchSum& sum = log->batches()[index];
    cells += sum.cells;
    words += sum.words;
    latency += sum.latency;
  }
  for (std::size_t chip : platform().own_chips()) {
    age += platform().terminals(chip).waiting_age(platform().now());
    sources += platform().terminals(chip).sources();
  }
  if (IpHosts* hosts = platform().ip_hosts()) {
    age += hosts->waiting_age(platform().now(), sources);
  }
  if (RmaHosts* hosts = platform().rma_hosts()) {
    age += hosts->waiting_age(platform().now(), sources);
  }
  if (const CliqueMapHosts* hosts = platform().cliquemap()) {
    age += hosts->waiting_age(platform().now(), sources);
  }
  std::vector<uint64_t> sums = {cells,
                                words,
                                latency,
                                age,
                                sources,
                                platform().injected(),
                                platform().delivered(),
                                platform().dropped(),
                                signal_vote(options_.cut_by ? options_.cut_by() : 0)};
  ranks_.add_up(sums);
  Batch batch;
  batch.cycles = state_.batch;
  batch.delivered_cells = sums[0];
  batch.accepted_words = sums[1];
  batch.latency_sum_cycles = sums[2];
  if (sums[4] != 0) {
    batch.source_wait_cycles = static_cast<double>(sums[3]) / static_cast<double>(sums[4]);
  }
  if (state_.failures != nullptr && state_.failures->may_wait(platform().now())) {
    watch_.excuse(platform().now());
  }
  // A cell that is dropped makes room like one that arrives.
  const uint64_t gone = sums[6] + sums[7];
  watch_.look(platform(), state_.topology, gone - gone_, sums[5] - gone);
  gone_ = gone;
  plan_cut(elected_signal(sums[8]));
  if (times().audit != 0 && ++audits_ % times().audit == 0) audit(platform(), state_.topology);
  return batch;
}

StartedRun::StartedRun(const PlatformConfig& config, const RunOptions& options) {
  Ranks& ranks = options.ranks != nullptr ? *options.ranks : alone();
  require_same_config(ranks, config);
  ranks.together([&] { run_ = std::make_unique<Run>(config, options); });
  require_same_files(ranks, config);
  run_->start();
}

StartedRun::~StartedRun() = default;

RunResult StartedRun::finish(const PlatformConfig& config) { return run_->finish(config); }

RunResult run_simulation(const PlatformConfig& config, const RunOptions& options) {
  return StartedRun(config, options).finish(config);
}

}  // namespace tinsim
