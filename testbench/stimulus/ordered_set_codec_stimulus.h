// SPDX-License-Identifier: Apache-2.0
// Random control words, good and broken, and random sets for the ordered set codec.
#pragma once

#include "rtl_models/ordered_set_codec/ordered_set_codec.h"
#include "testbench/stimulus/random_ends.h"
#include "testbench/stimulus/random_header.h"

namespace tinsim {

class OrderedSetCodecStimulus {
 public:
  using In = OrderedSetCodec::In;
  using Out = OrderedSetCodec::Out;

  explicit OrderedSetCodecStimulus(std::uint64_t seed) : random_(seed) {}

  In restart() { return {}; }
  In next(const Out&) {
    In in;
    in.word_i = word();
    in.code_i = random_.below(16);
    in.body_i = with_ends(random_, 5, random_.bits());
    return in;
  }

 private:
  std::uint64_t word() {
    if (random_.chance(20)) return random_.bits();
    std::uint64_t word = with_crc(with_ends(random_, 2, random_.bits()) << 4 | random_.below(16));
    for (unsigned flips = random_.below(4); flips > 0; --flips)
      word ^= std::uint64_t{1} << random_.below(64);
    return word;
  }

  Random random_;
};

}  // namespace tinsim
