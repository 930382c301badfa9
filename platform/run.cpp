// SPDX-License-Identifier: Apache-2.0
// One simulation run: warm-up, measurement, invariants, and the collection of the result.
#include "platform/run.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "platform/audit.h"
#include "platform/cli/usage_error.h"
#include "platform/config/reader.h"
#include "platform/cycles.h"
#include "platform/errors.h"
#include "platform/parallel/gather_result.h"
#include "platform/parallel/trace_relay.h"
#include "platform/platform.h"
#include "platform/routing/deadlock.h"
#include "platform/trace/trace.h"
#include "platform/traffic_bound.h"

namespace tinsim {

namespace {

constexpr unsigned kBatchesPerMeasurement = 100;
constexpr Cycle kShortestBatch = 50;
constexpr std::size_t kMostPortHistograms = 1024;  ///< 2 KB each: not for a full Clique

Cycle cycles_of(const PlatformConfig& config, double us) {
  return cycles_of_us(us, config.tin.core_mhz);
}

/// Cycles without a delivery that mean deadlock: the configured ones, and those that a cell may
/// need for its links alone, waiting for the credit of each.
Cycle progress_timeout(const PlatformConfig& config, unsigned longest_route_links) {
  const double trip = std::max(credit_round_trip(config, PortKind::kLocal),
                               credit_round_trip(config, PortKind::kGlobal));
  return saturated(cycles_of(config, config.run.progress_timeout_us) + longest_route_links * trip);
}

Cycle round_up(Cycle cycles, Cycle to) { return (cycles + to - 1) / to * to; }

/// What the sources do before they do what the configuration says; from other random numbers.
PlatformConfig at_start(PlatformConfig config) {
  for (TrafficConfig& entry : config.traffic) entry.load = config.run.start_load;
  config.run.seed = ~config.run.seed;
  return config;
}

}  // namespace

/// Drives one platform through its run, batch by batch.
class Run {
 public:
  Run(const PlatformConfig& config, const RunOptions& options)
      : config_(config),
        options_(options),
        ranks_(options.ranks != nullptr ? *options.ranks : alone()),
        topology_(make_topology(config)),
        tables_(make_route_tables(config, topology_)),
        proof_(prove_deadlock_free(topology_, tables_)),
        watch_(progress_timeout(config, proof_.longest_route_links)) {
    require_deadlock_free(proof_);
    const Cycle measure = cycles_of(config, config.run.measure_us);
    batch_ = std::max(measure / kBatchesPerMeasurement, kShortestBatch);
    measure_ = round_up(measure, batch_);
    platform_ = std::make_unique<Platform>("tinsim", config, topology_, tables_,
                                           make_traffic(first_traffic(), topology_, &replay_),
                                           batch_, ranks_);
    if (terminal_ports() <= kMostPortHistograms) {
      for (std::size_t chip : platform_->own_chips()) {
        platform_->terminals(chip).keep_port_histograms();
      }
    }
    if (ranks_.is_first()) open_traces();
  }

  void start() {
    attach_traces();
    guarded([this] { run_start(); });
  }
  RunResult finish(const PlatformConfig& config) {
    config_ = config;
    RunResult result;
    guarded([&] { result = run_to_end(); });
    return result;
  }

 private:
  PlatformConfig first_traffic() const {
    return config_.run.start_us ? at_start(config_) : config_;
  }

  void run_start() {
    if (!config_.run.start_us) return;
    const TimeSpent start = time_now();
    begin_ = round_up(cycles_of(config_, *config_.run.start_us), batch_);
    while (platform_->now() < begin_) start_batches_.push_back(run_batch());
    start_wall_s_ = (time_now() - start).wall_s;
  }

  /// What traces saw of a run that breaks off is worth most.
  template <class Fn>
  void guarded(const Fn& fn) {
    try {
      fn();
    } catch (const InvariantError&) {
      if (relay_ != nullptr && ranks_.have_failed()) relay_->flush();
      close_traces(kNoCycle);
      throw;
    }
  }

  RunResult run_to_end() {
    const TimeSpent start = time_now();
    if (begin_ != 0) platform_->replace_traffic(make_traffic(config_, topology_));
    warm_up();
    const Cycle begin = platform_->now();
    platform_->clear_counters();
    while (platform_->now() < begin + measure_) {
      measured_.push_back(run_batch());
      report(0.5 + 0.5 * (platform_->now() - begin) / measure_);
    }
    audit(*platform_, topology_);
    ranks_.together([this] { finish_chips(); });
    if (relay_ != nullptr) relay_->flush();
    ranks_.together([this] {
      if (relay_ != nullptr) relay_->rethrow_failure();
      close_traces(platform_->now());
    });
    TimeSpent spent = time_now() - start;
    spent.wall_s += start_wall_s_;
    return collect(begin, spent);
  }

