// SPDX-License-Identifier: Apache-2.0
// Random information, and code words with no to three wrong bits, for the ExaNet header code.
#pragma once

#include "rtl_models/exanet_header_ecc/exanet_header_ecc.h"
#include "rtl_models/parts/exanet_ecc.h"
#include "testbench/bench_random.h"

namespace tinsim {

class ExanetHeaderEccStimulus {
 public:
  using In = ExanetHeaderEcc::In;
  using Out = ExanetHeaderEcc::Out;

  explicit ExanetHeaderEccStimulus(std::uint64_t seed) : random_(seed) {}

  In restart() { return {}; }

  In next(const Out&) {
    In in;
    in.info_i = to_bits<120>(info());
    ExanetWord word = exanet_encode(info());
    for (unsigned errors = random_.below(4); errors > 0; --errors) word.flip(random_.below(128));
    if (random_.chance(5)) word = {random_.bits(), random_.bits()};
    in.word_i = to_bits<128>(word);
    return in;
  }

 private:
  /// Words with few ones or few zeros too.
  ExanetWord info() {
    ExanetWord word{random_.bits(), random_.bits()};
    if (random_.chance(20)) word = {};
    if (random_.chance(10)) word = {~std::uint64_t{0}, ~std::uint64_t{0}};
    for (unsigned flips = random_.below(3); flips > 0; --flips) word.flip(random_.below(120));
    word.high &= (std::uint64_t{1} << (kExanetInfoBits - 64)) - 1;
    return word;
  }

  Random random_;
};

}  // namespace tinsim
