// SPDX-License-Identifier: Apache-2.0
// ExaNet header code: every error of one and two bits, in model and RTL.
#include <gtest/gtest.h>

#include <vector>

#include "Vexanet_header_ecc.h"
#include "rtl_models/common/rtl.h"
#include "rtl_models/exanet_header_ecc/exanet_header_ecc.h"
#include "testbench/bench_random.h"

namespace tinsim {
namespace {

using Ecc = ExanetHeaderEcc;

/// Model or RTL, of which both directions are used.
template <class Block>
class ExanetEccErrors : public ::testing::Test {
 protected:
  Bits<128> encode(const Bits<120>& info) {
    Ecc::In in;
    in.info_i = info;
    return block_.eval(in).word_o;
  }
  Ecc::Out decode(const Bits<128>& word) {
    Ecc::In in;
    in.word_i = word;
    return block_.eval(in);
  }
  /// No bit, every bit, and some at random.
  static std::vector<Bits<120>> samples() {
    Random random(1);
    std::vector<Bits<120>> all(4);
    for (unsigned i = 0; i < 120; ++i) {
      all[1].set_bit(i, true);
      for (unsigned n = 2; n < all.size(); ++n) all[n].set_bit(i, random.chance(50));
    }
    return all;
  }

  Block block_;
};

Bits<128> flipped(Bits<128> word, unsigned bit) {
  word.set_bit(bit, !word.bit(bit));
  return word;
}

using Implementations = ::testing::Types<Ecc, Rtl<Ecc, Vexanet_header_ecc>>;
TYPED_TEST_SUITE(ExanetEccErrors, Implementations);

TYPED_TEST(ExanetEccErrors, EverySingleErrorIsCorrected) {
  for (const Bits<120>& info : this->samples()) {
    const Bits<128> sent = this->encode(info);
    for (unsigned i = 0; i < 128; ++i) {
      const Ecc::Out out = this->decode(flipped(sent, i));
      ASSERT_EQ(out.info_o, info) << i;
      ASSERT_TRUE(out.corrected_o && !out.uncorrectable_o) << i;
      ASSERT_EQ(out.position_o, i);
    }
  }
}

TYPED_TEST(ExanetEccErrors, EveryDoubleErrorIsFound) {
  for (const Bits<120>& info : this->samples()) {
    const Bits<128> sent = this->encode(info);
    for (unsigned i = 0; i < 128; ++i)
      for (unsigned j = i + 1; j < 128; ++j) {
        const Ecc::Out out = this->decode(flipped(flipped(sent, i), j));
        ASSERT_TRUE(out.uncorrectable_o && !out.corrected_o) << i << " " << j;
        ASSERT_EQ(out.position_o, 0u) << i << " " << j;
      }
  }
}

}  // namespace
}  // namespace tinsim
