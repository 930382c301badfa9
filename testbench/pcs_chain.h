// SPDX-License-Identifier: Apache-2.0
// Transmit PCS, a line that flips and loses bits, gearbox and receive PCS: one block.
#pragma once

#include "rtl_models/pcs_rx/pcs_rx.h"
#include "rtl_models/pcs_tx/pcs_tx.h"
#include "testbench/gearbox.h"

namespace tinsim {

struct PcsChainIn {
  bool valid_i = false, control_i = false;
  Bits<64> word_i;
  Bits<66> flips_i;  ///< wrong bits of the block that is on the line in this cycle
  Bits<7> lost_i;    ///< bits that the line loses
  TIN_FIELDS(valid_i, control_i, word_i, flips_i, lost_i)
};
struct PcsChainOut {
  Bits<66> block_o;  ///< before the line
  bool slip_o = false, lock_o = false;
  bool valid_o = false, control_o = false;
  Bits<64> word_o;
  bool violation_o = false;
  TIN_FIELDS(block_o, slip_o, lock_o, valid_o, control_o, word_o, violation_o)
};

/// A stage. Without slips a word of cycle x comes back in cycle x+3: both ends and the gearbox.
template <class Tx, class Rx>
class PcsChain {
 public:
  using In = PcsChainIn;
  using Out = PcsChainOut;

  const Out& out() const { return out_; }
  void tick(const In& in) {
    typename Rx::In arriving;
    if (const auto block = gearbox_.turn(on_the_line(in.flips_i), in.lost_i + out_.slip_o)) {
      arriving.block_valid_i = true;
      arriving.block_i = *block;
    }
    rx_.tick(arriving);
    typename Tx::In sent;
    sent.valid_i = in.valid_i;
    sent.control_i = in.control_i;
    sent.word_i = in.word_i;
    tx_.tick(sent);
    show();
  }
  void reset(const In&) {
    tx_.reset({});
    rx_.reset({});
    gearbox_ = {};
    show();
  }

 private:
  Bits<66> on_the_line(const Bits<66>& flips) const {
    Bits<66> line = out_.block_o;
    for (std::size_t n = 0; n < line.words().size(); ++n) line.words()[n] ^= flips.words()[n];
    return line;
  }
  void show() {
    out_.block_o = tx_.out().block_o;
    const auto& received = rx_.out();
    out_.slip_o = received.slip_o;
    out_.lock_o = received.lock_o;
    out_.valid_o = received.valid_o;
    out_.control_o = received.control_o;
    out_.word_o = received.word_o;
    out_.violation_o = received.violation_o;
  }

  Tx tx_;
  Rx rx_;
  Gearbox gearbox_;
  Out out_;
};

}  // namespace tinsim
