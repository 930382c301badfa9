// SPDX-License-Identifier: Apache-2.0
// One simulation run: warm-up, measurement, invariants, and the collection of the result.
#include "platform/run.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <utility>

#include "platform/audit.h"
#include "platform/config/reader.h"
#include "platform/cycles.h"
#include "platform/errors.h"
#include "platform/platform.h"
#include "platform/routing/deadlock.h"
#include "platform/topology/export.h"
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
Cycle progress_timeout(const PlatformConfig& config, const Topology& topology,
                       unsigned longest_route_links) {
  const double trip = credit_round_trip(longest_link(config, topology));
  return saturated(cycles_of(config, config.run.progress_timeout_us) + longest_route_links * trip);
}

Cycle round_up(Cycle cycles, Cycle to) { return (cycles + to - 1) / to * to; }

/// Drives one platform through its run, batch by batch.
class Run {
 public:
  Run(const PlatformConfig& config, const RunOptions& options)
      : config_(config),
        options_(options),
        topology_(make_topology(config)),
        tables_(make_route_tables(config, topology_)),
        proof_(prove_deadlock_free(topology_, tables_)),
        watch_(progress_timeout(config, topology_, proof_.longest_route_links)) {
    require_deadlock_free(proof_);
    const Cycle measure = cycles_of(config, config.run.measure_us);
    batch_ = std::max(measure / kBatchesPerMeasurement, kShortestBatch);
    measure_ = round_up(measure, batch_);
    platform_ = std::make_unique<Platform>("tinsim", config, topology_, tables_,
                                           make_traffic(config, topology_, &replay_), batch_);
    const bool keep = terminal_ports() <= kMostPortHistograms;
    for (std::size_t chip = 0; keep && chip < platform_->chips(); ++chip) {
      platform_->terminals(chip).keep_port_histograms();
    }
    attach_traces();
  }

  /// What traces saw of a run that breaks off is worth most.
  RunResult run() try { return run_to_end(); } catch (const InvariantError&) {
    close_traces(kNoCycle);
    throw;
  }

 private:
  RunResult run_to_end() {
    const auto start = std::chrono::steady_clock::now();
    warm_up();
    const Cycle begin = platform_->now();
    platform_->clear_counters();
    while (platform_->now() < begin + measure_) {
      measured_.push_back(run_batch());
      report(0.5 + 0.5 * (platform_->now() - begin) / measure_);
    }
    audit(*platform_, topology_);
    for (std::size_t chip = 0; chip < platform_->chips(); ++chip) {
      const std::string note = platform_->tin(chip).cell_switch().finish(platform_->now());
      if (!note.empty()) notes_.push_back(note);
    }
    close_traces(platform_->now());
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
    return collect(begin, wall.count());
  }

  std::size_t terminal_ports() const {
    std::size_t ports = 0;
    for (const HostInfo& host : topology_.hosts) ports += host.ports;
    return ports;
  }

  void attach_traces() {
    if (!config_.trace.is_on()) return;
    if (options_.trace_folder.empty()) {
      throw ConfigError("trace: has no folder to write to; expected --out DIR");
    }
    traces_ = make_traces(
        {config_, topology_, options_.trace_folder, [this] { return platform_->horizon(); }});
    for (const auto& trace : traces_) {
      for (std::size_t chip = 0; chip < platform_->chips(); ++chip) {
        SwitchObserver* observer = trace->observer(static_cast<unsigned>(chip));
        if (observer != nullptr) platform_->observe(chip, *observer);
        trace->watch_pins(static_cast<unsigned>(chip), platform_->tin(chip).cell_switch());
      }
    }
  }

  void close_traces(Cycle end) {
    for (const auto& trace : traces_) trace->close(end);
    traces_.clear();
  }

  void report(double done) const {
    if (options_.progress) options_.progress(done);
  }

