// SPDX-License-Identifier: Apache-2.0
// Random takes within credit, credit words of a far end, some damaged, and releases, for ExaNet.
#pragma once

#include <algorithm>

#include "rtl_models/exanet_credit_manager/exanet_credit_manager.h"
#include "rtl_models/parts/exanet_space.h"
#include "testbench/random_stall.h"

namespace tinsim {

class ExanetCreditManagerStimulus {
 public:
  using In = ExanetCreditManager::In;
  using Out = ExanetCreditManager::Out;

  explicit ExanetCreditManagerStimulus(std::uint64_t seed) : random_(seed) {}

  In restart() {
    held_ = {};
    far_ = {};
    for (unsigned vc = 0; vc < 2; ++vc) {
      held_.header_words_i[vc] = random_.chance(30) ? 2 + random_.below(8) : 128;
      held_.payload_words_i[vc] =
          random_.chance(50) ? 32 + random_.below(40) : random_.range(32, 2047);
    }
    registers();
    return held_;
  }

  In next(const Out& out) {
    if (random_.chance(2)) registers();
    In in = held_;
    in.take_vc_i = random_.chance(50);
    in.take_words_i = random_.bits();
    in.rx_word_i = random_.bits();
    receive(in);
    if (takes_.go(random_)) take(in, out);
    if (releases_.go(random_)) {
      for (unsigned vc = 0; vc < 2; ++vc) {
        in.freed_header_i[vc] = random_.below(4);
        in.freed_payload_i[vc] = random_.below(4);
      }
    }
    in.sent_i = random_.chance(out.pending_o ? 30 : 2);
    return in;
  }

 private:
  void registers() {
    held_.tred_i = random_.chance(60) ? kExanetMaxWords : random_.below(80);
    held_.refresh_i = random_.chance(40) ? 0 : random_.below(100);
    held_.health_i = random_.chance(80) ? std::uint64_t{held_.health_i} : random_.bits();
  }
  void take(In& in, const Out& out) {
    const unsigned vc = in.take_vc_i;
    const unsigned credit = unsigned(out.payload_credit_o[vc]);
    const unsigned words = random_.below(std::min(credit, kExanetMaxWords) + 1);
    if (out.header_credit_o[vc] < kExanetFrameWords) return;
    in.take_valid_i = true;
    in.take_words_i = words;
    far_[vc].header += kExanetFrameWords;
    far_[vc].payload += words;
  }
  /// The far end frees words that were taken before, and reports them.
  void receive(In& in) {
    for (Far& far : far_) {
      if (random_.chance(60)) continue;
      free(far.header, far.header_freed);
      free(far.payload, far.payload_freed);
    }
    if (!words_.go(random_)) return;
    ExanetCredits credits;
    for (unsigned vc = 0; vc < 2; ++vc) {
      credits.header[vc] = static_cast<std::uint16_t>(far_[vc].header_freed & 0xff);
      credits.payload[vc] = static_cast<std::uint16_t>(far_[vc].payload_freed & 0xfff);
    }
    credits.health = static_cast<std::uint8_t>(random_.bits());
    if (random_.chance(5)) wrong_count(credits);
    std::uint64_t word = exanet_credit_word(exanet_credit_body(credits));
    if (random_.chance(5)) word = random_.one_bit_off(word, 64);
    in.rx_valid_i = true;
    in.rx_word_i = word;
  }
  /// One word more than is in the far buffer, or a count of some time ago.
  void wrong_count(ExanetCredits& credits) {
    const unsigned vc = random_.below(2), back = random_.range(1, 20);
    const bool more = random_.chance(50);
    if (random_.chance(50))
      credits.header[vc] = (credits.header[vc] + (more ? far_[vc].header + 1 : 256 - back)) & 0xff;
    else
      credits.payload[vc] =
          (credits.payload[vc] + (more ? far_[vc].payload + 1 : 4096 - back)) & 0xfff;
  }
  void free(unsigned& taken, unsigned& freed) {
    const unsigned now = random_.below(std::min(taken, 40u) + 1);
    taken -= now;
    freed += now;
  }

  struct Far {
    unsigned header = 0, payload = 0;  ///< words in its buffers
    unsigned header_freed = 0, payload_freed = 0;
  };

  Random random_;
  RandomStall takes_, words_, releases_;
  In held_;
  std::array<Far, 2> far_{};
};

}  // namespace tinsim
