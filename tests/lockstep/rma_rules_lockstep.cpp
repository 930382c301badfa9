// SPDX-License-Identifier: Apache-2.0
// 1RMA: a broken rule is reported under the same name by model and RTL.
#include "Vcommand_slots_8.h"
#include "Vresponse_segmenter_4.h"
#include "Vsolicitation_4.h"
#include "rtl_models/command_slots/command_slots.h"
#include "rtl_models/response_segmenter/response_segmenter.h"
#include "rtl_models/solicitation/solicitation.h"
#include "testbench/rule_check.h"

namespace tinsim {
namespace {

TEST(RmaRuleLockstep, CommandSlots) {
  using Slots = CommandSlots<8>;
  using In = Slots::In;
  auto store = [](unsigned part) {
    return with(In(), [=](In& in) {
      in.store_valid_i = true;
      in.store_slot_i = 2;
      in.store_part_i = part;
    });
  };
  const In pop = with(In(), [](In& in) { in.ready_pop_i = true; });
  auto done = [](unsigned slot, In in = {}) {
    in.done_valid_i = true;
    in.done_slot_i = slot;
    return in;
  };
  auto expect = expect_rule<Slots, Vcommand_slots_8>;
  expect("PopHasSlot", {In(), pop});
  expect("PopHasSlot", {store(0), store(1), store(2), store(3), pop, pop});
  expect("DoneWasInFlight", {In(), done(0)});
  expect("DoneWasInFlight", {store(0), store(1), store(2), store(3), done(2, pop)});
  expect("DoneWasInFlight", {store(0), store(1), store(2), store(3), pop, done(10)});
  expect("DoneWasInFlight", {store(0), store(1), store(2), store(3), pop, done(2), done(2)});
}

TEST(RmaRuleLockstep, Solicitation) {
  using Block = Solicitation<4>;
  using In = Block::In;
  const In idle = with(In(), [](In& in) {
    in.weight_i.fill(1);
    in.window_i = 65536;
    in.dispatch_limit_i = 1000;
  });
  auto push = [&](unsigned size, bool hold = false) {
    return with(idle, [=](In& in) {
      in.push_valid_i = true;
      in.push_class_i = true;
      in.push_size_i = size;
      in.hold_i = hold;
    });
  };
  auto refund = [&](unsigned bytes) {
    return with(idle, [=](In& in) {
      in.refund_valid_i = true;
      in.refund_bytes_i = bytes;
    });
  };
  auto expect = expect_rule<Block, Vsolicitation_4>;
  expect("PushHasRoom", std::vector<In>(5, push(4096, true)));
  expect("SizeAtMost4096", {push(4096), push(4097)});
  expect("RefundWasUsed", {push(5), idle, refund(6)});
  expect("RefundWasUsed", {push(5), refund(1)});
  expect_strap_rule<Block, Vsolicitation_4>("WeightNotZero",
                                            with(idle, [](In& in) { in.weight_i[1] = 0; }));
}

TEST(RmaRuleLockstep, ResponseSegmenter) {
  using Segmenter = ResponseSegmenter<4>;
  using In = Segmenter::In;
  const In idle = with(In(), [](In& in) { in.max_data_i = 128; });
  auto open = [&](unsigned size) {
    return with(idle, [=](In& in) {
      in.open_valid_i = true;
      in.open_size_i = size;
    });
  };
  auto completion = [&](unsigned context, unsigned offset, unsigned length, bool error = false) {
    return with(idle, [=](In& in) {
      in.cpl_valid_i = true;
      in.cpl_context_i = context;
      in.cpl_offset_i = offset;
      in.cpl_length_i = length;
      in.cpl_error_i = error;
    });
  };
  const In take = with(idle, [](In& in) { in.seg_ready_i = true; });
  auto expect = expect_rule<Segmenter, Vresponse_segmenter_4>;
  expect("OpenSize", {idle, open(0)});
  expect("OpenSize", {open(4096), open(4097)});
  expect("ContextIsOpen", {idle, completion(0, 0, 1)});
  expect("ContextIsOpen", {open(1), completion(4, 0, 1)});
  expect("ContextIsOpen", {open(1), completion(0, 0, 0, true), take, completion(0, 0, 0, true)});
  expect("CompletionLength", {open(999), completion(0, 0, 0)});
  expect("CompletionLength", {open(999), completion(0, 0, 257)});
  expect("BytesAreLeft", {open(9), completion(0, 0, 8), take, completion(0, 0, 2)});
  expect("InsideRead", {open(9), completion(0, 2, 8)});
}

}  // namespace
}  // namespace tinsim