  void warm_up() {
    if (config_.run.warmup_us != "auto") {
      const Cycle cycles = round_up(cycles_of(config_, std::stod(config_.run.warmup_us)), batch_);
      platform_->measure(cycles, cycles + measure_);
      while (platform_->now() < cycles) {
        warmup_.push_back(run_batch());
        report(0.5 * platform_->now() / cycles);
      }
      return;
    }
    const Cycle most = round_up(cycles_of(config_, config_.run.max_warmup_us), batch_);
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
    for (const auto& trace : traces_) trace->advance(platform_->now());
    Batch batch;
    batch.cycles = batch_;
    for (const auto& log : platform_->logs()) {
      if (index >= log->batches().size()) continue;
      const DeliveryLog::BatchSum& sum = log->batches()[index];
      batch.delivered_cells += sum.cells;
      batch.accepted_words += sum.words;
      batch.latency_sum_cycles += sum.latency;
    }
    uint64_t age = 0, sources = 0;
    for (std::size_t chip = 0; chip < platform_->chips(); ++chip) {
      age += platform_->terminals(chip).waiting_age(platform_->now());
      sources += platform_->terminals(chip).sources();
    }
    if (sources != 0) batch.source_wait_cycles = static_cast<double>(age) / sources;
    watch_.look(*platform_, topology_, batch.delivered_cells);
    if (config_.run.audit != 0 && ++audits_ % config_.run.audit == 0) audit(*platform_, topology_);
    return batch;
  }

  RunResult collect(Cycle begin, double wall_s);
  void fill_births(Cycle begin, RunResult& result);
  void fill_latency(RunResult& result);
  void fill_ports(RunResult& result);
  void fill_notes(RunResult& result);

  const PlatformConfig& config_;
  const RunOptions& options_;
  Topology topology_;
  std::vector<RouteTable> tables_;
  DeadlockProof proof_;
  ReplayReport replay_;
  Cycle batch_ = 0;
  Cycle measure_ = 0;
  ProgressWatch watch_;
  unsigned audits_ = 0;
  std::optional<SteadyStart> auto_verdict_;  ///< of an automatic warm-up
  std::vector<std::string> notes_;
  std::vector<Batch> warmup_;
  std::vector<Batch> measured_;
  std::unique_ptr<Platform> platform_;
  std::vector<std::unique_ptr<Trace>> traces_;  ///< the platform's chips hold their observers
};

RunResult Run::collect(Cycle begin, double wall_s) {
  RunResult result;
  result.config_path = options_.config_path;
  result.config_yaml = print_config(config_);
  result.network = network_name(config_.topology, topology_);
  result.seed = config_.run.seed;
  result.core_mhz = config_.tin.core_mhz;
  result.chips = platform_->chips();
  result.cycles = platform_->now();
  result.wall_s = wall_s;
  result.cell_hops = platform_->cell_hops();
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  result.peak_rss_bytes = static_cast<uint64_t>(usage.ru_maxrss) * 1024;
  result.cells.injected = platform_->injected();
  result.warmup_cycles = begin;
  result.measure_cycles = measure_;
  fill_births(begin, result);
  fill_latency(result);
  fill_ports(result);
  fill_notes(result);
  result.mean_latency = mean_latency_interval(result.batches);
  result.verdict = judge_run(result.batches, auto_verdict_ ? &*auto_verdict_ : nullptr);
  return result;
}

void Run::fill_births(Cycle begin, RunResult& result) {
  result.warmup_batches = warmup_;
  result.batches = measured_;
  const std::size_t first = begin / batch_;
  for (std::size_t chip = 0; chip < platform_->chips(); ++chip) {
    const auto births = platform_->terminals(chip).births(platform_->now());
    for (std::size_t i = 0; i < births.size(); ++i) {
      Batch& batch = i < first ? result.warmup_batches[i] : result.batches[i - first];
      batch.offered_words += births[i].words;
    }
  }
  for (const Batch& batch : result.batches) {
    result.offered_words += batch.offered_words;
    result.accepted_words += batch.accepted_words;
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
    result.latency_cycles.merge(of_class.latency_cycles);
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
  result.links = platform_->link_rows();
  result.cells.dropped_by_cause = lost_by_cause(result.links);
  if (damaged != 0) result.cells.dropped_by_cause["damaged"] = damaged;
  result.cells.in_flight = result.cells.injected - result.cells.delivered - result.cells.dropped();
}

void Run::fill_ports(RunResult& result) {
  for (std::size_t chip = 0; chip < platform_->chips(); ++chip) {
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
  result.notes = notes_;
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

}  // namespace

RunResult run_simulation(const PlatformConfig& config, const RunOptions& options) {
  return Run(config, options).run();
}

}  // namespace tinsim
