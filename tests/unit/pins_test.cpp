// SPDX-License-Identifier: Apache-2.0
// SystemC pins by name and type: signals bound one by one, and ports that are wide arrays.
#include <gtest/gtest.h>

#include <systemc>

#include "rtl_models/cell_header_codec/cell_header_codec.h"
#include "rtl_models/common/pin_module.h"
#include "rtl_models/islip_arbiter/islip_arbiter.h"
#include "rtl_models/ordered_set_codec/ordered_set_codec.h"
#include "testbench/pin_bench.h"
#include "testbench/stimulus/islip_arbiter_stimulus.h"
#include "testbench/stimulus/random_header.h"

namespace tinsim {
namespace {

using namespace sc_core;

TEST(PinPart, TheHeaderCodecFollowsItsInputs) {
  PinPart<CellHeaderCodec> codec("codec");
  sc_signal<uint64_t> word_in, word_out;
  sc_signal<uint32_t> dst_in, src_in, len_in, type_in, vc_in, hop_in;
  sc_signal<uint32_t> dst_out, src_out, len_out, type_out, vc_out, hop_out;
  sc_signal<bool> trace_in, trace_out, soc, crc, len_error, type_error;
  codec.word_i(word_in), codec.word_o(word_out);
  codec.dst_i(dst_in), codec.src_i(src_in), codec.len_i(len_in), codec.cell_type_i(type_in);
  codec.vc_i(vc_in), codec.hop_i(hop_in), codec.trace_i(trace_in);
  codec.dst_o(dst_out), codec.src_o(src_out), codec.len_o(len_out), codec.cell_type_o(type_out);
  codec.vc_o(vc_out), codec.hop_o(hop_out), codec.trace_o(trace_out);
  codec.soc_error_o(soc), codec.crc_error_o(crc);
  codec.len_error_o(len_error), codec.type_error_o(type_error);
  // An example: dst 0x1234, src 0x0BCD, len 2, type 1, vc 6, hop 12.
  dst_in = 0x1234, src_in = 0x0BCD, len_in = 2, type_in = 1, vc_in = 6, hop_in = 12;
  word_in = 0xBB30C220BCD12341ull;
  sc_start(1, SC_NS);
  EXPECT_EQ(word_out.read(), 0xBB30C220BCD12341ull);
  EXPECT_EQ(dst_out.read(), 0x1234u);
  EXPECT_EQ(hop_out.read(), 12u);
  EXPECT_FALSE(crc.read());
  word_in = 0xBB30C220BCD12340ull;  // one bit of the ordered-set code
  sc_start(1, SC_NS);
  EXPECT_TRUE(soc.read());
  EXPECT_TRUE(crc.read());
}

TEST(PinPart, TheOrderedSetCodecFollowsItsInputs) {
  PinPart<OrderedSetCodec> codec("codec");
  sc_signal<uint64_t> word_in, word_out, body_in, body_out;
  sc_signal<uint32_t> code_in, code_out;
  sc_signal<bool> code_error, crc_error;
  codec.word_i(word_in), codec.code_i(code_in), codec.body_i(body_in);
  codec.word_o(word_out), codec.code_o(code_out), codec.body_o(body_out);
  codec.code_error_o(code_error), codec.crc_error_o(crc_error);
  code_in = 3, body_in = 0x89ABCDEF01234;
  word_in = with_crc(0x89ABCDEF012343);
  sc_start(1, SC_NS);
  EXPECT_EQ(word_out.read(), with_crc(0x89ABCDEF012343));
  EXPECT_EQ(code_out.read(), 3u);
  EXPECT_EQ(body_out.read(), 0x89ABCDEF01234u);
  EXPECT_FALSE(code_error.read() || crc_error.read());
  word_in = word_in.read() ^ 0x8;  // code 11
  sc_start(1, SC_NS);
  EXPECT_TRUE(code_error.read() && crc_error.read());
}

TEST(PinModule, WidePortArraysTravelOverPinsToo) {
  expect_same_on_pins<IslipArbiter<50, 32>, IslipArbiterStimulus<50, 32>>(200);
}

}  // namespace
}  // namespace tinsim
