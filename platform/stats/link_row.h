// SPDX-License-Identifier: Apache-2.0
// What happened on one direction of a link in the whole run: slots, cells, errors and their repair.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "platform/topology/topology.h"
#include "rtl_models/common/fields.h"

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

/// What else went wrong, and what mended it. All zero on a link that was up from the start, without
/// noise and faults.
struct LinkErrors {
  // Cells and their words.
  uint64_t cells_damaged = 0;  ///< delivered with wrong payload; the destination discards them
  uint64_t words_lost = 0;     ///< of lost cells
  uint64_t words_granted_again = 0;  ///< lost words whose credit came back by reports (fc_receiver)

  // What link_rx tells.
  uint64_t header_errors = 0;     ///< refused headers, and what looked like one
  uint64_t set_errors = 0;        ///< control words of unknown code or wrong CRC
  uint64_t lost_slots = 0;        ///< outside cells, while locked
  uint64_t strays = 0;            ///< data words outside cells; headers and FC while not up
  uint64_t words_filled = 0;      ///< replaced in cells, because the slot was lost
  uint64_t controls_in_cell = 0;  ///< replaced in cells, because a control word stood there

  // What it cannot know; a good header or set that is not the one sent is not used.
  uint64_t undetected_headers = 0;
  uint64_t undetected_sets = 0;

  // Line and link.
  uint64_t violations = 0;         ///< sync headers 00 and 11 while locked
  uint64_t corrected_symbols = 0;  ///< by FEC
  uint64_t bad_codewords = 0;      ///< that FEC could not correct
  uint64_t lock_losses = 0;        ///< block lock lost
  uint64_t retrains = 0;           ///< times the receiver came up again
  uint64_t wrong_bits = 0;         ///< inverted by noise
  uint64_t dark_slots = 0;         ///< of which nothing arrived
  uint64_t stuck_slots = 0;        ///< on a stuck line
  uint64_t fc_lost = 0;            ///< FC sets that a fault took

  TIN_FIELDS(cells_damaged, words_lost, words_granted_again, header_errors, set_errors, lost_slots,
             strays, words_filled, controls_in_cell, undetected_headers, undetected_sets,
             violations, corrected_symbols, bad_codewords, lock_losses, retrains, wrong_bits,
             dark_slots, stuck_slots, fc_lost)
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
