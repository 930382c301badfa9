// SPDX-License-Identifier: Apache-2.0
// Both ends of a link without FEC at full line rate: PCS, gearbox, a line, gearbox, PCS; one block.
#pragma once

#include <array>

#include "rtl_models/pcs_rx/pcs_rx.h"
#include "rtl_models/pcs_tx/pcs_tx.h"
#include "rtl_models/rx_gearbox/rx_gearbox.h"
#include "rtl_models/tx_gearbox/tx_gearbox.h"
#include "testbench/lossy_line.h"

namespace tinsim {

template <class T>
using Two = std::array<T, 2>;

struct PcsChainIn {
  bool enable_i = false;  ///< a line word is formed; the first `take_o` of the words are used
  Two<bool> valid_i{}, control_i{};
  Two<Bits<64>> word_i{};
  Two<Bits<66>> flips_i{};  ///< wrong bits of the blocks that are taken
  Bits<7> lost_i;           ///< bits that the line loses, 70 at most
  TIN_FIELDS(enable_i, valid_i, control_i, word_i, flips_i, lost_i)
};
struct PcsChainOut {
  Bits<2> take_o, count_o;  ///< blocks taken by the next line word; cut from the last one
  bool slip_o = false, lock_o = false;
  Two<bool> valid_o{}, control_o{};
  Two<Bits<64>> word_o{};
  Two<bool> violation_o{};
  TIN_FIELDS(take_o, count_o, slip_o, lock_o, valid_o, control_o, word_o, violation_o)
};

/// A stage. The PCS of both ends is clocked once per block, so twice in some cycles. After reset
/// two IDLEs wait for the line.
template <class Tx, class TxGear, class RxGear, class Rx>
class PcsChain {
 public:
  using In = PcsChainIn;
  using Out = PcsChainOut;

  explicit PcsChain(unsigned wire_cycles = 0) : wire_cycles_(wire_cycles), line_(wire_cycles) {}

  const Out& out() const { return out_; }
  void tick(const In& in) {
    const bool slip = out_.slip_o;
    out_ = {};
    receive();
    cut(in.lost_i, slip);
    send(in);
    out_.take_o = tx_gear_.out().take_o;
  }
  void reset(const In&) {
    tx_.reset({});
    tx_gear_.reset({});
    rx_gear_.reset({});
    rx_.reset({});
    line_ = LossyLine(wire_cycles_);
    for (auto& block : waiting_) block = encode({});
    out_ = {};
    out_.take_o = tx_gear_.out().take_o;
  }

 private:
  void receive() {
    const auto cut = rx_gear_.out();
    out_.count_o = cut.count_o;
    for (unsigned n = 0; n < cut.count_o; ++n) {
      rx_.tick({true, n == 0 ? cut.block0_o : cut.block1_o});
      const auto& received = rx_.out();
      out_.slip_o |= received.slip_o;
      out_.valid_o[n] = received.valid_o;
      out_.control_o[n] = received.control_o;
      out_.word_o[n] = received.word_o;
      out_.violation_o[n] = received.violation_o;
    }
    out_.lock_o = rx_.out().lock_o;
  }
  void cut(unsigned lost, bool slip) {
    LossyLine::Word sent;
    if (tx_gear_.out().valid_o) sent = tx_gear_.out().line_o;
    const LossyLine::Word arriving = line_.turn(sent, lost);
    rx_gear_.tick({arriving.has_value(), arriving.value_or(Bits<70>()), slip});
  }
  void send(const In& in) {
    typename TxGear::In offered{in.enable_i, waiting_[0], waiting_[1]};
    flip(offered.block0_i, in.flips_i[0]);
    flip(offered.block1_i, in.flips_i[1]);
    const unsigned take = in.enable_i ? static_cast<unsigned>(tx_gear_.out().take_o) : 0;
    tx_gear_.tick(offered);
    for (unsigned n = 0; n < take; ++n) {
      waiting_[0] = waiting_[1];
      waiting_[1] = encode({in.valid_i[n], in.control_i[n], in.word_i[n]});
    }
  }
  Bits<66> encode(const typename Tx::In& word) {
    tx_.tick(word);
    return tx_.out().block_o;
  }
  static void flip(Bits<66>& block, const Bits<66>& flips) {
    for (std::size_t n = 0; n < block.words().size(); ++n) block.words()[n] ^= flips.words()[n];
  }

  unsigned wire_cycles_;
  Tx tx_;
  TxGear tx_gear_;
  LossyLine line_;
  RxGear rx_gear_;
  Rx rx_;
  Two<Bits<66>> waiting_{};
  Out out_;
};

using PcsChainModel = PcsChain<PcsTx, TxGearbox, RxGearbox, PcsRx>;

}  // namespace tinsim
