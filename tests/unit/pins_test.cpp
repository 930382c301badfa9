// SPDX-License-Identifier: Apache-2.0
// PinModule: blocks driven through sc_signals behave as the plain models.
#include <gtest/gtest.h>

#include <systemc>

#include "rtl_models/cell_header_codec/cell_header_codec_pins.h"
#include "rtl_models/credit_counter/credit_counter_pins.h"
#include "rtl_models/fc_receiver/fc_receiver_pins.h"
#include "rtl_models/fc_sender/fc_sender_pins.h"
#include "rtl_models/islip_arbiter/islip_arbiter_pins.h"
#include "rtl_models/latency_meter/latency_meter_pins.h"
#include "rtl_models/link_rx/link_rx_pins.h"
#include "rtl_models/link_state/link_state_pins.h"
#include "rtl_models/ordered_set_codec/ordered_set_codec_pins.h"
#include "rtl_models/pcs_rx/pcs_rx_pins.h"
#include "rtl_models/pcs_tx/pcs_tx_pins.h"
#include "rtl_models/route_select/route_select_pins.h"
#include "rtl_models/rs_fec_decoder/rs_fec_decoder_pins.h"
#include "rtl_models/rs_fec_encoder/rs_fec_encoder_pins.h"
#include "rtl_models/rx_gearbox/rx_gearbox_pins.h"
#include "rtl_models/tx_gearbox/tx_gearbox_pins.h"
#include "rtl_models/tx_scheduler/tx_scheduler_pins.h"
#include "rtl_models/vc_fifo/vc_fifo_pins.h"
#include "testbench/pin_bench.h"
#include "testbench/stimulus/credit_counter_stimulus.h"
#include "testbench/stimulus/fc_receiver_stimulus.h"
#include "testbench/stimulus/fc_sender_stimulus.h"
#include "testbench/stimulus/islip_arbiter_stimulus.h"
#include "testbench/stimulus/latency_meter_stimulus.h"
#include "testbench/stimulus/link_rx_stimulus.h"
#include "testbench/stimulus/link_state_stimulus.h"
#include "testbench/stimulus/pcs_rx_stimulus.h"
#include "testbench/stimulus/pcs_tx_stimulus.h"
#include "testbench/stimulus/random_header.h"
#include "testbench/stimulus/route_select_stimulus.h"
#include "testbench/stimulus/rs_fec_decoder_stimulus.h"
#include "testbench/stimulus/rs_fec_encoder_stimulus.h"
#include "testbench/stimulus/rx_gearbox_stimulus.h"
#include "testbench/stimulus/tx_gearbox_stimulus.h"
#include "testbench/stimulus/tx_scheduler_stimulus.h"
#include "testbench/stimulus/vc_fifo_stimulus.h"

namespace tinsim {
namespace {

using namespace sc_core;

TEST(PinModule, CreditCounterBehavesAsThePlainModel) {
  expect_same_on_pins<CreditCounter<4>, CreditCounterPins<CreditCounter<4>>,
                      CreditCounterStimulus<4>>(5000);
}

TEST(PinModule, VcFifoBehavesAsThePlainModel) {
  expect_same_on_pins<VcFifo<4, 64>, VcFifoPins<VcFifo<4, 64>>, VcFifoStimulus<4, 64>>(5000);
}

TEST(PinModule, PcsTxBehavesAsThePlainModel) {
  expect_same_on_pins<PcsTx, PcsTxPins<PcsTx>, PcsTxStimulus>(5000);
}

TEST(PinModule, PcsRxBehavesAsThePlainModel) {
  expect_same_on_pins<PcsRx, PcsRxPins<PcsRx>, PcsRxStimulus>(5000);
}

TEST(PinModule, LinkRxFollowsItsInputsAsThePlainModel) {
  expect_same_on_pins<LinkRx<4>, LinkRxPins<LinkRx<4>>, LinkRxStimulus<4>>(5000);
}

TEST(PinModule, FcReceiverBehavesAsThePlainModel) {
  expect_same_on_pins<FcReceiver<4>, FcReceiverPins<FcReceiver<4>>, FcReceiverStimulus<4>>(5000);
}

TEST(PinModule, RouteSelectBehavesAsThePlainModel) {
  expect_same_on_pins<RouteSelect<4>, RouteSelectPins<RouteSelect<4>>, RouteSelectStimulus<4>>(
      5000);
}

TEST(PinModule, LinkStateBehavesAsThePlainModel) {
  expect_same_on_pins<LinkState, LinkStatePins<LinkState>, LinkStateStimulus>(5000);
}

TEST(PinModule, LatencyMeterBehavesAsThePlainModel) {
  expect_same_on_pins<LatencyMeter, LatencyMeterPins<LatencyMeter>, LatencyMeterStimulus>(5000);
}

TEST(PinModule, RsFecEncoderBehavesAsThePlainModel) {
  expect_same_on_pins<RsFecEncoder, RsFecEncoderPins<RsFecEncoder>, RsFecEncoderStimulus>(5000);
}

TEST(PinModule, RsFecDecoderBehavesAsThePlainModel) {
  expect_same_on_pins<RsFecDecoder, RsFecDecoderPins<RsFecDecoder>, RsFecDecoderStimulus>(5000);
}

TEST(PinModule, FcSenderBehavesAsThePlainModel) {
  expect_same_on_pins<FcSender<4>, FcSenderPins<FcSender<4>>, FcSenderStimulus<4>>(5000);
}

TEST(PinModule, TxGearboxBehavesAsThePlainModel) {
  expect_same_on_pins<TxGearbox, TxGearboxPins<TxGearbox>, TxGearboxStimulus>(5000);
}

TEST(PinModule, RxGearboxBehavesAsThePlainModel) {
  expect_same_on_pins<RxGearbox, RxGearboxPins<RxGearbox>, RxGearboxStimulus>(5000);
}

TEST(PinModule, TxSchedulerFollowsItsInputsAsThePlainModel) {
  expect_same_on_pins<TxScheduler, TxSchedulerPins<TxScheduler>, TxSchedulerStimulus>(5000);
}

TEST(PinPart, TheHeaderCodecFollowsItsInputs) {
  PinPart<CellHeaderCodec, CellHeaderCodecPins<CellHeaderCodec>> codec("codec");
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
  // The example of facts 2.9: dst 0x1234, src 0x0BCD, len 2, type 1, vc 6, hop 12.
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
  PinPart<OrderedSetCodec, OrderedSetCodecPins<OrderedSetCodec>> codec("codec");
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
  expect_same_on_pins<IslipArbiter<50, 32>, IslipArbiterPins<IslipArbiter<50, 32>>,
                      IslipArbiterStimulus<50, 32>>(200);
}

}  // namespace
}  // namespace tinsim
