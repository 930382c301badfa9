// SPDX-License-Identifier: Apache-2.0
// Crossbar: moves one 8-byte word per port and cycle, cells of 2 to 20 words, cut-through.
#include "rtl_models/crossbar/crossbar.h"

#include <fmt/format.h>

#include "rtl_models/common/check.h"
#include "rtl_models/common/state.h"
#include "rtl_models/parts/cell_header.h"

namespace tinsim {

template <unsigned kPorts>
void Crossbar<kPorts>::tick(const In& in) {
  out_ = {};
  for (unsigned input = 0; input < kPorts; ++input) {
    move_word(in, input);
    if (starting_[input].left > 0) {
      current_[input] = starting_[input];
      starting_[input].left = 0;
    }
  }
  for (unsigned port = 0; port < kPorts; ++port) {
    if (in_held_[port] > 0) --in_held_[port];
    if (out_held_[port] > 0) --out_held_[port];
  }
  for (unsigned input = 0; input < kPorts; ++input)
    if (in.start_valid_i[input]) start(in, input);
  // The arbiter matches a cycle before the start it causes, and its match is visible one later.
  constexpr unsigned kMatchAhead = 2;
  for (unsigned port = 0; port < kPorts; ++port) {
    out_.in_busy_o[port] = in_held_[port] > kMatchAhead;
    out_.out_busy_o[port] = out_held_[port] > kMatchAhead;
  }
}

template <unsigned kPorts>
void Crossbar<kPorts>::move_word(const In& in, unsigned input) {
  Transfer& transfer = current_[input];
  const bool expected = transfer.left > 0;
  const bool first = expected && transfer.left == transfer.len;
  TIN_CHECK(WordsFollowStart, in.in_valid_i[input] == expected && in.in_sop_i[input] == first,
            fmt::format("input {}: valid {} sop {}, {} of {} words missing", input,
                        in.in_valid_i[input], in.in_sop_i[input], transfer.left, transfer.len));
  if (!expected) return;
  --transfer.left;
  out_.out_valid_o[transfer.output] = true;
  out_.out_sop_o[transfer.output] = first;
  out_.out_data_o[transfer.output] = in.in_data_i[input];
}

template <unsigned kPorts>
void Crossbar<kPorts>::start(const In& in, unsigned input) {
  const unsigned output = in.start_port_i[input], len = in.start_len_i[input];
  TIN_CHECK(PortInRange, output < kPorts,
            fmt::format("input {} starts to output {} of {}", input, output, kPorts));
  TIN_CHECK(LenIsLegal, len >= kMinCellWords && len <= kMaxCellWords,
            fmt::format("input {}: cell of {} words", input, len));
  TIN_CHECK(NoDoubleStart, in_held_[input] == 0 && out_held_[output] == 0,
            fmt::format("input {} to output {}: held for {} and {} cycles", input, output,
                        in_held_[input], out_held_[output]));
  in_held_[input] = out_held_[output] = static_cast<std::uint8_t>(len);
  starting_[input] = {static_cast<std::uint8_t>(output), static_cast<std::uint8_t>(len),
                      static_cast<std::uint8_t>(len)};
}

template <unsigned kPorts>
void Crossbar<kPorts>::reset(const In&) {
  *this = {};
}

template <unsigned kPorts>
void Crossbar<kPorts>::list_state(StateList& state) const {
  state.add_each("output", current_, [](const Transfer& transfer) { return transfer.output; });
  state.add_each("words_left", current_, [](const Transfer& transfer) { return transfer.left; });
  state.add_each("starting_output", starting_,
                 [](const Transfer& transfer) { return transfer.output; });
  state.add_each("starting_words", starting_,
                 [](const Transfer& transfer) { return transfer.left; });
  state.add("in_held_cycles", in_held_);
  state.add("out_held_cycles", out_held_);
}

template class Crossbar<4>;
template class Crossbar<50>;

}  // namespace tinsim
