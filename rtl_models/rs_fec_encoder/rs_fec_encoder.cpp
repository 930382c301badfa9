// SPDX-License-Identifier: Apache-2.0
// RS(70,66) encoder of a global link: eight 66-bit blocks in, eight 70-bit line words out.
#include "rtl_models/rs_fec_encoder/rs_fec_encoder.h"

#include <fmt/format.h>

#include "rtl_models/common/check.h"
#include "rtl_models/common/state.h"

namespace tinsim {

void RsFecEncoder::tick(const In& in) {
  TIN_CHECK(CodewordIsContiguous, in.valid_i || next_ == 0,
            fmt::format("gap with {} blocks missing", kBlocksPerFrame - next_));
  out_ = {};
  // Before the first block of the next codeword overwrites the frame.
  if (last_due_) send(kBlocksPerFrame - 1);
  last_due_ = false;
  if (!in.valid_i) return;
  frame_.put_block(next_, in.block_i);
  // The last bits of line word n arrive with block n + 1.
  if (next_ > 0) send(next_ - 1);
  if (++next_ < kBlocksPerFrame) return;
  frame_.encode();
  last_due_ = true;
  next_ = 0;
}

void RsFecEncoder::send(unsigned n) {
  out_.valid_o = true;
  out_.first_o = n == 0;
  out_.line_o = frame_.line(n);
}

void RsFecEncoder::reset(const In&) { *this = {}; }

void RsFecEncoder::list_state(StateList& state) const {
  state.add("next_block", next_);
  state.add("last_due", last_due_);
}

}  // namespace tinsim
