// SPDX-License-Identifier: Apache-2.0
// Frames of an ExaNet port from its words.
#include "platform/trace/exanet_frame.h"

#include "rtl_models/parts/exanet_credit_word.h"
#include "rtl_models/parts/exanet_ecc.h"
#include "rtl_models/parts/exanet_line.h"
#include "rtl_models/parts/exanet_space.h"

namespace tinsim {

ExanetPart ExanetFrameReader::add(Cycle cycle, const ExanetBusWord& bus) {
  has_ended_ = false;
  if (is_line_) return add_line_word(cycle, bus.word.low);
  if (bus.kind == ExanetKind::kHeader) begin(cycle);
  add_bus_word(cycle, bus);
  return static_cast<ExanetPart>(bus.kind);
}

void ExanetFrameReader::begin(Cycle cycle) {
  frame_ = {};
  frame_.kind = ExanetFrameKind::kPacket;
  frame_.first = cycle;
}

void ExanetFrameReader::add_bus_word(Cycle cycle, const ExanetBusWord& bus) {
  frame_.words.insert(frame_.words.end(), {bus.word.low, bus.word.high});
  if (bus.kind == ExanetKind::kHeader) is_header_bad_ = exanet_decode(bus.word).uncorrectable;
  const ExanetAssembler::State state = assembler_.add(bus);
  if (bus.kind != ExanetKind::kFooter) return;
  frame_.last = cycle;
  frame_.header = assembler_.packet().header;
  frame_.is_damaged = is_header_bad_ || state == ExanetAssembler::State::kBad;
  has_ended_ = true;
}

ExanetPart ExanetFrameReader::end_single(Cycle cycle, uint64_t word, ExanetFrameKind kind) {
  frame_ = {};
  frame_.kind = kind;
  frame_.first = frame_.last = cycle;
  frame_.words = {word};
  frame_.is_damaged = kind == ExanetFrameKind::kStray || !exanet_credit_intact(word);
  has_ended_ = true;
  return kind == ExanetFrameKind::kCredit ? ExanetPart::kCredit : ExanetPart::kStray;
}

ExanetPart ExanetFrameReader::add_start(Cycle cycle, uint64_t word) {
  if (is_exanet_start(word)) {
    begin(magic_);
    frame_.vc = exanet_start_vc(word);
    left_ = exanet_start_words(word) + kExanetFrameWords;
    is_first_ = true;
    state_ = State::kLow;
    return ExanetPart::kStart;
  }
  if (word != kExanetMagic) state_ = State::kHunt;
  magic_ = cycle;
  return end_single(cycle, word, ExanetFrameKind::kStray);
}

ExanetKind ExanetFrameReader::kind_of_next() const {
  if (is_first_) return ExanetKind::kHeader;
  return left_ == 1 ? ExanetKind::kFooter : ExanetKind::kPayload;
}

ExanetPart ExanetFrameReader::add_line_word(Cycle cycle, uint64_t word) {
  switch (state_) {
    case State::kHunt:
      if (word == kExanetMagic) {
        magic_ = cycle;
        state_ = State::kStart;
        return ExanetPart::kMagic;
      }
      return end_single(
          cycle, word,
          word >> 56 == kExanetCreditCode ? ExanetFrameKind::kCredit : ExanetFrameKind::kStray);
    case State::kStart:
      return add_start(cycle, word);
    case State::kLow:
      low_ = word;
      state_ = State::kHigh;
      return static_cast<ExanetPart>(kind_of_next());
    case State::kHigh:
      break;
  }
  const ExanetKind kind = kind_of_next();
  is_first_ = false;
  state_ = --left_ == 0 ? State::kHunt : State::kLow;
  add_bus_word(cycle, {kind, {low_, word}});
  return static_cast<ExanetPart>(kind);
}

}  // namespace tinsim
