// SPDX-License-Identifier: Apache-2.0
// RTL with its golden checker bound to it: silent on the block, loud on a block with a bug.
#include "Vcell_header_codec_golden.h"
#include "Vcell_header_codec_golden_m1.h"
#include "Vcell_switch_golden.h"
#include "Vcell_switch_golden_m1.h"
#include "Vcredit_counter_golden.h"
#include "Vcredit_counter_golden_m1.h"
#include "Vcrossbar_golden.h"
#include "Vcrossbar_golden_m1.h"
#include "Vfc_receiver_golden.h"
#include "Vfc_receiver_golden_m1.h"
#include "Vfc_sender_golden.h"
#include "Vfc_sender_golden_m1.h"
#include "Vislip_arbiter_golden.h"
#include "Vislip_arbiter_golden_m1.h"
#include "Vlatency_meter_golden.h"
#include "Vlatency_meter_golden_m1.h"
#include "Vlink_rx_golden.h"
#include "Vlink_rx_golden_m1.h"
#include "Vlink_state_golden.h"
#include "Vlink_state_golden_m1.h"
#include "Vordered_set_codec_golden.h"
#include "Vordered_set_codec_golden_m1.h"
#include "Voutput_queue_golden.h"
#include "Voutput_queue_golden_m1.h"
#include "Vpcs_rx_golden.h"
#include "Vpcs_rx_golden_m1.h"
#include "Vpcs_tx_golden.h"
#include "Vpcs_tx_golden_m1.h"
#include "Vroute_select_golden.h"
#include "Vroute_select_golden_m1.h"
#include "Vrs_fec_decoder_golden.h"
#include "Vrs_fec_decoder_golden_m1.h"
#include "Vrs_fec_encoder_golden.h"
#include "Vrs_fec_encoder_golden_m1.h"
#include "Vrx_gearbox_golden.h"
#include "Vrx_gearbox_golden_m1.h"
#include "Vtx_gearbox_golden.h"
#include "Vtx_gearbox_golden_m1.h"
#include "Vtx_scheduler_golden.h"
#include "Vtx_scheduler_golden_m1.h"
#include "Vvc_fifo_golden.h"
#include "Vvc_fifo_golden_m1.h"
#include "testbench/golden_check.h"
#include "testbench/stimulus/cell_header_codec_stimulus.h"
#include "testbench/stimulus/cell_switch_stimulus.h"
#include "testbench/stimulus/credit_counter_stimulus.h"
#include "testbench/stimulus/crossbar_stimulus.h"
#include "testbench/stimulus/fc_receiver_stimulus.h"
#include "testbench/stimulus/fc_sender_stimulus.h"
#include "testbench/stimulus/islip_arbiter_stimulus.h"
#include "testbench/stimulus/latency_meter_stimulus.h"
#include "testbench/stimulus/link_rx_stimulus.h"
#include "testbench/stimulus/link_state_stimulus.h"
#include "testbench/stimulus/ordered_set_codec_stimulus.h"
#include "testbench/stimulus/output_queue_stimulus.h"
#include "testbench/stimulus/pcs_rx_stimulus.h"
#include "testbench/stimulus/pcs_tx_stimulus.h"
#include "testbench/stimulus/route_select_stimulus.h"
#include "testbench/stimulus/rs_fec_decoder_stimulus.h"
#include "testbench/stimulus/rs_fec_encoder_stimulus.h"
#include "testbench/stimulus/rx_gearbox_stimulus.h"
#include "testbench/stimulus/tx_gearbox_stimulus.h"
#include "testbench/stimulus/tx_scheduler_stimulus.h"
#include "testbench/stimulus/vc_fifo_stimulus.h"

namespace tinsim {
namespace {

/// A codec's bench as a stage without outputs: the checker inside it looks at them.
template <class Codec>
struct Clocked {
  using In = typename Codec::In;
  struct Out {
    template <class S, class F>
    static void walk(S&&, F&&) {}
    template <class A, class B, class F>
    static void zip(A&&, B&&, F&&) {}
  };
  Out out() const { return {}; }
};
template <class Codec, class Stimulus>
class ClockedStimulus {
 public:
  explicit ClockedStimulus(std::uint64_t seed) : codec_(seed) {}
  typename Codec::In restart() { return {}; }
  typename Codec::In next(const typename Clocked<Codec>::Out&) { return codec_.next({}); }

