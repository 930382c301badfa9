// SPDX-License-Identifier: Apache-2.0
// Switch chip: receive side of a line: gearbox and buffer, or FEC, then the PCS.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstdint>

#include "rtl_models/common/check.h"
#include "rtl_models/pcs_rx/pcs_rx.h"
#include "rtl_models/rs_fec_decoder/rs_fec_decoder.h"
#include "rtl_models/rx_gearbox/rx_gearbox.h"
#include "rtl_models/tin_switch/transmit_line.h"

namespace tinsim {

/// README.md, "Receive line". A stage.
class ReceiveLine {
 public:
  const PcsRx::Out& pcs() const { return pcs_.out(); }
  const RsFecDecoder::Out& fec() const { return decoder_.out(); }
  /// The word that `pcs()` shows is of a codeword that could not be corrected.
  bool bad() const { return bad_; }

  void tick(bool signal, const LineWord& line) {
    PcsRx::In block;
    LineWord word;
    if (signal && line.valid) word = line;
    if (fec_)
      tick_fec(word, block);
    else
      tick_gearbox(word, block);
    const bool was_dark = dark_;
    dark_ = (signals_ >> (kAge - 2 + delay()) & 3) == 0;
    signals_ = signals_ << 1 | signal;
    if (!was_dark) pcs_.tick(block);
    if (dark_) pcs_.reset({});
  }

  void reset(bool fec) {
    *this = ReceiveLine();
    fec_ = fec;
    gearbox_.reset({});
    decoder_.reset({});
    pcs_.reset({});
  }

 private:
  static constexpr unsigned kBlocks = 8;
  static constexpr unsigned kAge = 3;  ///< of the later of two dark cycles, as pcs_rx is reset
  static constexpr unsigned kFecCycles = 12;

  unsigned delay() const { return fec_ ? kFecCycles : 0; }

  void tick_fec(const LineWord& word, PcsRx::In& block) {
    const RsFecDecoder::Out& decoded = decoder_.out();
    block = {decoded.valid_o, decoded.block_o};
    bad_ = decoded.valid_o && decoded.bad_o;
    const LineWord& oldest = framed_[2];
    decoder_.tick({oldest.valid, oldest.first, oldest.line});
    framed_[2] = framed_[1];
    framed_[1] = framed_[0];
    framed_[0] = word;
  }

  void tick_gearbox(const LineWord& word, PcsRx::In& block) {
    const unsigned before = fill_;
    const bool read = run_ && fill_ > 0;
    if (read) {
      block = {true, blocks_[first_]};
      first_ = (first_ + 1) % kBlocks;
      --fill_;
    }
    run_ = before > 0;
    const RxGearbox::Out cut = gearbox_.out();
    TIN_CHECK(LineIsPaced, before + cut.count_o <= kBlocks,
              fmt::format("{} blocks come, {} are waiting", unsigned(cut.count_o), before));
    if (cut.count_o > 0) put(cut.block0_o);
    if (cut.count_o > 1) put(cut.block1_o);
    gearbox_.tick({word.valid, word.line, pcs_.out().slip_o});
  }
  void put(const Bits<66>& block) { blocks_[(first_ + fill_++) % kBlocks] = block; }

  bool fec_ = false;
  std::uint32_t signals_ = 0;  ///< `signal_i` of the last cycles, the last one in bit 0
  bool dark_ = true;           ///< pcs_rx is in reset
  RxGearbox gearbox_;
  std::array<Bits<66>, kBlocks> blocks_{};
  unsigned first_ = 0, fill_ = 0;
  bool run_ = false;  ///< the buffer held a block in the cycle before
  std::array<LineWord, 3> framed_{};
  RsFecDecoder decoder_;
  bool bad_ = false;
  PcsRx pcs_;
};

}  // namespace tinsim
