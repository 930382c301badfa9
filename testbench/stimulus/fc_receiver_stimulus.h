// SPDX-License-Identifier: Apache-2.0
// Cells, credit limits and reports with and without losses, for fc_receiver.
#pragma once

#include "rtl_models/fc_receiver/fc_receiver.h"
#include "rtl_models/parts/credit.h"
#include "rtl_models/parts/ordered_set.h"
#include "testbench/random_stall.h"

namespace tinsim {

template <unsigned kVcs>
class FcReceiverStimulus {
 public:
  using In = typename FcReceiver<kVcs>::In;
  using Out = typename FcReceiver<kVcs>::Out;

  explicit FcReceiverStimulus(std::uint64_t seed) : random_(seed) {}

  In restart() {
    received_ = {};
    return {};
  }

  In next(const Out&) {
    In in;
    in.set_body_i = random_.bits();
    in.cell_vc_i = random_.below(32);
    in.cell_words_i = random_.bits();
    in.set_valid_i = sets_.go(random_);
    const bool report = in.set_valid_i && random_.chance(50);
    if (in.set_valid_i) in.set_body_i = pack_body(set(report));
    if (!report && cells_.go(random_)) cell(in);
    return in;
  }

 private:
  FcBody set(bool report) {
    FcBody body;
    body.init = report;
    const unsigned vcs = random_.chance(70) ? kVcs : 32;  // some are not below V
    for (unsigned n = 0; n < body.limits.size(); ++n) {
      const bool repeated = n > 0 && random_.chance(25);
      body.limits[n] = repeated ? body.limits[random_.below(n)] : entry(random_.below(vcs), report);
      if (repeated && random_.chance(30))
        body.limits[n].limit = static_cast<std::uint16_t>(random_.below(kCreditModulus));
    }
    if (report) keep(body);
    return body;
  }
  CreditLimit entry(unsigned vc, bool report) {
    unsigned count = random_.below(kCreditModulus);
    if (report && vc < kVcs && random_.chance(20))
      count = static_cast<unsigned>(random_.one_bit_off(received_[vc], 12));
    else if (report && vc < kVcs && random_.chance(90))
      count = received_[vc] + (random_.chance(50) ? 0 : random_.below(64));
    return {static_cast<std::uint8_t>(vc), static_cast<std::uint16_t>(count % kCreditModulus)};
  }
  void keep(const FcBody& body) {
    for (unsigned n = body.limits.size(); n-- > 0;)  // of repeated ones the first counts
      if (body.limits[n].vc < kVcs) received_[body.limits[n].vc] = body.limits[n].limit;
  }
  void cell(In& in) {
    in.cell_valid_i = true;
    in.cell_vc_i = random_.below(kVcs);
    in.cell_words_i = random_.range(2, 20);
    auto& received = received_[unsigned(in.cell_vc_i)];
    received = (received + unsigned(in.cell_words_i)) % kCreditModulus;
  }

  Random random_;
  RandomStall sets_, cells_;
  std::array<unsigned, kVcs> received_{};
};

}  // namespace tinsim
