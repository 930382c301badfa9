// SPDX-License-Identifier: Apache-2.0
// An Aurora 64B/66B lane of an APElink: what wrong bits of its blocks make of the words.
#pragma once

#include <cstdint>

#include "rtl_models/parts/scrambler.h"
#include "tlm/exanet/link_end.h"

namespace tinsim {

/// A lane carries a block of 66 bits per cycle: two bits of sync header, 01 before a word and 10
/// before an idle block, and 64 bits scrambled by 1 + x^39 + x^58 (Xilinx SP011, as IEEE 802.3
/// clause 49). The descrambler is linear: it makes the same of errors whatever the word, up to
/// three wrong bits of each, of which two may fall into the next block.
class AuroraLane {
 public:
  /// One cycle. `payload_errors`: wrong bits of the 64, bit 0 first; `sync_errors`: of the header.
  /// A word whose header is no longer that of data is lost; an idle block with one is a word.
  void pass(std::uint64_t payload_errors, unsigned sync_errors, ExanetLineWord& word);

 private:
  ScramblerState errors_{0};  ///< the last 58 wrong bits
};

}  // namespace tinsim
