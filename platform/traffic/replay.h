// SPDX-License-Identifier: Apache-2.0
// Replay: cells from a recorded trace or capture, shared out to the ports of their hosts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "platform/network/topology/topology.h"
#include "platform/traffic/generator.h"

namespace tinsim {

/// Content of the captures of a run; sums over all replay entries.
struct ReplayReport {
  uint64_t packets = 0;               ///< IP packets replayed (captures only)
  uint64_t cells = 0;                 ///< cells they, and cell traces, became
  uint64_t skipped_non_ip = 0;        ///< frames without a whole, consistent IP header
  uint64_t truncated_by_snaplen = 0;  ///< frames captured in part; replayed at their full length
  uint64_t out_of_order = 0;          ///< frames stamped earlier than one before them; sorted
  uint64_t addresses = 0;  ///< distinct ends; addresses beyond the hosts fold modulo hosts
  uint64_t folded = 0;     ///< addresses that share a host with an earlier one
};

/// One recorded cell.
struct ReplayCell {
  uint64_t cycle;
  uint32_t src;  ///< host number
  uint32_t dst;  ///< host number
  uint8_t words;
  uint8_t cls;
};

/// Largest cycle a replay may reach; leaves room for 2^62 cycles of loops.
constexpr uint64_t kLastReplayCycle = uint64_t{1} << 62;

/// The range of a cell trace's host and class columns.
struct TraceLimits {
  unsigned hosts = 0;
  unsigned classes = 10;
};

/// Reads a CSV cell trace: a header line `cycle,src,dst,bytes,class`, then one cell a line in
/// order of time; empty lines and lines that start with '#' are ignored. Cycles are multiplied by
/// `time_scale`. Throws ConfigError `file:line:col: trace: …; expected …` at the first fault.
std::vector<ReplayCell> read_cell_trace(const std::string& file, double time_scale,
                                        const TraceLimits& limits);

/// Reads a pcap or pcapng file through libpcap. Addresses become hosts 0, 1, … in order of first
/// appearance (source before destination), modulo `hosts`; packets become DATA cells, all born at
/// the packet's time, which counts from the earliest packet. Throws ConfigError
/// `file: …; expected …`, with the number of the packet at fault, counted from 1.
std::vector<ReplayCell> read_capture(const std::string& file, double cycles_per_ns, unsigned hosts,
                                     uint8_t cls, ReplayReport& report);

/// Lengths in words of the DATA cells of an IP packet: an 8-byte header, a 4-byte descriptor and
/// at most 148 bytes of the packet each, rounded up to whole words (docs/reference/assumptions.md).
std::vector<uint8_t> data_cells(uint32_t packet_bytes);

/// Fills the replay part of `tables` (its destinations are read) from cells in order of time:
/// each host's cells take its terminal ports in turn, at the source and at the destination.
/// Stream numbers are positions in `tables.destinations.addresses`.
void share_out(const std::vector<ReplayCell>& cells, const Topology& topology, unsigned stride,
               uint8_t vcs, const TrafficConfig& entry, EntryTables& tables);

}  // namespace tinsim
