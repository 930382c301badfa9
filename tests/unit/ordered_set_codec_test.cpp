// SPDX-License-Identifier: Apache-2.0
// Ordered sets: the layout of each body, CRC, code; and the codec in both directions.
#include "rtl_models/ordered_set_codec/ordered_set_codec.h"

#include <gtest/gtest.h>

#include <boost/crc.hpp>

#include "rtl_models/parts/ordered_set.h"
#include "testbench/stimulus/random_header.h"

namespace tinsim {
namespace {

/// Bits high..low of a control word are ones: the tables of the README count them so.
std::uint64_t ones(unsigned high, unsigned low) {
  return (~std::uint64_t{0} >> (63 - high)) & ~((std::uint64_t{1} << low) - 1);
}
/// The word of `body` without its code and CRC.
template <class Body>
std::uint64_t bits(const Body& body) {
  return pack_body(body) << 4;
}

TEST(OrderedSet, FlowControlHasThreeEntriesOfVcAndLimitThenInit) {
  for (unsigned n = 0; n < 3; ++n) {
    FcBody vc, limit;
    vc.limits[n].vc = 31;
    limit.limits[n].limit = 4095;
    EXPECT_EQ(bits(vc), ones(17 * n + 8, 17 * n + 4)) << n;
    EXPECT_EQ(bits(limit), ones(17 * n + 20, 17 * n + 9)) << n;
  }
  FcBody init;
  init.init = true;
  EXPECT_EQ(bits(init), ones(55, 55));
}

TEST(OrderedSet, FlowControlRepeatsItsLastEntry) {
  const CreditLimit limits[3] = {{1, 100}, {2, 200}, {3, 300}};
  const unsigned expected[4][3] = {{}, {1, 1, 1}, {1, 2, 2}, {1, 2, 3}};
  for (unsigned count = 1; count <= 3; ++count) {
    const FcBody body = unpack_fc(pack_body(make_fc(limits, count, true)));
    for (unsigned n = 0; n < 3; ++n) {
      EXPECT_EQ(body.limits[n].vc, expected[count][n]);
      EXPECT_EQ(body.limits[n].limit, 100 * expected[count][n]);
    }
    EXPECT_TRUE(body.init);
  }
}

TEST(OrderedSet, TimeSyncMosAndLatHaveFourBitsAndFortyEight) {
  const std::uint64_t all = ~std::uint64_t{0};
  EXPECT_EQ(bits(TimeSyncBody{0xF, 0}), ones(7, 4));
  EXPECT_EQ(bits(TimeSyncBody{0, all}), ones(55, 8));
  EXPECT_EQ(bits(MosBody{0xF, 0}), ones(7, 4));
  EXPECT_EQ(bits(MosBody{0, all}), ones(55, 8));
  EXPECT_EQ(bits(LatBody{LatSub::Pong, 0}), ones(4, 4));
  EXPECT_EQ(bits(LatBody{LatSub::Ping, all}), ones(55, 8));
}

TEST(OrderedSet, PhyHasStatePortAddressAndCapabilities) {
  EXPECT_EQ(bits(PhyBody{static_cast<PhyState>(15), 0, 0, 0}), ones(7, 4));
  EXPECT_EQ(bits(PhyBody{PhyState::Down, 0xFF, 0, 0}), ones(15, 8));
  EXPECT_EQ(bits(PhyBody{PhyState::Down, 0, 0xFFFF, 0}), ones(31, 16));
  EXPECT_EQ(bits(PhyBody{PhyState::Down, 0, 0, 0xFFFFFFFF}), ones(55, 32));
  const PhyState states[] = {PhyState::Down,       PhyState::Train,       PhyState::Up,
                             PhyState::LocalFault, PhyState::RemoteFault, PhyState::Idle};
  for (unsigned n = 0; n < 6; ++n) EXPECT_EQ(bits(PhyBody{states[n], 0, 0, 0}), n << 4);
}

TEST(OrderedSet, EveryBodyUnpacksToWhatWasPacked) {
  Random random(1);
  for (int n = 0; n < 1000; ++n) {
    const std::uint64_t body = random.bits() >> 12;
    EXPECT_EQ(pack_body(unpack_fc(body)), body);
    EXPECT_EQ(pack_body(unpack_timesync(body)), body);
    EXPECT_EQ(pack_body(unpack_mos(body)), body);
    EXPECT_EQ(pack_body(unpack_phy(body)), body);
    EXPECT_EQ(pack_body(unpack_lat(body)), body);
  }
}

TEST(OrderedSet, CrcIsThatOfBoost) {
  Random random(2);
  for (int n = 0; n < 1000; ++n) {
    const std::uint64_t word =
        encode_ordered_set({static_cast<std::uint8_t>(random.below(16)), random.bits() >> 12});
    boost::crc_optimal<8, 0x07, 0xFF, 0x00, true, true> oracle;
    for (unsigned byte = 0; byte < 7; ++byte)
      oracle.process_byte(static_cast<unsigned char>(word >> 8 * byte));
    ASSERT_EQ(word >> 56, oracle.checksum());
  }
}

OrderedSetCodec::Out decode(std::uint64_t word) {
  OrderedSetCodec::In in;
  in.word_i = word;
  return OrderedSetCodec().eval(in);
}

TEST(OrderedSetCodec, CodesTwoToSevenAreLegal) {
  for (unsigned code = 0; code < 16; ++code) {
    const auto out = decode(encode_ordered_set({static_cast<std::uint8_t>(code), 0x123}));
    EXPECT_EQ(out.code_error_o, code < 2 || code > 7) << code;
    EXPECT_EQ(out.code_o, code);
    EXPECT_EQ(out.body_o, 0x123u);
    EXPECT_FALSE(out.crc_error_o);
  }
}

TEST(OrderedSetCodec, EveryErrorOfOneTwoAndThreeBitsIsACrcErrorAndFieldsStand) {
  const std::uint64_t word = encode_ordered_set(OrderedSetCode::TimeSync, 0x89ABCDEF01234);
  for (unsigned a = 0; a < 64; ++a)
    for (unsigned b = a; b < 64; ++b)
      for (unsigned c = b; c < 64; ++c) {
        const std::uint64_t hit =
            word ^ (std::uint64_t{1} << a | std::uint64_t{1} << b | std::uint64_t{1} << c);
        const auto out = decode(hit);
        ASSERT_TRUE(out.crc_error_o) << a << " " << b << " " << c;
        ASSERT_EQ(out.code_o, hit & 0xF);
        ASSERT_EQ(out.body_o, hit << 8 >> 12);
      }
}

TEST(OrderedSetCodec, EncodesWhateverIsDecoded) {
  Random random(3);
  for (int n = 0; n < 1000; ++n) {
    OrderedSetCodec::In in;
    in.word_i = random.bits();
    in.code_i = random.bits();
    in.body_i = random.bits();
    const std::uint64_t covered = in.code_i | in.body_i << 4;
    EXPECT_EQ(OrderedSetCodec().eval(in).word_o, with_crc(covered));
  }
}

}  // namespace
}  // namespace tinsim
