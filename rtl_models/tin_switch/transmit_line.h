// SPDX-License-Identifier: Apache-2.0
// Switch chip: transmit side of a line: PCS, then FEC or the gearbox at the rate of one block per
// cycle.
#pragma once

#include "rtl_models/pcs_tx/pcs_tx.h"
#include "rtl_models/rs_fec_encoder/rs_fec_encoder.h"
#include "rtl_models/tx_gearbox/tx_gearbox.h"

namespace tinsim {

/// The pins of a line in a cycle.
struct LineWord {
  bool valid = false, first = false;
  Bits<70> line;
};

/// README.md, "Transmit line". A stage.
class TransmitLine {
 public:
  const LineWord& out() const { return out_; }

  void tick(bool control, std::uint64_t word) {
    const Bits<66> block = pcs_.out().block_o;
    const bool pause = pace_ == 0 || pace_ == kSecondPause;
    if (fec_)
      encoder_.tick({started_, block});
    else
      gearbox_.tick({started_ && !pause, paused_ ? kept_ : block, block});
    kept_ = block;
    paused_ = pause;
    pace_ = (pace_ + 1) % kPeriod;
    started_ = true;
    pcs_.tick({true, control, word});
    show();
  }

  void reset(bool fec) {
    *this = TransmitLine();
    fec_ = fec;
    pcs_.reset({});
    gearbox_.reset({});
    encoder_.reset({});
  }

 private:
  static constexpr unsigned kPeriod = 35, kSecondPause = 17;

  void show() {
    if (fec_)
      out_ = {encoder_.out().valid_o, encoder_.out().first_o, encoder_.out().line_o};
    else
      out_ = {gearbox_.out().valid_o, false, gearbox_.out().line_o};
  }

  bool fec_ = false, started_ = false;
  bool paused_ = false;  ///< the cycle before was a pause
  unsigned pace_ = kPeriod - 1;
  Bits<66> kept_;  ///< block of the cycle before
  PcsTx pcs_;
  TxGearbox gearbox_;
  RsFecEncoder encoder_;
  LineWord out_;
};

}  // namespace tinsim