  void finish_chips() {
    for (std::size_t chip : platform_->own_chips()) {
      const std::string note = platform_->tin(chip).cell_switch().finish(platform_->now());
      if (!note.empty()) notes_.push_back(note);
    }
  }

  std::size_t terminal_ports() const {
    std::size_t ports = 0;
    for (const HostInfo& host : topology_.hosts) ports += host.ports;
    return ports;
  }

  void open_traces() {
    if (!config_.writes_traces()) return;
    if (options_.trace_folder.empty()) {
      throw ConfigError(fmt::format("{}: has no folder to write to; expected --out DIR",
                                    config_.trace.is_on() ? "trace" : "ip.capture"));
    }
    if (platform_->frames() != nullptr && !config_.ip.capture.ports.empty()) {
      platform_->frames()->open_capture(options_.trace_folder);
    }
    traces_ = make_traces(
        {config_, topology_, options_.trace_folder, [this] { return platform_->horizon(); }});
  }

  /// The traces are at the first rank, the chips at all.
  void attach_traces() {
    if (!config_.trace.is_on()) return;
    for (const auto& trace : traces_) {
      for (std::size_t chip : platform_->own_chips()) {
        SwitchObserver* observer = trace->observer(static_cast<unsigned>(chip));
        if (observer != nullptr) platform_->observe(chip, *observer);
        const PinWatch watch = trace->pins(static_cast<unsigned>(chip));
        if (watch.observer == nullptr) continue;
        platform_->tin(chip).cell_switch().watch_pins(*watch.observer, watch.ports);
      }
    }
    if (ranks_.size() > 1) relay_ = std::make_unique<TraceRelay>(*platform_, traces_);
  }

  /// Every chip has been advanced to now.
  void advance_traces() {
    if (!config_.trace.is_on()) return;
    ranks_.together([this] {
      if (relay_ != nullptr) relay_->rethrow_failure();
      for (const auto& trace : traces_) trace->advance(platform_->now());
    });
  }

  void close_traces(Cycle end) {
    for (const auto& trace : traces_) trace->close(end);
    traces_.clear();
    if (platform_->frames() != nullptr) platform_->frames()->close_capture(end);
  }

  void report(double done) const {
    if (options_.progress) options_.progress(done);
  }

  void warm_up() {
    if (config_.run.warmup_us != "auto") {
      const Cycle cycles =
          begin_ + round_up(cycles_of(config_, std::stod(config_.run.warmup_us)), batch_);
      platform_->measure(cycles, cycles + measure_);
      while (platform_->now() < cycles) {
        warmup_.push_back(run_batch());
        report(0.5 * platform_->now() / cycles);
      }
      return;
    }
    const Cycle most = begin_ + round_up(cycles_of(config_, config_.run.max_warmup_us), batch_);
    WarmupDetector detector;
    bool steady = false;
    while (!steady && platform_->now() < most) {
      steady = detector.add(run_batch());
      report(0.5 * platform_->now() / most);
    }
    auto_verdict_ = steady ? detector.verdict() : detector.give_up();
    warmup_ = detector.batches();
    const Cycle begin = platform_->now() + batch_;
    platform_->measure(begin, begin + measure_);
    warmup_.push_back(run_batch());
  }

  /// Simulates one batch and returns its sums; births are filled in at the end of the run.
  Batch run_batch() {
    const std::size_t index = platform_->now() / batch_;
    platform_->run_to(platform_->now() + batch_);
    advance_traces();
    uint64_t cells = 0, words = 0, latency = 0, age = 0, sources = 0;
    for (const auto& log : platform_->logs()) {
      if (index >= log->batches().size()) continue;
      const DeliveryLog::BatchSum& sum = log->batches()[index];
      cells += sum.cells;
      words += sum.words;
      latency += sum.latency;
    }
    for (std::size_t chip : platform_->own_chips()) {
      age += platform_->terminals(chip).waiting_age(platform_->now());
      sources += platform_->terminals(chip).sources();
    }
    std::vector<uint64_t> sums = {cells, words,   latency,
                                  age,   sources, platform_->injected() - platform_->delivered()};
    ranks_.add_up(sums);
    Batch batch;
    batch.cycles = batch_;
    batch.delivered_cells = sums[0];
    batch.accepted_words = sums[1];
    batch.latency_sum_cycles = sums[2];
    if (sums[4] != 0) {
      batch.source_wait_cycles = static_cast<double>(sums[3]) / static_cast<double>(sums[4]);
    }
    watch_.look(*platform_, topology_, batch.delivered_cells, sums[5]);
    if (config_.run.audit != 0 && ++audits_ % config_.run.audit == 0) audit(*platform_, topology_);
    return batch;
  }

