// SPDX-License-Identifier: Apache-2.0
// PinModule: blocks driven through sc_signals behave as the plain models.
#include <gtest/gtest.h>

#include <systemc>

#include "rtl_models/cell_header_codec/cell_header_codec_pins.h"
#include "rtl_models/common/pin_module.h"
#include "rtl_models/common/text.h"
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

/// One sc_signal per pin, found by name through the field list.
template <class B, class Pins>
class PinBench {
 public:
  PinBench() : module_("dut"), clk_("clk"), rst_n_("rst_n") {
    module_.clk_i(clk_);
    module_.rst_ni(rst_n_);
    bind<typename B::In>();
    bind<typename B::Out>();
  }
  void reset(const typename B::In& straps) {
    drive(straps);
    rst_n_.write(false);
    clock();
    rst_n_.write(true);
    sc_start(1, SC_NS);
  }
  /// The outputs of a Mealy block then follow these inputs.
  void settle(const typename B::In& in) {
    drive(in);
    sc_start(1, SC_NS);
  }
  void tick(const typename B::In& in) {
    drive(in);
    clock();
  }
  typename B::Out out() {
    typename B::Out result;
    B::Out::zip(result, pins(),
                [](const char*, auto& field, auto& pin) { from_pin_value(pin.read(), field); });
    return result;
  }

 private:
  template <class Bundle>
  void bind() {
    Bundle::walk(pins(), [this](const char*, auto& pin) {
      using Value = std::decay_t<decltype(pin.read())>;
      auto signal = std::make_shared<sc_signal<Value>>();
      pin(*signal);
      signals_.push_back(signal);
    });
  }
  void drive(const typename B::In& in) {
    std::size_t n = 0;
    B::In::zip(in, pins(), [&](const char*, const auto& field, auto& pin) {
      using Value = std::decay_t<decltype(pin.read())>;
      static_cast<sc_signal<Value>*>(signals_[n++].get())->write(to_pin_value(field));
    });
  }
  void clock() {
    clk_.write(false);
    sc_start(1, SC_NS);
    clk_.write(true);
    sc_start(1, SC_NS);
  }
  Pins& pins() { return module_; }

  PinModule<B, Pins> module_;
  sc_signal<bool> clk_, rst_n_;
  std::vector<std::shared_ptr<void>> signals_;
};

template <class B, class Pins, class Stimulus>
void compare(unsigned cycles) {
  PinBench<B, Pins> pins;
  B plain;
  Stimulus stimulus(1);
  Random random(1);
  [[maybe_unused]] typename B::Out before{};
  for (unsigned cycle = 0; cycle < cycles; ++cycle) {
    if (cycle == 0 || random.below(500) == 0) {
      const auto straps = stimulus.restart();
      plain.reset(straps);
      pins.reset(straps);
      before = {};
    }
    typename B::In in;
    typename B::Out want;
    if constexpr (kIsMealy<B>) {
      in = stimulus.next(before);
      want = before = plain.eval(in);
      pins.settle(in);
    } else {
      want = plain.out();
      in = stimulus.next(want);
    }
    const auto got = pins.out();
    B::Out::zip(want, got, [&](const char* name, const auto& a, const auto& b) {
      ASSERT_TRUE(a == b) << "cycle " << cycle << " " << name << ": " << to_text(a) << " but pin "
                          << to_text(b);
    });
    if (::testing::Test::HasFatalFailure()) return;
    plain.tick(in);
    pins.tick(in);
  }
}

TEST(PinModule, CreditCounterBehavesAsThePlainModel) {
  compare<CreditCounter<4>, CreditCounterPins<CreditCounter<4>>, CreditCounterStimulus<4>>(5000);
}

TEST(PinModule, VcFifoBehavesAsThePlainModel) {
  compare<VcFifo<4, 64>, VcFifoPins<VcFifo<4, 64>>, VcFifoStimulus<4, 64>>(5000);
}

TEST(PinModule, PcsTxBehavesAsThePlainModel) {
  compare<PcsTx, PcsTxPins<PcsTx>, PcsTxStimulus>(5000);
}

TEST(PinModule, PcsRxBehavesAsThePlainModel) {
  compare<PcsRx, PcsRxPins<PcsRx>, PcsRxStimulus>(5000);
}

TEST(PinModule, LinkRxFollowsItsInputsAsThePlainModel) {
  compare<LinkRx<4>, LinkRxPins<LinkRx<4>>, LinkRxStimulus<4>>(5000);
}

TEST(PinModule, FcReceiverBehavesAsThePlainModel) {
  compare<FcReceiver<4>, FcReceiverPins<FcReceiver<4>>, FcReceiverStimulus<4>>(5000);
}

TEST(PinModule, RouteSelectBehavesAsThePlainModel) {
  compare<RouteSelect<4>, RouteSelectPins<RouteSelect<4>>, RouteSelectStimulus<4>>(5000);
}

TEST(PinModule, LinkStateBehavesAsThePlainModel) {
  compare<LinkState, LinkStatePins<LinkState>, LinkStateStimulus>(5000);
}

TEST(PinModule, LatencyMeterBehavesAsThePlainModel) {
  compare<LatencyMeter, LatencyMeterPins<LatencyMeter>, LatencyMeterStimulus>(5000);
}

TEST(PinModule, RsFecEncoderBehavesAsThePlainModel) {
  compare<RsFecEncoder, RsFecEncoderPins<RsFecEncoder>, RsFecEncoderStimulus>(5000);
}

TEST(PinModule, RsFecDecoderBehavesAsThePlainModel) {
  compare<RsFecDecoder, RsFecDecoderPins<RsFecDecoder>, RsFecDecoderStimulus>(5000);
}

TEST(PinModule, FcSenderBehavesAsThePlainModel) {
  compare<FcSender<4>, FcSenderPins<FcSender<4>>, FcSenderStimulus<4>>(5000);
}

TEST(PinModule, TxGearboxBehavesAsThePlainModel) {
  compare<TxGearbox, TxGearboxPins<TxGearbox>, TxGearboxStimulus>(5000);
}

TEST(PinModule, RxGearboxBehavesAsThePlainModel) {
  compare<RxGearbox, RxGearboxPins<RxGearbox>, RxGearboxStimulus>(5000);
}

TEST(PinModule, TxSchedulerFollowsItsInputsAsThePlainModel) {
  compare<TxScheduler, TxSchedulerPins<TxScheduler>, TxSchedulerStimulus>(5000);
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
  compare<IslipArbiter<50, 32>, IslipArbiterPins<IslipArbiter<50, 32>>,
          IslipArbiterStimulus<50, 32>>(200);
}

}  // namespace
}  // namespace tinsim
