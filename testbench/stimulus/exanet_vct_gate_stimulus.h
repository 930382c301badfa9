// SPDX-License-Identifier: Apache-2.0
// Random requests, takes that fit and releases of what was taken, for ExaNet's cut-through gate.
#pragma once

#include <algorithm>

#include "rtl_models/exanet_vct_gate/exanet_vct_gate.h"
#include "rtl_models/parts/exanet_space.h"
#include "rtl_models/parts/exanet_word.h"
#include "testbench/random_stall.h"

namespace tinsim {

template <unsigned kRequests>
class ExanetVctGateStimulus {
 public:
  using In = typename ExanetVctGate<kRequests>::In;
  using Out = typename ExanetVctGate<kRequests>::Out;

  explicit ExanetVctGateStimulus(std::uint64_t seed) : random_(seed) {}

  In restart() {
    straps_ = {};
    for (unsigned vc = 0; vc < 2; ++vc) {
      const bool small = random_.chance(70);
      size_[vc] = {small ? random_.range(0, 12) : random_.below(256),
                   small ? random_.range(0, 90) : random_.below(8192)};
      straps_.header_words_i[vc] = size_[vc].header;
      straps_.payload_words_i[vc] = size_[vc].payload;
    }
    space_ = size_;
    return straps_;
  }

  In next(const Out&) {
    In in = straps_;
    for (unsigned q = 0; q < kRequests; ++q) {
      in.request_valid_i[q] = requests_.go(random_);
      in.request_vc_i[q] = random_.chance(50);
      in.request_words_i[q] = words(in.request_vc_i[q]);
    }
    in.take_vc_i = random_.chance(50);
    in.take_words_i = random_.bits();
    const unsigned vc = in.take_vc_i, wanted = words(vc);
    in.take_valid_i =
        takes_.go(random_) && exanet_fits(space_[vc].header, space_[vc].payload, wanted);
    if (in.take_valid_i) {
      in.take_words_i = wanted;
      space_[vc].header -= kExanetFrameWords;
      space_[vc].payload -= wanted;
    }
    for (unsigned v = 0; v < 2; ++v) {
      if (!releases_.go(random_)) continue;
      in.freed_header_i[v] = free(space_[v].header, size_[v].header);
      in.freed_payload_i[v] = free(space_[v].payload, size_[v].payload);
    }
    return in;
  }

 private:
  struct Words {
    unsigned header = 0, payload = 0;
  };

  /// Often just what there is space for, or one word more.
  unsigned words(unsigned vc) {
    const unsigned space = space_[vc].payload + random_.below(2);
    return random_.chance(50) ? std::min(space, kExanetMaxWords)
                              : random_.range(0, kExanetMaxWords);
  }
  unsigned free(unsigned& space, unsigned size) {
    const unsigned freed = random_.below(std::min(3u, size - space) + 1);
    space += freed;
    return freed;
  }

  Random random_;
  RandomStall requests_, takes_, releases_;
  In straps_;
  std::array<Words, 2> size_{}, space_{};
};

}  // namespace tinsim
