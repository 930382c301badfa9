// SPDX-License-Identifier: Apache-2.0
// Speed of whole networks of raw cells, packets, 1RMA and both: cell-hops and operations per
// second, bytes per chip, simulated time per second.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <ctime>
#include <map>
#include <string>
#include <systemc>
#include <vector>

#include "platform/statistics/rma_result.h"
#include "platform/validate/load.h"
#include "testbench/run_fresh.h"

namespace {

using tinsim::RunResult;

std::map<std::string, double> speeds;  ///< cell-hops per second, by name

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Runs a configuration and reports on its simulation loop; set-up is not counted in wall time.
/// cpu_hops_per_s divides by the whole process's CPU time, set-up included: less noisy where others
/// share the machine.
void simulate(benchmark::State& state, const std::string& name, const std::string& file,
              const std::vector<std::string>& overrides) {
  const tinsim::PlatformConfig config =
      tinsim::load_config(std::string(TINSIM_SOURCE_DIR "/configs/") + file, overrides);
  RunResult result;
  double cpu = 0;
  uint64_t hops = 0, operations = 0;
  double wall = 0;
  for (auto _ : state) {
    const double start = cpu_seconds();
    result = tinsim::run_fresh(config);
    cpu += cpu_seconds() - start;
    hops += result.cell_hops;
    wall += result.wall_s;
    if (result.sections.find<tinsim::RmaResult>() != nullptr)
      operations += result.sections.get<tinsim::RmaResult>().ended;
    state.SetIterationTime(result.wall_s);
  }
  speeds[name] = static_cast<double>(hops) / wall;
  using benchmark::Counter;
  const double ns = 1000.0 / result.core_mhz * static_cast<double>(result.cycles);
  state.counters["cell_hops_per_s"] = Counter(static_cast<double>(hops), Counter::kIsRate);
  if (operations != 0)
    state.counters["operations_per_s"] = Counter(static_cast<double>(operations), Counter::kIsRate);
  state.counters["cpu_hops_per_s"] = static_cast<double>(hops) / cpu;
  state.counters["simulated_us_per_s"] = ns / 1000 / result.wall_s;
  state.counters["bytes_per_chip"] =
      static_cast<double>(result.peak_rss_bytes) / static_cast<double>(result.chips);
  state.counters["peak_rss_mb"] = static_cast<double>(result.peak_rss_bytes) / 1e6;
}

void add(const std::string& name, const std::string& file, std::vector<std::string> overrides) {
  benchmark::RegisterBenchmark(name.c_str(),
                               [=](benchmark::State& s) { simulate(s, name, file, overrides); })
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond)
      ->MinTime(1.5);
}

const char* const kPackets = "clique_ip/packets";
const char* const kRawCells = "clique_ip/raw_cells";

/// The whole run of the configuration as it stands, and the same network under raw cells: as large
/// as its cells are in the mean (34 cells of 16 to 160 B for a look-up and its acknowledgement), as
/// much of them delivered, routed equally, for as long.
void add_packets_and_raw_cells() {
  add(kPackets, "clique_ip.yaml", {});
  add(kRawCells, "clique.yaml",
      {"run.warmup_us=100", "run.measure_us=100", "traffic.0.load=0.4", "traffic.0.cell_bytes=136",
       "routing.mode=fully_adaptive", "tin.switch.crossbar_speedup=2"});
}

void print_ratio() {
  if (speeds.count(kPackets) == 0 || speeds.count(kRawCells) == 0) return;
  fmt::print("{} at {:.0f} % of the cell-hops/s of {}\n", kPackets,
             100 * speeds[kPackets] / speeds[kRawCells], kRawCells);
}

std::vector<std::string> clique(const std::string& load, const std::string& bytes,
                                const std::string& mode) {
  return {"run.measure_us=31.75", "traffic.0.load=" + load, "traffic.0.cell_bytes=" + bytes,
          "routing.mode=" + mode};
}

/// Reads of 4 KiB, messages of 4 KiB, or half of each, of the same rate together.
void add_hosts(const std::string& name, const std::string& gbps, const std::string& half,
               const std::string& measure) {
  const std::string run = "run.measure_us=" + measure;
  const std::string read = "{op: read, bytes: 4096, outstanding: 64, gbps: ";
  const std::string send = "{pattern: uniform, message_bytes: 4096, gbps: ";
  add(name + "/ip", "ip_pod.yaml", {run, "run.warmup_us=50", "ip_traffic.0.gbps=" + gbps});
  add(name + "/1rma", "rma_pod.yaml", {run, "rma_traffic.0.gbps=" + gbps});
  add(name + "/mixed", "rma_pod.yaml",
      {run, "ip={enabled: true}", "rma_traffic=[" + read + half + "}]",
       "ip_traffic=[" + send + half + "}]"});
}

}  // namespace

int sc_main(int argc, char* argv[]) {
  // Small ones first: peak memory is that of the process, so of the largest network so far.
  add("single_tin/50%/160B", "single_tin.yaml", {"run.measure_us=500"});
  add("pod/30%/160B", "pod.yaml", {"run.measure_us=200"});
  add_hosts("pod/20Gbps/4KiB", "20", "10", "200");
  add_hosts("pod/35Gbps/4KiB", "35", "17.5", "200");
  add("clique/0.3/160/minimal_deterministic", "clique.yaml",
      clique("0.3", "160", "minimal_deterministic"));
  add("clique/0.1/160/minimal_adaptive", "clique.yaml", clique("0.1", "160", "minimal_adaptive"));
  for (const char* mode : {"minimal_adaptive", "fully_adaptive"}) {
    for (const char* load : {"0.3", "0.6"}) {
      for (const char* bytes : {"160", "{min: 16, max: 160}"}) {
        add(fmt::format("clique/{}/{}/{}", load, bytes, mode), "clique.yaml",
            clique(load, bytes, mode));
      }
    }
  }
  add_packets_and_raw_cells();
  add("clique/5Gbps/1rma", "clique_rma.yaml", {"run.measure_us=20"});
  add("clique/60Gbps/1rma", "clique_rma.yaml", {"run.measure_us=20", "rma_traffic.0.gbps=60"});
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  print_ratio();
  return 0;
}
