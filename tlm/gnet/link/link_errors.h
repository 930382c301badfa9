// SPDX-License-Identifier: Apache-2.0
// Errors and recovery of one direction of a link: as counted, and as reported.
#pragma once

#include <cstdint>

#include "rtl_models/common/fields.h"

namespace tinsim {

/// Events on the line.
struct LineCounters {
  std::uint64_t violations = 0;         ///< sync headers 00 and 11 while locked
  std::uint64_t corrected_symbols = 0;  ///< by FEC
  std::uint64_t bad_codewords = 0;      ///< that FEC could not correct
  std::uint64_t lock_losses = 0;        ///< block lock lost
  std::uint64_t wrong_bits = 0;         ///< inverted by noise
  std::uint64_t dark_slots = 0;   ///< slots of which nothing arrived, whole codewords with FEC
  std::uint64_t stuck_slots = 0;  ///< the same for a stuck line
};

/// All zero on a link that was up from the start, without noise and faults.
struct LinkErrors : LineCounters {
  // Cells and their words.
  std::uint64_t cells_damaged = 0;  ///< delivered with wrong payload; the destination discards them
  std::uint64_t words_lost = 0;     ///< of lost cells
  std::uint64_t words_granted_again =
      0;  ///< lost words whose credit was granted again (fc_receiver)

  // Counters of link_rx.
  std::uint64_t header_errors = 0;     ///< refused headers, and words that resemble one
  std::uint64_t set_errors = 0;        ///< control words of unknown code or wrong CRC
  std::uint64_t lost_slots = 0;        ///< outside cells, while locked
  std::uint64_t strays = 0;            ///< data words outside cells; headers and FC while not up
  std::uint64_t words_filled = 0;      ///< replaced in cells, because the slot was lost
  std::uint64_t controls_in_cell = 0;  ///< replaced in cells, because a control word stood there

  // Errors that link_rx cannot detect; a good header or set that is not the one sent is not used.
  std::uint64_t undetected_headers = 0;
  std::uint64_t undetected_sets = 0;

  std::uint64_t retrains = 0;  ///< times the receiver entered UP again
  std::uint64_t fc_lost = 0;   ///< FC sets that a fault took

  TIN_FIELDS(cells_damaged, words_lost, words_granted_again, header_errors, set_errors, lost_slots,
             strays, words_filled, controls_in_cell, undetected_headers, undetected_sets,
             violations, corrected_symbols, bad_codewords, lock_losses, retrains, wrong_bits,
             dark_slots, stuck_slots, fc_lost)
};

}  // namespace tinsim
