// SPDX-License-Identifier: Apache-2.0
// Variant switch: what the model holds of an input and of an output.
#pragma once

#include <array>
#include <cstdint>
#include <deque>

#include "rtl_models/parts/qos.h"

namespace tinsim {

/// A word on its way from the link to the FIFO.
struct VariantWord {
  bool valid = false, sop = false;
  std::uint64_t data = 0;
};

/// Words that an input moves to an output in one cycle.
struct VariantTransfer {
  unsigned count = 0, output = 0;
  bool sop = false;
  std::array<std::uint64_t, 2> words{};
};

/// A cell in a VC FIFO.
struct VariantCell {
  unsigned len = 0, output = 0, output_vc = 0;
};

struct VariantFifo {
  std::deque<VariantCell> cells;
  std::deque<std::uint64_t> words;  ///< of the cell being read, then of these cells
  unsigned room = 0;                ///< words granted and not used by a cell received
  unsigned granted = 0;             ///< since reset, modulo 4096
};

struct VariantInput {
  // From the link: words of a good cell still to be received, and those on their way.
  unsigned left = 0;
  VariantWord received, in_lookup, looked_up;
  unsigned write_vc = 0;

  std::array<VariantFifo, kMaxVcs> fifos;
  unsigned stored = 0;                     ///< words in the memory of the port
  unsigned freed_vc = 0, freed_words = 0;  ///< taken in this cycle
  /// Words still to be written, now and at the beginning of the cycle before, of the last cell of
  /// the FIFO of `write_vc`.
  unsigned missing = 0, missing_before = 0;
  unsigned held = 0;  ///< cycles until the port may be matched again

  // The cell being read.
  unsigned read_vc = 0, read_output = 0, read_left = 0, read_singles = 0;
  bool read_first = false;
  VariantTransfer read;  ///< in the last cycle
};

/// An output queue of one VC.
struct VariantVcQueue {
  std::deque<std::uint64_t> words;
  unsigned cells = 0;
  unsigned reserved = 0;  ///< words of cells that have not begun to leave
};

struct VariantOutput {
  unsigned held = 0;
  VariantTransfer crossing;  ///< on the crossbar's output in the next cycle
  VariantTransfer crossed;   ///< in this cycle
  std::array<VariantVcQueue, kMaxVcs> queues;
  QosPicker picker;
  unsigned push_vc = 0, send_vc = 0, send_left = 0;
};

}  // namespace tinsim
