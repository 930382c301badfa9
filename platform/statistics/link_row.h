// SPDX-License-Identifier: Apache-2.0
// Counts of one direction of a link in the whole run: slots, cells, errors and their repair.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/fields/kinds.h"
#include "platform/network/topology/topology.h"
#include "tlm/gnet/link/link_errors.h"

namespace tinsim {

/// Contents of the slots, one per cycle (tx_scheduler `kind_o`).
struct SlotCounts {
  TIN_RECORD(SlotCounts);
  TIN_FIELD(Sum, idle, "IDLE sets");
  TIN_FIELD(Sum, timesync, "TIMESYNC sets");
  TIN_FIELD(Sum, lat, "LAT sets");
  TIN_FIELD(Sum, phy, "PHY sets");
  TIN_FIELD(Sum, fc, "flow-control sets");
  TIN_FIELD(Sum, mos, "MOS sets");
  TIN_FIELD(Sum, cell, "words of cells, headers included");

  uint64_t total() const { return idle + timesync + lat + phy + fc + mos + cell; }
};

/// Cells that were sent and not delivered, by the state of their headers.
struct LostCells {
  TIN_RECORD(LostCells);
  TIN_FIELD(Sum, no_lock, "the line was dark, or the receiver had no block lock");
  TIN_FIELD(Sum, violation, "wrong sync header");
  TIN_FIELD(Sum, bad_codeword, "FEC could not correct");
  TIN_FIELD(Sum, read_as_data, "the sync header said data");
  TIN_FIELD(Sum, header_refused, "CRC, length, type, VC or hop count");
  TIN_FIELD(Sum, set_refused, "read as an ordered set of unknown code or with a wrong CRC");
  TIN_FIELD(Sum, read_as_set, "read as a good ordered set");
  TIN_FIELD(Sum, not_enabled, "good, but the link was not UP");
  TIN_FIELD(Sum, inside_cell, "in the middle of words that were read as another cell");
  TIN_FIELD(Sum, undetected, "read as another valid header: detected by the simulator only");
  TIN_FIELD(Sum, output_queue, "never sent: in the output queue when the link failed");
};

/// Traffic of one direction or of several in the whole run.
struct LinkTraffic {
  TIN_RECORD(LinkTraffic);
  TIN_FIELD(Sum, cells_sent, "cells whose header was sent");
  TIN_FIELD(Part<SlotCounts>, slots, "slots by content");
};
/// Errors on them.
struct LinkFaults {
  TIN_RECORD(LinkFaults);
  TIN_FIELD_AS(Part<LostCells>, lost, "cells_lost",
               "cells sent and not delivered, by the state of their headers");
  TIN_FIELD(ColumnCounts<LinkErrors>, errors, "errors and their repair");
};

template <class Counts>
bool any_count(const Counts& counts) {
  uint64_t seen = 0;
  Counts::walk(counts, [&](const char*, uint64_t count) { seen |= count; });
  return seen != 0;
}

/// One direction: the slots that a port sent, and the decisions of the receiver.
struct LinkRow : LinkTraffic, LinkFaults {
  uint16_t chip = 0;  ///< sender
  uint16_t pod = 0;
  uint16_t tin = 0;
  uint8_t port = 0;
  PortKind kind = PortKind::kUnused;
  uint16_t peer_chip = 0;
  uint8_t peer_port = 0;
  bool wire = false;       ///< simulated at wire fidelity
  bool full_rate = false;  ///< 70 slots in 66 cycles

  /// Has a row of its own in links.csv; the others are summed up.
  bool is_of_interest() const { return wire || any_count(lost) || any_count(errors); }
};

/// Directions added up.
struct LinkSum : LinkTraffic, LinkFaults {
  TIN_RECORD(LinkSum);
  TIN_FIELD(Sum, directions, "directions of links");
  TIN_FIELD_AS(Sum, wire, "wire_directions", "… that are simulated at wire fidelity");
  TIN_FIELD(Unreported<Sum>, full_rate_slots, "slots of links with 70 in 66 cycles");
  TIN_BASE(LinkTraffic);
  TIN_FIELD(Figure, fc_percent_of_slots, "flow control's share of all slots");
  TIN_FIELD(Figure, fc_gbps_per_direction, "its mean rate, a word per slot");
  TIN_BASE(LinkFaults);

  void add(const LinkRow& row);
  void derive(double core_mhz, uint64_t word_bits) {
    fc_percent_of_slots = fc_percent();
    fc_gbps_per_direction = fc_gbps(core_mhz, word_bits);
  }

  /// FC sets in percent of all slots, and as a mean rate per direction in Gb/s, a word per slot;
  /// 0 without slots.
  double fc_percent() const;
  double fc_gbps(double core_mhz, uint64_t word_bits) const;
};

LinkSum sum_of(const std::vector<LinkRow>& rows);

/// Fidelity of a link, by whether it is simulated at wire fidelity.
struct Fidelity : RowKey<bool> {};
inline std::string cell_of(Fidelity, bool wire, double) { return wire ? "wire" : "cell"; }
std::string_view name_of(PortKind kind);

/// A row of links.csv: a direction of interest, or the sum of the others of a kind.
struct LinkLine : LinkTraffic, LinkFaults {
  TIN_RECORD(LinkLine);
  TIN_FIELD(RowKey<std::optional<uint16_t>>, chip, "the sender; empty: the sum of a kind");
  TIN_FIELD(RowKey<std::optional<uint16_t>>, pod, "its pod");
  TIN_FIELD(RowKey<std::optional<uint16_t>>, tin, "its number in the pod");
  TIN_FIELD(RowKey<std::optional<uint8_t>>, port, "its port");
  TIN_FIELD(RowKey<PortKind>, kind, "`local` or `global`");
  TIN_FIELD(RowKey<std::optional<uint16_t>>, peer_chip, "the receiver");
  TIN_FIELD(RowKey<std::optional<uint8_t>>, peer_port, "its port");
  TIN_FIELD_AS(Fidelity, wire, "fidelity", "`wire` or `cell`");
  TIN_FIELD(Sum, directions, "directions in the row");
  TIN_BASE(LinkTraffic);
  TIN_BASE(LinkFaults);
};
std::vector<LinkLine> link_lines(const std::vector<LinkRow>& rows);

/// Links in summary.json are their sum.
struct LinkRows : Rows<LinkRow> {};

/// Cells lost on links, by cause; damaged cells are not among them, for they are counted where they
/// are discarded. Causes that did not occur are left out.
std::map<std::string, uint64_t> lost_by_cause(const std::vector<LinkRow>& rows);

}  // namespace tinsim
