// SPDX-License-Identifier: Apache-2.0
// The result of a run: plain data that the simulation fills and the writer prints.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/cycle_time.h"
#include "base/fields/kinds.h"
#include "platform/network/topology/topology.h"
#include "platform/statistics/cut.h"
#include "platform/statistics/failure_result.h"
#include "platform/statistics/link_row.h"
#include "platform/statistics/precision_result.h"
#include "platform/statistics/section.h"
#include "platform/statistics/steady.h"

namespace tinsim {

/// Cells of the whole run, warm-up included: injected = delivered + dropped + in_flight.
struct CellCounts {
  TIN_RECORD(CellCounts);
  TIN_FIELD(Sum, injected, "cells that entered the network");
  TIN_FIELD(Sum, delivered, "cells whose last word was delivered");
  TIN_FIELD(Derived<uint64_t>, in_flight, "cells in the network at the end of the run");
  TIN_FIELD(Causes, dropped_by_cause, "cells lost on a link, or damaged there, by cause");

  uint64_t dropped() const {
    uint64_t sum = 0;
    for (const auto& [cause, cells] : dropped_by_cause) sum += cells;
    return sum;
  }
};

/// One traffic class in the measurement.
struct ClassResult {
  TIN_RECORD(ClassResult);
  TIN_FIELD_AS(RowKey<unsigned>, class_, "class", "traffic class");
  TIN_FIELD_AS(Times, latency_cycles, "latency", "of the class's delivered cells");

  unsigned key() const { return class_; }
};

/// Cells received by one terminal port in the measurement.
struct TerminalPortResult {
  uint16_t chip = 0;
  uint8_t port = 0;
  PortHistogram latency_cycles;
};

/// One switch port and VC in the measurement. A stall cycle is one in which a whole cell was ready
/// at the head of the input VC's FIFO and did not start to move; it has exactly one cause.
struct PortRow {
  TIN_RECORD(PortRow);
  TIN_FIELD(RowKey<uint16_t>, chip, "number of the chip");
  TIN_FIELD(RowKey<uint16_t>, pod, "its pod");
  TIN_FIELD(RowKey<uint16_t>, tin, "its number in the pod");
  TIN_FIELD(RowKey<uint8_t>, port, "number of the port");
  TIN_FIELD(RowKey<PortKind>, kind, "`local`, `global` or `terminal`");
  TIN_FIELD(RowKey<uint8_t>, vc, "virtual channel of the input");
  TIN_FIELD(Sum, cells, "cells that left the input FIFO");
  TIN_FIELD(Sum, words, "words of those cells");
  TIN_FIELD(Sum, stall_input_cycles, "stalls: the input port was busy with another VC");
  TIN_FIELD(Sum, stall_output_cycles, "stalls: the output was busy, or arbitration was lost");
  TIN_FIELD(Sum, stall_credit_cycles, "stalls: no credit for the next hop");
  TIN_FIELD(Sum, stall_queue_cycles, "stalls: the output queue was full");
  TIN_FIELD(Peak, peak_words, "highest occupancy of the input FIFO");

  uint64_t stall_cycles() const {
    return stall_input_cycles + stall_output_cycles + stall_credit_cycles + stall_queue_cycles;
  }
};

/// A bound on the accepted traffic that theory gives for this network, traffic and routing. Of
/// several, ascending, the last holds in any case.
struct BoundNote {
  TIN_RECORD(BoundNote);
  TIN_FIELD(Derived<std::string>, name, "what bounds, e.g. global links");
  TIN_FIELD(Derived<double>, gbps_per_tin, "the bound");
  TIN_FIELD(Derived<std::string>, text, "formula or reason");
};

/// The channel dependency graph of the routing tables, which was found to have no cycle.
struct ProofNote {
  TIN_RECORD(ProofNote);
  TIN_FIELD(Derived<uint64_t>, channels, "(link, VC) pairs in use");  // 0: no proof was made
  TIN_FIELD(Derived<uint64_t>, dependencies, "edges between them");
  TIN_FIELD(Derived<std::string>, text, "the longest route");
};

struct RankCount : Same<unsigned> {
  static constexpr unsigned initial() { return 1; }
};
struct CoreMhz : Same<double> {
  static constexpr double initial() { return 400; }
};

struct WordBits : Same<uint64_t> {
  static constexpr uint64_t initial() { return 64; }
};

/// Counts of one rank, and figures of all ranks that the first rank derives.
struct RunResult {
  TIN_RECORD(RunResult);
  TIN_FIELD(Local<std::string>, config_path, "the configuration, as the user named it");
  TIN_FIELD(Local<std::string>, config_yaml, "effective configuration, complete");
  TIN_FIELD(Local<std::string>, network, "one line, e.g. dragonfly, 4 pods of 12 TiNs");
  TIN_FIELD(Local<std::string>, network_json, "the links between chips: network_file.h");
  TIN_FIELD(Same<uint64_t>, seed, "seed of all random streams");
  TIN_FIELD(CoreMhz, core_mhz, "clock of the chips");
  TIN_FIELD(WordBits, word_bits, "bits that a port moves per cycle");
  TIN_FIELD(Same<uint64_t>, header_bytes, "of a cell; 0: of chips without cells");
  TIN_FIELD(Same<uint64_t>, chips, "TiNs of the network");

