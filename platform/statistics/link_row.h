// SPDX-License-Identifier: Apache-2.0
// What happened on one direction of a link in the whole run: slots, cells, errors and their repair.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "platform/network/topology/topology.h"
#include "rtl_models/common/fields.h"
#include "tlm/gnet/link/link_errors.h"

namespace tinsim {

/// What the slots carried, one per cycle (tx_scheduler `kind_o`).
struct SlotCounts {
  uint64_t idle = 0;
  uint64_t timesync = 0;
  uint64_t lat = 0;
  uint64_t phy = 0;
  uint64_t fc = 0;
  uint64_t mos = 0;
  uint64_t cell = 0;  ///< words of cells, headers included
  TIN_FIELDS(idle, timesync, lat, phy, fc, mos, cell)

  uint64_t total() const { return idle + timesync + lat + phy + fc + mos + cell; }
};

/// Cells that were sent and not delivered, by what became of their headers.
struct LostCells {
  uint64_t no_lock = 0;         ///< dark, or the receiver had no block lock
  uint64_t violation = 0;       ///< wrong sync header
  uint64_t bad_codeword = 0;    ///< FEC could not correct
  uint64_t read_as_data = 0;    ///< the sync header said data
  uint64_t header_refused = 0;  ///< CRC, length, type, VC or hop count
  uint64_t set_refused = 0;     ///< read as an ordered set with a wrong CRC or none's code
  uint64_t read_as_set = 0;     ///< read as a good ordered set
  uint64_t not_enabled = 0;     ///< good, but the link was not up
  uint64_t inside_cell = 0;     ///< it came in the middle of what was taken for another cell
  uint64_t undetected = 0;      ///< read as another good header: seen by the simulator alone
  uint64_t output_queue = 0;    ///< never sent: in the output queue when the link failed
  TIN_FIELDS(no_lock, violation, bad_codeword, read_as_data, header_refused, set_refused,
             read_as_set, not_enabled, inside_cell, undetected, output_queue)
};

template <class Counts>
bool any_count(const Counts& counts) {
  uint64_t seen = 0;
  Counts::walk(counts, [&](const char*, uint64_t count) { seen |= count; });
  return seen != 0;
}

/// One direction: the slots that a port sent, and what its far end made of them.
struct LinkRow {
  uint16_t chip = 0;  ///< sender
  uint16_t pod = 0;
  uint16_t tin = 0;
  uint8_t port = 0;
  PortKind kind = PortKind::kUnused;
  uint16_t peer_chip = 0;
  uint8_t peer_port = 0;
  bool wire = false;  ///< simulated at wire fidelity
  uint64_t cells_sent = 0;
  SlotCounts slots;
  LostCells lost;
  LinkErrors errors;

  /// Has a row of its own in links.csv; the others are summed up.
  bool is_of_interest() const { return wire || any_count(lost) || any_count(errors); }
};

/// Directions added up.
struct LinkSum {
  uint64_t directions = 0;
  uint64_t wire = 0;
  uint64_t cells_sent = 0;
  SlotCounts slots;
  LostCells lost;
  LinkErrors errors;

  void add(const LinkRow& row);

  /// FC sets in percent of all slots, and as a mean rate per direction in Gb/s, 64 bits per slot;
  /// 0 without slots.
  double fc_percent() const;
  double fc_gbps(unsigned core_mhz) const;
};

LinkSum sum_of(const std::vector<LinkRow>& rows);

/// Cells lost on links, by cause; damaged cells are not among them, for they are counted where they
/// are discarded. Causes that did not occur are left out.
std::map<std::string, uint64_t> lost_by_cause(const std::vector<LinkRow>& rows);

}  // namespace tinsim
