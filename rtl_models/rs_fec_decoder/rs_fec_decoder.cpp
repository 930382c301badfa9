// SPDX-License-Identifier: Apache-2.0
// RS(70,66) decoder of a global link: eight line words in, eight blocks out, two symbols corrected.
#include "rtl_models/rs_fec_decoder/rs_fec_decoder.h"

#include <fmt/format.h>

#include <utility>

#include "rtl_models/common/check.h"
#include "rtl_models/common/state.h"

namespace tinsim {
namespace {

/// From the edge that takes the last line word to the edge that shows the first block.
constexpr unsigned kCorrectEdges = 4;

}  // namespace

void RsFecDecoder::tick(const In& in) {
  check(in);
  out_ = std::exchange(due(0), {});
  if (in.valid_i) {
    frame_.put_line(next_, in.line_i);
    next_ = (next_ + 1) % kBlocksPerFrame;
    if (next_ == 0) correct();
  }
  ++edge_;
}

void RsFecDecoder::check(const In& in) const {
  TIN_CHECK(CodewordIsContiguous, in.valid_i || next_ == 0,
            fmt::format("gap with {} line words missing", kBlocksPerFrame - next_));
  TIN_CHECK(FirstIsMarked, !in.valid_i || in.first_i == (next_ == 0),
            fmt::format("first_i is {} on line word {}", int{in.first_i}, next_));
}

void RsFecDecoder::correct() {
  const RsResult result = frame_.decode();
  for (unsigned n = 0; n < kBlocksPerFrame; ++n) {
    Out& out = due(kCorrectEdges + n);
    out.valid_o = true;
    out.block_o = frame_.block(n);
    out.bad_o = !result.ok;
    out.first_o = n == 0;
    out.corrected_o = n == 0 ? result.corrected : 0;
  }
}

void RsFecDecoder::reset(const In&) { *this = {}; }

void RsFecDecoder::list_state(StateList& state) const {
  state.add("next_word", next_);
  state.add("edges", edge_);
}

}  // namespace tinsim