  // How several ranks shared the work.
  TIN_FIELD(RankCount, ranks, "processes");
  TIN_FIELD(BasicSum<double>, waiting_s, "handing over and waiting for each other, of all ranks");
  TIN_FIELD(BasicPeak<double>, busiest_cpu_s, "CPU time of the busiest rank, without that");

  // The whole run.
  TIN_FIELD(Same<uint64_t>, cycles, "simulated, warm-up included");
  TIN_FIELD(Same<double>, wall_s, "wall time of the simulation");
  TIN_FIELD(Sum, cell_hops, "chips that cells passed");
  TIN_FIELD(Sum, peak_rss_bytes, "memory of all ranks");
  TIN_FIELD(Part<CellCounts>, cells, "cells, whole run");
  TIN_FIELD(Sum, state_hash, "sum over all deliveries");
  TIN_FIELD(Local<std::optional<Cut>>, cut, "nothing: the run is whole");

  // The measurement; latency runs from a cell's birth to its last word's delivery.
  TIN_FIELD(Same<uint64_t>, warmup_cycles, "up to the measurement");
  TIN_FIELD(Same<uint64_t>, measure_cycles, "length of the measurement");
  TIN_FIELD(Derived<uint64_t>, offered_words, "born in the measurement");
  TIN_FIELD(Derived<uint64_t>, accepted_words, "delivered in the measurement");
  TIN_FIELD(Derived<Histogram>, latency_cycles, "of the cells delivered in the measurement");
  TIN_FIELD(RowsByKey<ClassResult>, classes, "traffic classes in the measurement");
  TIN_FIELD(Rows<TerminalPortResult>, terminal_ports, "latencies by port; may be empty");
  // Of all cells delivered in the measurement, those of the IP path too, which have no latency.
  TIN_FIELD(Sum, hops_sum, "TiNs traversed by all cells delivered in the measurement");
  TIN_FIELD(Sum, hops_cells, "how many cells they are");
  TIN_FIELD(RowTable<PortRow>, ports, "`ports.csv`: a row per port and VC that moved or stalled");

  // How far the numbers can be trusted.
  TIN_FIELD(RowsByPlace<Batch>, warmup_batches, "batches of the warm-up");
  TIN_FIELD(RowsByPlace<Batch>, batches, "batches of the measurement");
  TIN_FIELD(Local<MeanInterval>, mean_latency, "interval of the mean latency");
  TIN_FIELD(Rows<PrecisionRow>, precision,
            "intervals that a measurement of length `auto` was to reach");
  TIN_FIELD(Local<RunVerdict>, verdict, "whether the network was in balance");

  TIN_FIELD(Rows<std::string>, notes, "remarks on the run");
  TIN_FIELD(Rows<BoundNote>, bounds, "bounds on the accepted traffic, ascending");
  TIN_FIELD(Part<ProofNote>, deadlock_proof, "proof that routes cannot deadlock");
  TIN_FIELD(Part<FailureResult>, failures, "changes of the network and what they cost");
  TIN_FIELD(LinkRows, links, "directions of links, whole run");
  TIN_FIELD(SectionList, sections, "those that services declare");
};

/// Words in `cycles` cycles as a rate per chip in Gb/s, cell headers included; 0 when there were no
/// cycles or no chips.
inline double words_to_gbps(uint64_t words, uint64_t cycles, uint64_t chips, double core_mhz,
                            uint64_t word_bits = 64) {
  if (cycles == 0 || chips == 0) return 0;
  return static_cast<double>(word_bits) * static_cast<double>(words) * core_mhz /
         (1000.0 * static_cast<double>(cycles) * static_cast<double>(chips));
}

}  // namespace tinsim
