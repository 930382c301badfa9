// SPDX-License-Identifier: Apache-2.0
// One direction of a link, bit exact: transmit PCS, FEC, noise, FEC, receive PCS, slot by slot.
#include "tlm/gnet/link/wire_direction.h"

#include "rtl_models/parts/ordered_set.h"
#include "tlm/gnet/timing.h"

namespace tinsim {
namespace {

constexpr unsigned kBlockBits = 66, kLineBits = 70, kFrameBits = kLineBits * kBlocksPerFrame;
static_assert(kFrameBits == Noise::kMaxBits);
constexpr Cycle kFecCycles = 12;
/// Lock takes 64 good blocks; 64 blocks are whole codewords.
constexpr unsigned kTrainingBlocks = 64;

/// The frame of eight blocks of zeros: parity is not zero on the line.
FecFrame zero_frame() {
  FecFrame frame;
  for (unsigned n = 0; n < kBlocksPerFrame; ++n) frame.put_block(n, {});
  frame.encode();
  return frame;
}

void flip(Bits<66>& block, const Bits<66>& change) {
  for (std::size_t n = 0; n < block.words().size(); ++n) block.words()[n] ^= change.words()[n];
}

template <unsigned N>
Bits<N> all_of(bool value) {
  Bits<N> bits;
  for (unsigned n = 0; value && n < N; ++n) bits.set_bit(n, true);
  return bits;
}

unsigned ones_of(const Noise::Mask& mask) {
  unsigned ones = 0;
  for (std::uint64_t word : mask) ones += static_cast<unsigned>(__builtin_popcountll(word));
  return ones;
}

bool is_stuck(Noise::Line line) {
  return line == Noise::Line::Stuck0 || line == Noise::Line::Stuck1;
}

}  // namespace

template <template <class> class Part>
WireDirectionOf<Part>::WireDirectionOf(const WireDirectionParams& params)
    : fec_(params.fec),
      link_cycles_(timing::link_cycles(params.wire_cycles) + (params.fec ? kFecCycles : 0)),
      to_gearbox_(timing::kTxToWire + params.wire_cycles),
      noise_(params.noise, params.key) {
  place_block(tx_, params.blocks.tx.pcs_tx, {params.blocks.tx_name, &slot_});
  place_block(rx_, params.blocks.rx.pcs_rx, {params.blocks.rx_name, &slot_});
  tx_.reset({});
  rx_.reset({});
  if (params.blocks.is_line(fec_)) check_ = std::make_unique<LineCheck>(params.blocks, fec_);
  if (!params.warm_start) return;
  const std::uint64_t idle = encode_ordered_set(OrderedSetCode::Idle, 0);
  for (unsigned n = 0; n < kTrainingBlocks; ++n) {
    tx_.tick({true, true, idle});
    receive(tx_.out().block_o);
  }
}

template <template <class> class Part>
RxSlot WireDirectionOf<Part>::step(std::uint64_t word, bool control) {
  tx_.tick({true, control, word});
  const unsigned n = fec_ ? slot_ % kBlocksPerFrame : 0;
  if (!fec_) begin_block();
  if (fec_ && n == 0) begin_codeword();
  if constexpr (!std::is_same_v<Part<PcsTx>, PcsTx>) {
    if (check_ != nullptr) check_slot(n);
  }
  ++slot_;
  if (line_ == Noise::Line::Dark) {
    ++counters_.dark_slots;
    counters_.lock_losses += rx_.out().lock_o;
    rx_.reset({});
    return {};
  }
  Bits<66> block = tx_.out().block_o;
  if (is_stuck(line_)) {
    ++counters_.stuck_slots;
    block = change_[n];
  } else if (changed_) {
    flip(block, change_[n]);
  }
  return receive(block);
}

template <template <class> class Part>
RxSlot WireDirectionOf<Part>::receive(const Bits<66>& block) {
  const bool locked = rx_.out().lock_o;
  rx_.tick({true, block});
  const PcsRx::Out& out = rx_.out();
  counters_.violations += out.violation_o;
  counters_.lock_losses += locked && !out.lock_o;
  return {out.lock_o, out.valid_o, out.control_o, out.word_o, out.violation_o, bad_};
}

// The blocks of the line get what they have in this slot, and what is expected of it.
template <template <class> class Part>
void WireDirectionOf<Part>::check_slot(unsigned n) {
  const Bits<66>& sent = tx_.out().block_o;
  const bool stuck = is_stuck(line_);
  Bits<66> received = stuck ? change_[n] : sent;
  if (!stuck && changed_) flip(received, change_[n]);
  LineCheck::Slot slot;
  slot.sent = sent;
  slot.received = received;
  slot.dark = line_ == Noise::Line::Dark;
  slot.bad = bad_;
  slot.stuck = stuck;
  slot.stuck_at = line_ == Noise::Line::Stuck1;
  if (!stuck && changed_) slot.wrong = line_errors_;
  check_->step(slot);
}

template <template <class> class Part>
void WireDirectionOf<Part>::begin_block() {
  line_ = noise_.line(static_cast<Cycle>(slot_ + to_gearbox_), 1);
  changed_ = false;
  if (line_ == Noise::Line::Dark) return;
  if (is_stuck(line_)) {
    change_[0] = all_of<kBlockBits>(line_ == Noise::Line::Stuck1);
    return;
  }
  Noise::Mask wrong;
  changed_ = noise_.flips(slot_ * kBlockBits, kBlockBits, wrong);
  if (!changed_) return;
  counters_.wrong_bits += ones_of(wrong);
  line_errors_ = wrong;
  change_[0].words() = {static_cast<std::uint32_t>(wrong[0]),
                        static_cast<std::uint32_t>(wrong[0] >> 32),
                        static_cast<std::uint32_t>(wrong[1])};
}

template <template <class> class Part>
void WireDirectionOf<Part>::begin_codeword() {
  line_ = noise_.line(static_cast<Cycle>(slot_ + to_gearbox_), kBlocksPerFrame);
  changed_ = bad_ = false;
  if (line_ == Noise::Line::Dark) return;
  if (is_stuck(line_)) {
    FecFrame frame;
    for (unsigned n = 0; n < kBlocksPerFrame; ++n)
      frame.put_line(n, all_of<kLineBits>(line_ == Noise::Line::Stuck1));
    decode(frame);
    return;
  }
  Noise::Mask wrong;
  changed_ = noise_.flips(slot_ * kLineBits, kFrameBits, wrong);
  if (!changed_) return;
  counters_.wrong_bits += ones_of(wrong);
  line_errors_ = wrong;
  // The code is linear: errors on a frame of zeros leave the change of any other frame's blocks.
  static const FecFrame kZeros = zero_frame();
  FecFrame frame = kZeros;
  for (unsigned symbol = 0; symbol < kRsSymbols; ++symbol)
    frame.flip(symbol, static_cast<std::uint8_t>(wrong[symbol / 8] >> symbol % 8 * 8));
  decode(frame);
}

template <template <class> class Part>
void WireDirectionOf<Part>::decode(FecFrame& frame) {
  const RsResult result = frame.decode();
  bad_ = !result.ok;
  counters_.bad_codewords += bad_;
  counters_.corrected_symbols += result.corrected;
  for (unsigned n = 0; n < kBlocksPerFrame; ++n) change_[n] = frame.block(n);
}

template class WireDirectionOf<PlainPart>;
template class WireDirectionOf<BlockSlot>;

}  // namespace tinsim
