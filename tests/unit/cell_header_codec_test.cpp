// SPDX-License-Identifier: Apache-2.0
// Cell header codec: both directions and every error bit.
#include "rtl_models/cell_header_codec/cell_header_codec.h"

#include <gtest/gtest.h>

#include "testbench/stimulus/random_header.h"

namespace tinsim {
namespace {

constexpr std::uint64_t kExample = 0xBB30C220BCD12341;

CellHeaderCodec::Out decode(std::uint64_t word) {
  CellHeaderCodec::In in;
  in.word_i = word;
  return CellHeaderCodec().eval(in);
}

TEST(CellHeaderCodec, DecodesTheExampleWithoutErrors) {
  const auto out = decode(kExample);
  EXPECT_EQ(out.dst_o, 0x1234u);
  EXPECT_EQ(out.src_o, 0x0BCDu);
  EXPECT_EQ(out.len_o, 2u);
  EXPECT_EQ(out.cell_type_o, 1u);
  EXPECT_EQ(out.vc_o, 6u);
  EXPECT_EQ(out.hop_o, 12u);
  EXPECT_FALSE(out.trace_o || out.soc_error_o || out.crc_error_o || out.len_error_o ||
               out.type_error_o);
}

TEST(CellHeaderCodec, EncodesTheExampleWhateverIsDecoded) {
  CellHeaderCodec::In in;
  in.word_i = ~std::uint64_t{0};
  in.dst_i = 0x1234;
  in.src_i = 0x0BCD;
  in.len_i = 2;
  in.cell_type_i = 1;
  in.vc_i = 6;
  in.hop_i = 12;
  EXPECT_EQ(CellHeaderCodec().eval(in).word_o, kExample);
}

TEST(CellHeaderCodec, LengthIsLegalFrom2To20) {
  for (unsigned len = 0; len < 32; ++len) {
    CellHeader header;
    header.len = static_cast<std::uint8_t>(len);
    const auto out = decode(encode_header(header));
    EXPECT_EQ(out.len_error_o, len < 2 || len > 20) << len;
    EXPECT_FALSE(out.crc_error_o || out.soc_error_o || out.type_error_o);
  }
}

TEST(CellHeaderCodec, Types10To14AreReserved) {
  for (unsigned type = 0; type < 16; ++type) {
    CellHeader header;
    header.len = 2;
    header.cell_type = static_cast<std::uint8_t>(type);
    EXPECT_EQ(decode(encode_header(header)).type_error_o, type >= 10 && type <= 14) << type;
  }
}

TEST(CellHeaderCodec, AnotherOrderedSetCodeIsASocErrorAlone) {
  const std::uint64_t example = kExample;
  for (unsigned code = 0; code < 16; ++code) {
    const auto out = decode(with_crc((example & ~std::uint64_t{0xF}) | code));
    EXPECT_EQ(out.soc_error_o, code != 1) << code;
    EXPECT_FALSE(out.crc_error_o);
  }
}

TEST(CellHeaderCodec, AWrongCrcIsACrcErrorAloneAndFieldsStand) {
  const auto out = decode(kExample ^ std::uint64_t{1} << 63);
  EXPECT_TRUE(out.crc_error_o);
  EXPECT_FALSE(out.soc_error_o || out.len_error_o || out.type_error_o);
  EXPECT_EQ(out.dst_o, 0x1234u);
}

}  // namespace
}  // namespace tinsim
