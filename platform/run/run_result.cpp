// SPDX-License-Identifier: Apache-2.0
// From a simulated platform to the result of its run: counts of this rank, sums over all, derived
// figures.
#include "platform/run/run_result.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>

#include "platform/config/reader.h"
#include "platform/network/network_file.h"
#include "platform/network/topology/export.h"
#include "platform/run/bound_notes.h"
#include "platform/run/gather_result.h"
#include "platform/statistics/host_service.h"

namespace tinsim {
namespace {

/// Identification of the run, and its use of time and memory.
void fill_run(const RunState& state, const TimeSpent& spent, RunResult& result) {
  Platform& platform = *state.platform;
  const PlatformConfig& config = state.config;
  result.config_path = state.config_path;
  result.config_yaml = print_config(config);
  result.network = network_name(config.topology, state.topology);
  result.network_json = network_json(state.topology).dump() + "\n";
  result.seed = config.run.seed;
  result.core_mhz = config.clock_mhz();
  result.word_bits = config.tin.switch_.word_bits;
  if (config.chip == ChipKind::tin) result.header_bytes = config.tin.switch_.header_bytes;
  result.chips = platform.chips();
  result.ranks = platform.ranks().size();
  result.cycles = platform.now();
  result.warmup_cycles = state.begin;
  result.measure_cycles = state.measure;
  result.cut = state.cut;
  result.wall_s = spent.wall_s;
  result.busiest_cpu_s = spent.cpu_s;
  if (Exchange* exchange = platform.exchange()) {
    result.waiting_s = exchange->time_spent().wall_s;
    result.busiest_cpu_s -= exchange->time_spent().cpu_s;
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  result.peak_rss_bytes = static_cast<uint64_t>(usage.ru_maxrss) * 1024;
}

void fill_latency(const RunState& state, RunResult& result) {
  Platform& platform = *state.platform;
  for (unsigned cls = 0; cls < DeliveryLog::kClasses; ++cls) {
    ClassResult of_class;
    of_class.class_ = cls;
    for (const auto& log : platform.logs()) {
      if (log->histogram(cls) != nullptr) of_class.latency_cycles.merge(*log->histogram(cls));
    }
    if (of_class.latency_cycles.count() == 0) continue;
    result.classes.push_back(of_class);
  }
  uint64_t damaged = 0;
  for (const auto& log : platform.logs()) {
    result.hops_sum += log->hops();
    result.hops_cells += log->measured_cells();
    const std::size_t batches = platform.now() / state.batch;
    for (std::size_t i = 0; i < std::min(batches, log->batches().size()); ++i) {
      result.cells.delivered += log->batches()[i].cells;
      result.state_hash += log->batches()[i].hash;
      damaged += log->batches()[i].damaged;
    }
  }
  if (damaged != 0) result.cells.dropped_by_cause["damaged"] = damaged;
  result.failures.counts = platform.failure_counts();
  result.failures.parked_peak = platform.parked_peak();
  result.hops_sum += platform.hops_before_parking();
  const FailureCounts& counts = result.failures.counts;
  if (counts.unreachable != 0) result.cells.dropped_by_cause["unreachable"] = counts.unreachable;
  if (counts.tin_down != 0) result.cells.dropped_by_cause["tin_down"] = counts.tin_down;
}

PortRow port_row(const ChipInfo& info, std::size_t chip, unsigned port, unsigned vc,
                 const VcCounters& c) {
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
  return row;
}

void fill_ports(const RunState& state, RunResult& result) {
  Platform& platform = *state.platform;
  for (std::size_t chip : platform.own_chips()) {
    const ChipInfo& info = state.topology.chips[chip];
    const SwitchEngine& engine = platform.tin(chip).cell_switch();
    for (unsigned port = 0; port < info.ports.size(); ++port) {
      for (unsigned vc = 0; vc < state.config.tin.switch_.vcs; ++vc) {
        const VcCounters c = engine.counters(port, vc);
        if (c.cells == 0 && c.peak_words == 0) continue;
        result.ports.push_back(port_row(info, chip, port, vc, c));
      }
    }
  }
}

void fill_notes(const RunState& state, RunResult& result) {
  const std::string forced = state.platform->links().plan().note();
  if (!forced.empty()) result.notes.push_back(forced);
  if (state.config.chip == ChipKind::exanet)
    result.bounds = exanet_bound_notes(state.config, state.topology);
  else
    result.bounds = bound_notes(state.config, state.topology, state.tables, result);
  const ReplayReport& replay = state.replay;
  if (replay.packets != 0) {
    result.notes.push_back(fmt::format(
        "{} packets, {} cells, {} addresses ({} folded), {} frames not IP, {} cut by the capture, "
        "{} out of order",
        replay.packets, replay.cells, replay.addresses, replay.folded, replay.skipped_non_ip,
        replay.truncated_by_snaplen, replay.out_of_order));
  }
  const DeadlockProof& proof = state.failures != nullptr ? state.failures->proof() : state.proof;
  result.deadlock_proof = {
      proof.channels, proof.dependencies,
      fmt::format("no cycle; longest route {} links", proof.longest_route_links)};
}

/// Figures derived from the counts of all ranks.
void derive(const RunState& state, RunResult& result) {
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
  fill_notes(state, result);
  if (state.failures != nullptr) state.failures->report(state.topology, result);
  const RunFacts facts = facts_of(state);
  result.failures.derive();
  for (const Service* service : state.platform->services()) service->derive(facts, result);
  result.sections.derive({result.measure_cycles, result.core_mhz});
  result.precision = state.precision;
  result.mean_latency = mean_latency_interval(result.batches);
  result.verdict = judge_run(result.batches, state.auto_verdict ? &*state.auto_verdict : nullptr);
  for (const HostService& service : host_services(result)) {
    const RunVerdict of_hosts = judge_service(service);
    if (of_hosts.saturated && !result.verdict.saturated) result.verdict = of_hosts;
  }
  if (!state.cut) return;
  result.verdict.steady = false;
  if (!result.verdict.saturated) result.verdict.reason = cut_text(result);
}

}  // namespace

RunResult collect_result(const RunState& state, const TimeSpent& spent) {
  Platform& platform = *state.platform;
  RunResult result;
  fill_run(state, spent, result);
  result.cell_hops = platform.cell_hops();
  result.cells.injected = platform.injected();
  result.links = platform.link_rows();
  result.notes = state.notes;
  result.warmup_batches = state.warmup;
  result.batches = state.measured;
  fill_latency(state, result);
  fill_ports(state, result);
  const RunFacts facts = facts_of(state);
  platform.services().declare_sections(result.sections);
  for (const Service* service : platform.services()) service->collect(facts, result);
  gather_result(platform.ranks(), result);
  if (platform.ranks().is_first()) derive(state, result);
  return result;
}

}  // namespace tinsim
