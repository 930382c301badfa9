// SPDX-License-Identifier: Apache-2.0
// FEC encoder, a line that flips bits, and FEC decoder: one block.
#pragma once

#include "rtl_models/rs_fec_decoder/rs_fec_decoder.h"
#include "rtl_models/rs_fec_encoder/rs_fec_encoder.h"

namespace tinsim {

struct FecLoopIn {
  bool valid_i = false;
  Bits<66> block_i;
  Bits<70> flips_i;  ///< wrong bits of the line word of this cycle
  TIN_FIELDS(valid_i, block_i, flips_i)
};
struct FecLoopOut {
  bool line_valid_o = false, line_first_o = false;
  Bits<70> line_o;  ///< before the line
  bool valid_o = false;
  Bits<66> block_o;
  bool bad_o = false;
  Bits<2> corrected_o;
  bool first_o = false;
  TIN_FIELDS(line_valid_o, line_first_o, line_o, valid_o, block_o, bad_o, corrected_o, first_o)
};

/// A stage. A block of cycle x returns in cycle x+14: two cycles for the encoder, twelve for the
/// decoder.
template <class Encoder, class Decoder>
class FecLoop {
 public:
  using In = FecLoopIn;
  using Out = FecLoopOut;

  const Out& out() const { return out_; }
  void tick(const In& in) {
    typename Decoder::In arriving;
    arriving.valid_i = out_.line_valid_o;
    arriving.first_i = out_.line_first_o;
    arriving.line_i = out_.line_o;
    if (arriving.valid_i)
      for (std::size_t n = 0; n < arriving.line_i.words().size(); ++n)
        arriving.line_i.words()[n] ^= in.flips_i.words()[n];
    decoder_.tick(arriving);
    typename Encoder::In sent;
    sent.valid_i = in.valid_i;
    sent.block_i = in.block_i;
    encoder_.tick(sent);
    show();
  }
  void reset(const In&) {
    encoder_.reset({});
    decoder_.reset({});
    show();
  }

 private:
  void show() {
    const auto& line = encoder_.out();
    out_.line_valid_o = line.valid_o;
    out_.line_first_o = line.first_o;
    out_.line_o = line.line_o;
    const auto& received = decoder_.out();
    out_.valid_o = received.valid_o;
    out_.block_o = received.block_o;
    out_.bad_o = received.bad_o;
    out_.corrected_o = received.corrected_o;
    out_.first_o = received.first_o;
  }

  Encoder encoder_;
  Decoder decoder_;
  Out out_;
};

}  // namespace tinsim