  RunResult collect(Cycle begin, const TimeSpent& spent);
  void fill_births(Cycle begin, RunResult& result);
  void fill_latency(RunResult& result);
  void fill_ports(RunResult& result);
  void derive(RunResult& result);
  void fill_notes(RunResult& result);

  PlatformConfig config_;
  RunOptions options_;
  Ranks& ranks_;
  Topology topology_;
  std::vector<RouteTable> tables_;
  DeadlockProof proof_;
  ReplayReport replay_;
  Cycle batch_ = 0;
  Cycle measure_ = 0;
  Cycle begin_ = 0;  ///< of the warm-up, where the start ends
  double start_wall_s_ = 0;
  ProgressWatch watch_;
  unsigned audits_ = 0;
  std::optional<SteadyStart> auto_verdict_;  ///< of an automatic warm-up
  std::vector<std::string> notes_;
  std::vector<Batch> start_batches_;
  std::vector<Batch> warmup_;
  std::vector<Batch> measured_;
  std::unique_ptr<Platform> platform_;
  std::vector<std::unique_ptr<Trace>> traces_;  ///< the platform's chips hold their observers
  std::unique_ptr<TraceRelay> relay_;           ///< from and to other ranks
};

/// What this rank knows, then what all know; complete at the first rank.
RunResult Run::collect(Cycle begin, const TimeSpent& spent) {
  RunResult result;
  result.config_path = options_.config_path;
  result.config_yaml = print_config(config_);
  result.network =
      config_.topology.kind == "dragonfly"
          ? fmt::format("dragonfly, {} pods of {} TiNs", topology_.pods, topology_.tins_per_pod)
          : config_.topology.kind;
  result.seed = config_.run.seed;
  result.core_mhz = config_.tin.core_mhz;
  result.chips = platform_->chips();
  result.ranks = ranks_.size();
  result.cycles = platform_->now();
  result.wall_s = spent.wall_s;
  result.busiest_cpu_s = spent.cpu_s;
  if (Exchange* exchange = platform_->exchange()) {
    result.waiting_s = exchange->time_spent().wall_s;
    result.busiest_cpu_s -= exchange->time_spent().cpu_s;
  }
  result.cell_hops = platform_->cell_hops();
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  result.peak_rss_bytes = static_cast<uint64_t>(usage.ru_maxrss) * 1024;
  result.cells.injected = platform_->injected();
  result.warmup_cycles = begin;
  result.measure_cycles = measure_;
  result.links = platform_->link_rows();
  result.notes = notes_;
  if (platform_->frames() != nullptr) result.frames = platform_->frames()->counts();
  fill_births(begin, result);
  fill_latency(result);
  fill_ports(result);
  gather_result(ranks_, result);
  if (ranks_.is_first()) derive(result);
  return result;
}

void Run::derive(RunResult& result) {
  for (const Batch& batch : result.batches) {
    result.offered_words += batch.offered_words;
    result.accepted_words += batch.accepted_words;
  }
  for (const ClassResult& of_class : result.classes) {
    result.latency_cycles.merge(of_class.latency_cycles);
  }
  for (const auto& [cause, cells] : lost_by_cause(result.links)) {
    result.cells.dropped_by_cause[cause] = cells;
  }
  result.cells.in_flight = result.cells.injected - result.cells.delivered - result.cells.dropped();
  fill_notes(result);
  result.mean_latency = mean_latency_interval(result.batches);
  result.verdict = judge_run(result.batches, auto_verdict_ ? &*auto_verdict_ : nullptr);
}

void Run::fill_births(Cycle begin, RunResult& result) {
  result.warmup_batches = start_batches_;
  result.warmup_batches.insert(result.warmup_batches.end(), warmup_.begin(), warmup_.end());
  result.batches = measured_;
  const std::size_t first = begin / batch_;
  for (std::size_t chip : platform_->own_chips()) {
    const auto births = platform_->terminals(chip).births(platform_->now());
    for (std::size_t i = 0; i < births.size(); ++i) {
      Batch& batch = i < first ? result.warmup_batches[i] : result.batches[i - first];
      batch.offered_words += births[i].words;
    }
  }
}

void Run::fill_latency(RunResult& result) {
  for (unsigned cls = 0; cls < DeliveryLog::kClasses; ++cls) {
    ClassResult of_class;
    of_class.class_ = cls;
    for (const auto& log : platform_->logs()) {
      if (log->histogram(cls) != nullptr) of_class.latency_cycles.merge(*log->histogram(cls));
    }
    if (of_class.latency_cycles.count() == 0) continue;
    result.classes.push_back(of_class);
  }
  uint64_t damaged = 0;
  for (const auto& log : platform_->logs()) {
    result.hops_sum += log->hops();
    const std::size_t batches = platform_->now() / batch_;
    for (std::size_t i = 0; i < std::min(batches, log->batches().size()); ++i) {
      result.cells.delivered += log->batches()[i].cells;
      result.state_hash += log->batches()[i].hash;
      damaged += log->batches()[i].damaged;
    }
  }
  if (damaged != 0) result.cells.dropped_by_cause["damaged"] = damaged;
}

void Run::fill_ports(RunResult& result) {
  for (std::size_t chip : platform_->own_chips()) {
    const ChipInfo& info = topology_.chips[chip];
    const SwitchEngine& engine = platform_->tin(chip).cell_switch();
    for (unsigned port = 0; port < info.ports.size(); ++port) {
      for (unsigned vc = 0; vc < config_.tin.switch_.vcs; ++vc) {
        const VcCounters c = engine.counters(port, vc);
        if (c.cells == 0 && c.peak_words == 0) continue;
        PortRow row;
        row.chip = static_cast<uint16_t>(chip);
        row.pod = info.pod;
        row.tin = info.tin;
        row.port = static_cast<uint8_t>(port);
        row.kind = info.ports[port].kind;
        row.vc = static_cast<uint8_t>(vc);
        row.cells = c.cells;
        row.words = c.words;
        row.stall_input_cycles = c.stall_input;
        row.stall_output_cycles = c.stall_output;
        row.stall_credit_cycles = c.stall_credit;
        row.stall_queue_cycles = c.stall_queue;
        row.peak_words = c.peak_words;
        result.ports.push_back(row);
      }
      if (const PortHistogram* h = platform_->terminals(chip).port_histogram(port)) {
        result.terminal_ports.push_back(
            {static_cast<uint16_t>(chip), static_cast<uint8_t>(port), *h});
      }
    }
  }
}

void Run::fill_notes(RunResult& result) {
  const std::string forced = platform_->links().plan().note();
  if (!forced.empty()) result.notes.push_back(forced);
  if (const auto bound = traffic_bound(config_, topology_, tables_)) {
    result.bounds.push_back(
        {bound->limited_by, bound->per_chip_ports * config_.tin.core_mhz * 64 / 1000.0,
         fmt::format("{:.4f} port rates per TiN fill the busiest port", bound->per_chip_ports)});
  }
  if (replay_.packets != 0) {
    result.notes.push_back(fmt::format(
        "{} packets, {} cells, {} addresses ({} folded), {} frames not IP, {} cut by the capture, "
        "{} out of order",
        replay_.packets, replay_.cells, replay_.addresses, replay_.folded, replay_.skipped_non_ip,
        replay_.truncated_by_snaplen, replay_.out_of_order));
  }
  result.deadlock_proof = {
      proof_.channels, proof_.dependencies,
      fmt::format("no cycle; longest route {} links", proof_.longest_route_links)};
}

namespace {

/// Ranks that simulate different networks would not notice.
void require_same_config(Ranks& ranks, const PlatformConfig& config) {
  const std::string text = print_config(config);
  const Bytes mine(text.begin(), text.end());
  const Bytes first = ranks.broadcast(mine);
  ranks.together([&] {
    if (mine == first) return;
    throw UsageError(fmt::format(
        "rank {} has another configuration than rank 0; expected the same for all", ranks.rank()));
  });
}

}  // namespace

StartedRun::StartedRun(const PlatformConfig& config, const RunOptions& options) {
  Ranks& ranks = options.ranks != nullptr ? *options.ranks : alone();
  require_same_config(ranks, config);
  ranks.together([&] { run_ = std::make_unique<Run>(config, options); });
  run_->start();
}

StartedRun::~StartedRun() = default;

RunResult StartedRun::finish(const PlatformConfig& config) { return run_->finish(config); }

RunResult run_simulation(const PlatformConfig& config, const RunOptions& options) {
  return StartedRun(config, options).finish(config);
}

}  // namespace tinsim
