// SPDX-License-Identifier: Apache-2.0
// One direction of a link, bit exact: transmit PCS, FEC, noise, FEC, receive PCS, slot by slot.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>

#include "rtl_models/common/block_slot.h"
#include "rtl_models/parts/fec_frame.h"
#include "rtl_models/pcs_rx/pcs_rx.h"
#include "rtl_models/pcs_tx/pcs_tx.h"
#include "tlm/gnet/link/line_check.h"
#include "tlm/gnet/link/link_errors.h"
#include "tlm/gnet/link/noise.h"

namespace tinsim {

/// Inputs of link_rx from the receive PCS (and, `bad_i`, from the FEC decoder) in one cycle.
struct RxSlot {
  bool lock = false, valid = false, control = false;
  std::uint64_t word = 0;
  bool violation = false, bad = false;
};

/// `wire_cycles`: delay of the cable. With `warm_start` the receiver is locked in cycle 0.
struct WireDirectionParams {
  Cycle wire_cycles = 0;
  bool fec = false;
  bool warm_start = false;
  NoiseParams noise;
  std::uint64_t key = 0;  ///< noise_key
  LineBlocks blocks;

  bool has_choices() const {
    return any_chosen(blocks.tx.pcs_tx, blocks.rx.pcs_rx) || blocks.is_line(fec);
  }
};

/// Slot y = 0, 1, 2, …: the word on the transmit pins in cycle y. Its block, or the line word
/// (rs_fec_encoder) that takes its time on the line, ends at the receiver's gearbox in
/// cycle y + kTxToWire + wire_cycles, and there it is dark or stuck, whole. The noise of line word
/// y are its bits 66 y … 66 y + 65, with FEC 70 y … 70 y + 69. Codewords begin with y a multiple of
/// 8; one that is touched by darkness, or by a stuck line, is dark or stuck as a whole.
///
/// Darkness holds the receive PCS in reset, for the slots of which nothing arrives; the alignment
/// is known at once afterwards (no slips), so that 64 good blocks lock. Gearboxes are delay alone.
/// With BlockSlot for `Part`, blocks that are RTL stand for models; line_check.h says how FEC and
/// gearboxes take part.
template <template <class> class Part>
class WireDirectionOf {
 public:
  explicit WireDirectionOf(const WireDirectionParams& params);

  /// Transmit pins to receive pins.
  Cycle link_cycles() const { return link_cycles_; }

  /// The word of the next slot y; returns the receive side's inputs of cycle y + link_cycles().
  /// With FEC this needs no word of later slots: the effect of errors on the decoder depends on the
  /// errors alone, since the code is linear.
  RxSlot step(std::uint64_t word, bool control);

  /// Up to the last step.
  const LineCounters& counters() const { return counters_; }

 private:
  void begin_codeword();
  void begin_block();
  void decode(FecFrame& frame);
  RxSlot receive(const Bits<66>& block);
  void check_slot(unsigned n);

  const bool fec_;
  const Cycle link_cycles_;
  const Cycle to_gearbox_;  ///< from a slot to the end of the line
  Noise noise_;
  Part<PcsTx> tx_;
  Part<PcsRx> rx_;
  std::uint64_t slot_ = 0;
  // Of the current codeword, or block:
  Noise::Line line_ = Noise::Line::Signal;
  bool changed_ = false, bad_ = false;
  Noise::Mask line_errors_{};  ///< if changed
  std::array<Bits<66>, kBlocksPerFrame>
      change_{};  ///< xor of sent and received; if stuck: received
  LineCounters counters_;
  std::unique_ptr<LineCheck> check_;  ///< null: neither FEC nor gearboxes are RTL
};

/// All of its blocks are models.
using WireDirection = WireDirectionOf<PlainPart>;

}  // namespace tinsim
