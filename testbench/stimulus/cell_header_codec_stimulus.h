// SPDX-License-Identifier: Apache-2.0
// Random header words, good and broken, and random fields for the cell header codec.
#pragma once

#include "rtl_models/cell_header_codec/cell_header_codec.h"
#include "testbench/stimulus/random_ends.h"
#include "testbench/stimulus/random_header.h"

namespace tinsim {

class CellHeaderCodecStimulus {
 public:
  using In = CellHeaderCodec::In;
  using Out = CellHeaderCodec::Out;

  explicit CellHeaderCodecStimulus(std::uint64_t seed) : random_(seed) {}

  In restart() { return {}; }
  In next(const Out&) {
    const std::uint64_t fields = with_ends(random_, 1, random_.bits());
    In in;
    in.word_i = word();
    in.dst_i = fields;
    in.src_i = fields >> 16;
    in.len_i = fields >> 32;
    in.cell_type_i = fields >> 37;
    in.vc_i = fields >> 41;
    in.hop_i = fields >> 46;
    in.trace_i = fields >> 51 & 1;
    return in;
  }

 private:
  std::uint64_t word() {
    if (random_.chance(20)) return random_.bits();
    if (random_.chance(20)) return with_crc(random_.bits());
    std::uint64_t word = encode_header(random_header(random_));
    for (unsigned flips = random_.below(4); flips > 0; --flips)
      word ^= std::uint64_t{1} << random_.below(64);
    return word;
  }

  Random random_;
};

}  // namespace tinsim
