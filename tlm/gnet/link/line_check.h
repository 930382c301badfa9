// SPDX-License-Identifier: Apache-2.0
// FEC or gearboxes of one direction of a link as blocks, next to the computation of their effect.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>

#include "rtl_models/common/bits.h"
#include "rtl_models/common/block_choices.h"
#include "tlm/gnet/link/noise.h"

namespace tinsim {

/// Choices of both ends of a direction: pcs_tx, rs_fec_encoder and tx_gearbox of the sender,
/// pcs_rx, rs_fec_decoder and rx_gearbox of the receiver.
struct LineBlocks {
  BlockChoices tx, rx;
  std::string tx_name = "sender", rx_name = "receiver";  ///< chip and port

  /// Blocks between the two PCS are chosen.
  bool is_line(bool fec) const {
    return fec ? any_chosen(tx.rs_fec_encoder, rx.rs_fec_decoder)
               : any_chosen(tx.tx_gearbox, rx.rx_gearbox);
  }
};

/// The effect of errors on the decoder is known when a codeword begins (wire_direction.h), the
/// decoder shows it some cycles later. So the blocks get the real line words with their errors,
/// cycle by cycle, and what they give must be what the link has used. A difference is an
/// InvariantError, also where a block is `rtl`.
///
/// Gearboxes get a line word per cycle and 35 blocks in 33 cycles; here a line word waits until the
/// blocks of its bits are there. They see no darkness: what comes of a dark block is not compared.
class LineCheck {
 public:
  struct Slot {
    Bits<66> sent, received;  ///< blocks
    bool dark = false;        ///< nothing is received
    bool bad = false;         ///< the codeword cannot be corrected
    bool stuck = false, stuck_at = false;
    Noise::Mask wrong{};  ///< of the block or, with its first block, of the codeword
  };

  LineCheck(const LineBlocks& blocks, bool fec);
  ~LineCheck();

  /// Slot y = 0, 1, 2, …. Throws InvariantError.
  void step(const Slot& slot);

 private:
  struct FecBlocks;
  struct GearBlocks;

  void step_fec(const Slot& slot);
  void take_codeword(const Slot& slot);
  void step_gears(const Slot& slot);
  void compare(const Bits<66>& block, bool bad);

  std::string name_, sender_;  ///< the ports at both ends
  std::uint64_t slot_ = 0;
  std::unique_ptr<FecBlocks> fec_;  ///< else
  std::unique_ptr<GearBlocks> gears_;
  std::deque<Slot> expected_;  ///< slots whose blocks have not come out yet
};

}  // namespace tinsim
