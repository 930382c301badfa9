// SPDX-License-Identifier: Apache-2.0
// FEC or gearboxes of one direction of a link as blocks, next to the computation of their effect.
#include "tlm/gnet/link/line_check.h"

#include <fmt/format.h>

#include "base/errors.h"
#include "rtl_models/common/block_slot.h"
#include "rtl_models/parts/fec_frame.h"
#include "rtl_models/rs_fec_decoder/rs_fec_decoder.h"
#include "rtl_models/rs_fec_encoder/rs_fec_encoder.h"
#include "rtl_models/rx_gearbox/rx_gearbox.h"
#include "rtl_models/tx_gearbox/tx_gearbox.h"

namespace tinsim {
namespace {

template <unsigned N>
Bits<N> all_bits(bool value) {
  Bits<N> bits;
  for (unsigned n = 0; value && n < N; ++n) bits.set_bit(n, true);
  return bits;
}

template <unsigned N>
void flip_bits(Bits<N>& bits, const Bits<N>& change) {
  for (std::size_t n = 0; n < bits.words().size(); ++n) bits.words()[n] ^= change.words()[n];
}

/// Effect of the line on the eight words of a codeword.
struct LineWords {
  bool dark = false, stuck = false, stuck_at = false;
  FecFrame wrong;
};

}  // namespace

struct LineCheck::FecBlocks {
  BlockSlot<RsFecEncoder> encoder;
  BlockSlot<RsFecDecoder> decoder;
  std::deque<LineWords> codewords;  ///< whose line words have not all been sent
  unsigned line_word = 0;           ///< of the first of them
};

struct LineCheck::GearBlocks {
  BlockSlot<TxGearbox> tx;
  BlockSlot<RxGearbox> rx;
  std::deque<Bits<66>> waiting;  ///< blocks on the line, with its errors
};

LineCheck::LineCheck(const LineBlocks& blocks, bool fec)
    : name_(blocks.rx_name), sender_(blocks.tx_name) {
  if (fec) {
    fec_ = std::make_unique<FecBlocks>();
    place_block(fec_->encoder, blocks.tx.rs_fec_encoder, {blocks.tx_name, &slot_});
    place_block(fec_->decoder, blocks.rx.rs_fec_decoder, {blocks.rx_name, &slot_});
    fec_->encoder.reset({});
    fec_->decoder.reset({});
  } else {
    gears_ = std::make_unique<GearBlocks>();
    place_block(gears_->tx, blocks.tx.tx_gearbox, {blocks.tx_name, &slot_});
    place_block(gears_->rx, blocks.rx.rx_gearbox, {blocks.rx_name, &slot_});
    gears_->tx.reset({});
    gears_->rx.reset({});
  }
}

LineCheck::~LineCheck() = default;

void LineCheck::step(const Slot& slot) {
  if (fec_ != nullptr)
    step_fec(slot);
  else
    step_gears(slot);
  ++slot_;
}

void LineCheck::step_fec(const Slot& slot) {
  if (slot_ % kBlocksPerFrame == 0) take_codeword(slot);
  if (!slot.dark) expected_.push_back(slot);
  const RsFecDecoder::Out& received = fec_->decoder.out();
  if (received.valid_o) compare(received.block_o, received.bad_o);

  const RsFecEncoder::Out& sent = fec_->encoder.out();
  RsFecDecoder::In arriving;
  if (sent.valid_o) {
    const LineWords& line = fec_->codewords.front();
    if (sent.first_o != (fec_->line_word == 0))
      throw InvariantError(fmt::format("{} cycle {}: the encoder begins a codeword with word {}",
                                       name_, slot_, fec_->line_word));
    arriving.valid_i = !line.dark;
    arriving.first_i = sent.first_o && !line.dark;
    arriving.line_i = line.stuck ? all_bits<70>(line.stuck_at) : Bits<70>(sent.line_o);
    if (!line.stuck) flip_bits(arriving.line_i, line.wrong.line(fec_->line_word));
    if (line.dark) arriving.line_i = {};
    if (++fec_->line_word == kBlocksPerFrame) {
      fec_->line_word = 0;
      fec_->codewords.pop_front();
    }
  }
  fec_->decoder.tick(arriving);
  fec_->encoder.tick({true, slot.sent});
}

void LineCheck::take_codeword(const Slot& slot) {
  LineWords line;
  line.dark = slot.dark;
  line.stuck = slot.stuck;
  line.stuck_at = slot.stuck_at;
  for (unsigned n = 0; n < kBlocksPerFrame; ++n) line.wrong.put_line(n, {});
  for (unsigned symbol = 0; symbol < kRsSymbols; ++symbol)
    line.wrong.flip(symbol, static_cast<std::uint8_t>(slot.wrong[symbol / 8] >> symbol % 8 * 8));
  fec_->codewords.push_back(line);
}

void LineCheck::step_gears(const Slot& slot) {
  expected_.push_back(slot);
  gears_->waiting.push_back(slot.dark ? slot.sent : slot.received);
  const unsigned take = gears_->tx.out().take_o;
  const TxGearbox::Out line = gears_->tx.out();
  const RxGearbox::Out cut = gears_->rx.out();
  for (unsigned n = 0; n < cut.count_o; ++n) compare(n == 0 ? cut.block0_o : cut.block1_o, false);
  TxGearbox::In in;
  if (gears_->waiting.size() >= take) {
    in.enable_i = true;
    in.block0_i = gears_->waiting[0];
    if (take == 2) in.block1_i = gears_->waiting[1];
    gears_->waiting.erase(gears_->waiting.begin(), gears_->waiting.begin() + take);
  }
  gears_->tx.tick(in);
  gears_->rx.tick({line.valid_o, line.line_o, false});
}

void LineCheck::compare(const Bits<66>& block, bool bad) {
  const auto fail = [this](const std::string& what) {
    throw InvariantError(fmt::format(
        "{} cycle {}: {} {}, on the line from {}", name_, slot_,
        fec_ != nullptr ? "rs_fec_encoder or rs_fec_decoder:" : "tx_gearbox or rx_gearbox:", what,
        sender_));
  };
  if (expected_.empty()) fail("a block that was not sent");
  const Slot want = expected_.front();
  expected_.pop_front();
  if (want.dark) return;
  if (block != want.received)
    fail(fmt::format("block_o {:08x} {:08x} {:x}; the link has received {:08x} {:08x} {:x}",
                     block.words()[0], block.words()[1], block.words()[2], want.received.words()[0],
                     want.received.words()[1], want.received.words()[2]));
  if (fec_ != nullptr && bad != want.bad) fail(fmt::format("bad_o {}, expected {}", bad, want.bad));
}

}  // namespace tinsim
