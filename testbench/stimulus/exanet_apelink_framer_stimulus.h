// SPDX-License-Identifier: Apache-2.0
// Random packets, credit words, and lines with packets, credits and faults, for the APElink framer.
#pragma once

#include <deque>

#include "rtl_models/exanet_apelink_framer/exanet_apelink_framer.h"
#include "rtl_models/parts/exanet_credit_word.h"
#include "rtl_models/parts/exanet_line.h"
#include "rtl_models/parts/exanet_space.h"
#include "testbench/random_stall.h"

namespace tinsim {

class ExanetApelinkFramerStimulus {
 public:
  using In = ExanetApelinkFramer::In;
  using Out = ExanetApelinkFramer::Out;

  explicit ExanetApelinkFramerStimulus(std::uint64_t seed) : random_(seed) {}

  In restart() {
    line_.clear();
    return {};
  }

  In next(const Out&) {
    In in;
    in.packet_valid_i = packets_.go(random_);
    in.packet_vc_i = random_.chance(50);
    in.packet_words_i = in.packet_valid_i ? words() : unsigned(random_.below(64));
    in.word_valid_i = words_.go(random_);
    in.word_i = to_bits<128>({random_.bits(), random_.bits()});
    in.credit_pending_i = random_.chance(20);
    in.credit_word_i = exanet_credit_word(random_.bits() >> 16);
    if (line_.empty()) refill();
    in.line_valid_i = arrivals_.go(random_);
    in.line_i = random_.bits();
    if (in.line_valid_i) {
      in.line_i = line_.front();
      line_.pop_front();
    }
    return in;
  }

 private:
  unsigned words() { return random_.chance(60) ? random_.below(4) : random_.below(33); }

  /// Appends a packet, a credit word or a fault to the line.
  void refill() {
    const unsigned kind = random_.below(20);
    if (kind < 5) {
      line_.push_back(exanet_credit_word(random_.bits() >> 16));
    } else if (kind < 6) {
      line_.push_back(random_.bits());
    } else if (kind < 7) {  // a Start word that is wrong in one bit or has too many words
      line_.push_back(kExanetMagic);
      const std::uint64_t start = exanet_start_word(random_.range(0, 63), random_.chance(50));
      line_.push_back(random_.chance(50) ? start : random_.one_bit_off(start, 64));
    } else {
      for (unsigned magics = random_.chance(10) ? 2 : 1; magics > 0; --magics)
        line_.push_back(kExanetMagic);
      const unsigned payload = words();
      line_.push_back(exanet_start_word(payload, random_.chance(50)));
      for (unsigned n = 2 * (payload + kExanetFrameWords); n > 0; --n)
        line_.push_back(random_.chance(3) ? kExanetMagic : random_.bits());
    }
  }

  Random random_;
  RandomStall packets_, words_, arrivals_;
  std::deque<std::uint64_t> line_;
};

}  // namespace tinsim
