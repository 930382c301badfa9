// SPDX-License-Identifier: Apache-2.0
// A broken rule is reported under the same name by model and RTL: blocks of the link.
#include "Vfc_receiver_4.h"
#include "Vfc_sender_4.h"
#include "Vmos_mailbox_2.h"
#include "Vrs_fec_decoder.h"
#include "Vrs_fec_encoder.h"
#include "Vtx_scheduler.h"
#include "rtl_models/fc_receiver/fc_receiver.h"
#include "rtl_models/fc_sender/fc_sender.h"
#include "rtl_models/mos_mailbox/mos_mailbox.h"
#include "rtl_models/parts/ordered_set.h"
#include "rtl_models/rs_fec_decoder/rs_fec_decoder.h"
#include "rtl_models/rs_fec_encoder/rs_fec_encoder.h"
#include "rtl_models/tx_scheduler/tx_scheduler.h"
#include "testbench/rule_check.h"

namespace tinsim {
namespace {

TEST(RuleLockstep, FcSender) {
  using Sender = FcSender<4>;
  using In = Sender::In;
  const In take = with(In(), [](In& in) { in.take_i = true; });
  const In limit = with(In(), [](In& in) {
    in.limit_valid_i = true;
    in.limit_i = 9;
  });
  auto expect = expect_rule<Sender, Vfc_sender_4>;
  expect("TakeIsOfAShownSet", {In(), take});
  expect("TakeIsOfAShownSet", {limit, take});
  expect("TakeIsOfAShownSet", {limit, In(), take, take});
  expect("TakeIsOfAShownSet", {limit, In(), take, In(), take});
}

TEST(RuleLockstep, TxScheduler) {
  using In = TxScheduler::In;
  const In up = with(In(), [](In& in) {
    in.cells_enable_i = true;
    in.mos_gap_i = 1;
  });
  auto word = [&](unsigned len, bool first) {
    return with(up, [=](In& in) {
      in.tx_valid_i = true;
      in.tx_sop_i = first;
      in.tx_data_i = header(len, 0);
    });
  };
  const In busy = with(up, [](In& in) { in.mos_valid_i = true; });
  auto expect = expect_rule<TxScheduler, Vtx_scheduler>;
  expect("CellOnlyWhenReady", {word(2, true)});
  expect("CellOnlyWhenReady", {busy, word(2, true)});
  expect("CellOnlyWhenReady",
         {up, word(2, true), with(word(2, false), [](In& in) { in.cells_enable_i = false; }),
          word(2, true)});
  expect("CellIsContiguous", {up, word(3, true), up});
  expect("CellIsContiguous", {up, word(3, true), word(3, true)});
  expect("CellIsContiguous", {up, word(3, false)});
  expect("LenIsLegal", {up, word(1, true)});
  expect("LenIsLegal", {up, word(21, true)});
}

TEST(RuleLockstep, RsFecEncoder) {
  using In = RsFecEncoder::In;
  const In block = with(In(), [](In& in) { in.valid_i = true; });
  auto expect = expect_rule<RsFecEncoder, Vrs_fec_encoder>;
  expect("CodewordIsContiguous", {In(), block, In()});
  std::vector<In> cycles(8 + 7, block);  // one codeword, and another without its last block
  cycles.emplace_back();
  expect("CodewordIsContiguous", cycles);
}

TEST(RuleLockstep, RsFecDecoder) {
  using In = RsFecDecoder::In;
  auto word = [](bool first) {
    return with(In(), [=](In& in) {
      in.valid_i = true;
      in.first_i = first;
    });
  };
  auto expect = expect_rule<RsFecDecoder, Vrs_fec_decoder>;
  expect("CodewordIsContiguous", {In(), word(true), In()});
  std::vector<In> cycles(7, word(false));
  cycles.front() = word(true);
  cycles.emplace_back();
  expect("CodewordIsContiguous", cycles);
  expect("FirstIsMarked", {In(), word(true), word(true)});
  expect("FirstIsMarked", {In(), word(false)});
}

TEST(RuleLockstep, FcReceiver) {
  using Receiver = FcReceiver<4>;
  using In = Receiver::In;
  auto cell = [](In in, unsigned vc) {
    in.cell_valid_i = true;
    in.cell_vc_i = vc;
    in.cell_words_i = 2;
    return in;
  };
  auto set = [](bool report) {
    return with(In(), [=](In& in) {
      in.set_valid_i = true;
      in.set_body_i = pack_body(FcBody{{}, report});
    });
  };
  auto expect = expect_rule<Receiver, Vfc_receiver_4>;
  expect("ReportIsAlone", {set(true), cell(set(false), 3), cell(set(true), 3)});
  expect("CellVcInRange", {cell(In(), 3), cell(In(), 4)});
}

TEST(RuleLockstep, MosMailbox) {
  using Mailbox = MosMailbox<2, 3>;
  using In = Mailbox::In;
  const In send = with(In(), [](In& in) { in.send_valid_i = true; });
  const In sent = with(In(), [](In& in) { in.sent_i = true; });
  const In read = with(In(), [](In& in) { in.read_i = true; });
  auto expect = expect_rule<Mailbox, Vmos_mailbox_2>;
  expect("SendHasSpace", {In(), send, send, send});
  expect("SendHasSpace", {In(), send, send, with(send, [](In& in) { in.sent_i = true; })});
  expect("SentHasWord", {In(), sent});
  expect("SentHasWord", {In(), send, sent, sent});
  expect("ReadHasWord", {In(), read});
}

}  // namespace
}  // namespace tinsim