 private:
  Stimulus codec_;
};

TEST(GoldenChecker, CellHeaderCodec) {
  expect_checked<Clocked<CellHeaderCodec>, Vcell_header_codec_golden, Vcell_header_codec_golden_m1,
                 ClockedStimulus<CellHeaderCodec, CellHeaderCodecStimulus>>();
}

TEST(GoldenChecker, OrderedSetCodec) {
  expect_checked<Clocked<OrderedSetCodec>, Vordered_set_codec_golden, Vordered_set_codec_golden_m1,
                 ClockedStimulus<OrderedSetCodec, OrderedSetCodecStimulus>>();
}

TEST(GoldenChecker, CreditCounter) {
  expect_checked<CreditCounter<4>, Vcredit_counter_golden, Vcredit_counter_golden_m1,
                 CreditCounterStimulus<4>>();
}

TEST(GoldenChecker, VcFifo) {
  expect_checked<VcFifo<4, 64>, Vvc_fifo_golden, Vvc_fifo_golden_m1, VcFifoStimulus<4, 64>>();
}

TEST(GoldenChecker, IslipArbiter) {
  expect_checked<IslipArbiter<4, 4>, Vislip_arbiter_golden, Vislip_arbiter_golden_m1,
                 IslipArbiterStimulus<4, 4>>();
}

TEST(GoldenChecker, Crossbar) {
  expect_checked<Crossbar<4>, Vcrossbar_golden, Vcrossbar_golden_m1, CrossbarStimulus<4>>();
}

TEST(GoldenChecker, OutputQueue) {
  expect_checked<OutputQueue<4>, Voutput_queue_golden, Voutput_queue_golden_m1,
                 OutputQueueStimulus<4>>();
}

TEST(GoldenChecker, PcsTx) {
  expect_checked<PcsTx, Vpcs_tx_golden, Vpcs_tx_golden_m1, PcsTxStimulus>();
}

TEST(GoldenChecker, PcsRx) {
  expect_checked<PcsRx, Vpcs_rx_golden, Vpcs_rx_golden_m1, PcsRxStimulus>();
}

TEST(GoldenChecker, RsFecEncoder) {
  expect_checked<RsFecEncoder, Vrs_fec_encoder_golden, Vrs_fec_encoder_golden_m1,
                 RsFecEncoderStimulus>();
}

TEST(GoldenChecker, RsFecDecoder) {
  expect_checked<RsFecDecoder, Vrs_fec_decoder_golden, Vrs_fec_decoder_golden_m1,
                 RsFecDecoderStimulus>();
}

TEST(GoldenChecker, TxGearbox) {
  expect_checked<TxGearbox, Vtx_gearbox_golden, Vtx_gearbox_golden_m1, TxGearboxStimulus>();
}

TEST(GoldenChecker, RxGearbox) {
  expect_checked<RxGearbox, Vrx_gearbox_golden, Vrx_gearbox_golden_m1, RxGearboxStimulus>();
}

TEST(GoldenChecker, FcSender) {
  expect_checked<FcSender<4>, Vfc_sender_golden, Vfc_sender_golden_m1, FcSenderStimulus<4>>();
}

TEST(GoldenChecker, TxScheduler) {
  expect_checked<TxScheduler, Vtx_scheduler_golden, Vtx_scheduler_golden_m1, TxSchedulerStimulus>();
}

TEST(GoldenChecker, LinkRx) {
  expect_checked<LinkRx<4>, Vlink_rx_golden, Vlink_rx_golden_m1, LinkRxStimulus<4>>();
}

TEST(GoldenChecker, FcReceiver) {
  expect_checked<FcReceiver<4>, Vfc_receiver_golden, Vfc_receiver_golden_m1,
                 FcReceiverStimulus<4>>();
}

TEST(GoldenChecker, RouteSelect) {
  expect_checked<RouteSelect<4>, Vroute_select_golden, Vroute_select_golden_m1,
                 RouteSelectStimulus<4>>();
}

TEST(GoldenChecker, LinkState) {
  expect_checked<LinkState, Vlink_state_golden, Vlink_state_golden_m1, LinkStateStimulus>();
}

TEST(GoldenChecker, LatencyMeter) {
  expect_checked<LatencyMeter, Vlatency_meter_golden, Vlatency_meter_golden_m1,
                 LatencyMeterStimulus>();
}

TEST(GoldenChecker, CellSwitch) {
  expect_checked<CellSwitch<4, 4, 64>, Vcell_switch_golden, Vcell_switch_golden_m1,
                 CellSwitchStimulus<4, 4, 64>>();
}

}  // namespace
}  // namespace tinsim
