// SPDX-License-Identifier: Apache-2.0
// What a run found out: plain data that the simulation fills and the writer prints.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/histogram.h"
#include "platform/network/topology/topology.h"
#include "platform/statistics/cliquemap_result.h"
#include "platform/statistics/cut.h"
#include "platform/statistics/failure_result.h"
#include "platform/statistics/frame_counts.h"
#include "platform/statistics/ip_result.h"
#include "platform/statistics/link_row.h"
#include "platform/statistics/pcie_result.h"
#include "platform/statistics/rma_result.h"
#include "platform/statistics/steady.h"

namespace tinsim {

/// Cells of the whole run, warm-up included: injected = delivered + dropped + in_flight.
struct CellCounts {
  uint64_t injected = 0;
  uint64_t delivered = 0;
  uint64_t in_flight = 0;                            ///< at the end of the run
  std::map<std::string, uint64_t> dropped_by_cause;  ///< lost on a link, or damaged there

  uint64_t dropped() const {
    uint64_t sum = 0;
    for (const auto& [cause, cells] : dropped_by_cause) sum += cells;
    return sum;
  }
};

/// One traffic class in the measurement.
struct ClassResult {
  unsigned class_ = 0;
  Histogram latency_cycles;  ///< its count is the class's delivered cells
};

/// What one terminal port received in the measurement.
struct TerminalPortResult {
  uint16_t chip = 0;
  uint8_t port = 0;
  PortHistogram latency_cycles;
};

/// One switch port and VC in the measurement. A stall cycle is one in which a whole cell was ready
/// at the head of the input VC's FIFO and did not start to move; it has exactly one cause.
struct PortRow {
  uint16_t chip = 0;
  uint16_t pod = 0;
  uint16_t tin = 0;
  uint8_t port = 0;
  PortKind kind = PortKind::kUnused;
  uint8_t vc = 0;
  uint64_t cells = 0;                ///< that left the input FIFO
  uint64_t words = 0;                ///< of those cells
  uint64_t stall_input_cycles = 0;   ///< the input port was busy with another VC
  uint64_t stall_output_cycles = 0;  ///< the output was busy, or arbitration was lost
  uint64_t stall_credit_cycles = 0;  ///< no credit for the next hop
  uint64_t stall_queue_cycles = 0;   ///< the output queue was full
  uint64_t peak_words = 0;           ///< highest occupancy of the input FIFO

  uint64_t stall_cycles() const {
    return stall_input_cycles + stall_output_cycles + stall_credit_cycles + stall_queue_cycles;
  }
};

/// A bound on the accepted traffic that theory gives for this network, traffic and routing. Of
/// several, ascending, the last holds whatever happened.
struct BoundNote {
  std::string name;  ///< e.g. "global links"
  double gbps_per_tin = 0;
  std::string text;  ///< formula or reason
};

/// The channel dependency graph of the routing tables, which was found to have no cycle.
struct ProofNote {
  uint64_t channels = 0;      ///< (link, VC) pairs in use; 0: no proof was made
  uint64_t dependencies = 0;  ///< edges between them
  std::string text;
};

struct RunResult {
  std::string config_path;
  std::string config_yaml;   ///< effective configuration, complete
  std::string network;       ///< one line, e.g. "dragonfly, 4 pods of 12 TiNs"
  std::string network_json;  ///< who is joined to whom: network_file.h
  uint64_t seed = 0;
  unsigned core_mhz = 400;
  uint64_t chips = 0;

  // How several ranks shared the work.
  unsigned ranks = 1;        ///< processes
  double waiting_s = 0;      ///< handing over and waiting for each other, summed over the ranks
  double busiest_cpu_s = 0;  ///< CPU time of the rank that needed most, without that

  // The whole run.
  uint64_t cycles = 0;  ///< simulated, warm-up included
  double wall_s = 0;
  uint64_t cell_hops = 0;
  uint64_t peak_rss_bytes = 0;
  CellCounts cells;
  std::vector<LinkRow> links;  ///< may be empty
  uint64_t state_hash = 0;
  std::optional<FrameCounts> frames;  ///< where frames are replayed or captured

  std::optional<Cut> cut;  ///< nothing: the run is whole

  // The measurement; latency runs from a cell's birth to its last word's delivery.
  uint64_t warmup_cycles = 0;
  uint64_t measure_cycles = 0;
  uint64_t offered_words = 0;   ///< born in the measurement
  uint64_t accepted_words = 0;  ///< delivered in the measurement
  Histogram latency_cycles;     ///< of the cells delivered in the measurement
  std::vector<ClassResult> classes;
  std::vector<TerminalPortResult> terminal_ports;  ///< may be empty
  // Of all cells delivered in the measurement, those of the IP path too, which have no latency.
  uint64_t hops_sum = 0;       ///< TiNs traversed by them
  uint64_t hops_cells = 0;     ///< how many they are
  std::vector<PortRow> ports;  ///< idle rows may be left out

  // How far the numbers can be trusted.
  std::vector<Batch> warmup_batches;
  std::vector<Batch> batches;
  MeanInterval mean_latency;
  RunVerdict verdict;

  // Sections that are printed only when there is something in them.
  std::optional<IpResult> ip;      ///< of chips with an IP path
  std::optional<RmaResult> rma;    ///< of chips with a 1RMA engine
  std::optional<PcieResult> pcie;  ///< likewise
  std::optional<CliqueResult> cliquemap;
  std::vector<std::string> notes;
  std::vector<BoundNote> bounds;
  ProofNote deadlock_proof;
  FailureResult failures;
};

/// Cycles in nanoseconds.
inline double cycles_to_ns(double cycles, unsigned core_mhz) { return cycles * 1000 / core_mhz; }

/// Words in `cycles` cycles as a rate per chip in Gb/s, 64 bits each, cell headers included; 0 when
/// there were no cycles or no chips.
inline double words_to_gbps(uint64_t words, uint64_t cycles, uint64_t chips, unsigned core_mhz) {
  if (cycles == 0 || chips == 0) return 0;
  return 64.0 * static_cast<double>(words) * core_mhz /
         (1000.0 * static_cast<double>(cycles) * static_cast<double>(chips));
}

}  // namespace tinsim
