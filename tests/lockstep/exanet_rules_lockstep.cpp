// SPDX-License-Identifier: Apache-2.0
// ExaNet: a broken rule is reported under the same name by model and RTL.
#include "Vexanet_apelink_framer.h"
#include "Vexanet_credit_manager.h"
#include "Vexanet_dor_stage.h"
#include "Vexanet_router_small.h"
#include "Vexanet_vct_gate_7.h"
#include "rtl_models/exanet_apelink_framer/exanet_apelink_framer.h"
#include "rtl_models/exanet_credit_manager/exanet_credit_manager.h"
#include "rtl_models/exanet_dor_stage/exanet_dor_stage.h"
#include "rtl_models/exanet_router/exanet_router.h"
#include "rtl_models/exanet_vct_gate/exanet_vct_gate.h"
#include "rtl_models/parts/exanet_ecc.h"
#include "rtl_models/parts/exanet_header.h"
#include "testbench/rule_check.h"

namespace tinsim {
namespace {

TEST(ExanetRuleLockstep, VctGate) {
  using Gate = ExanetVctGate<7>;
  using In = Gate::In;
  In idle;
  idle.header_words_i = {4, 2};
  idle.payload_words_i = {40, 32};
  auto take = [&](bool vc, unsigned words) {
    return with(idle, [=](In& in) {
      in.take_valid_i = true;
      in.take_vc_i = vc;
      in.take_words_i = words;
    });
  };
  auto expect = expect_rule<Gate, Vexanet_vct_gate_7>;
  expect("TakeFits", {take(false, 30), take(false, 11)});
  expect("TakeFits", {take(true, 1), take(true, 1)});
  expect("WordsAreLegal", {idle, take(false, 33)});
  expect("WordsAreLegal", {idle, with(idle, [](In& in) {
                             in.request_valid_i[3] = true;
                             in.request_words_i[3] = 33;
                           })});
  expect("SpaceWithinSize", {take(true, 1), with(idle, [](In& in) { in.freed_header_i[1] = 3; })});
  expect("SpaceWithinSize",
         {take(false, 1), with(idle, [](In& in) { in.freed_payload_i[0] = 2; })});
}

TEST(ExanetRuleLockstep, DorStage) {
  using In = ExanetDorStage::In;
  In idle;
  idle.here_i = {1, 0, 63};
  idle.size_i = {2, 1, 64};
  idle.priority_i = {0, 1, 2};
  In packet = idle;
  packet.valid_i = true;
  auto expect = expect_rule<ExanetDorStage, Vexanet_dor_stage>;
  expect("PriorityIsPermutation", {packet, with(packet, [](In& in) {
                                     in.priority_i = {0, 2, 2};
                                   })});
  expect("PriorityIsPermutation", {packet, with(packet, [](In& in) {
                                     in.priority_i = {3, 1, 2};
                                   })});
  expect("VcRuleExists", {packet, with(packet, [](In& in) { in.vc_rule_i = 3; })});
  for (const auto& size : {std::array<Bits<7>, 3>{2, 1, 63}, {2, 0, 64}, {65, 1, 64}})
    expect("HereInLattice", {with(idle, [&](In& in) { in.size_i = size; }),
                             with(packet, [&](In& in) { in.size_i = size; })});
}

TEST(ExanetRuleLockstep, ApelinkFramer) {
  using In = ExanetApelinkFramer::In;
  auto packet = [](unsigned words) {
    return with(In(), [=](In& in) {
      in.packet_valid_i = true;
      in.packet_words_i = words;
    });
  };
  // A packet that is not taken may be any.
  expect_rule<ExanetApelinkFramer, Vexanet_apelink_framer>("WordsAreLegal", {In(), packet(33)});
  ExanetApelinkFramer model;
  model.reset({});
  EXPECT_NO_THROW(model.tick(packet(32)));
  EXPECT_NO_THROW(model.tick(packet(33)));
  Rtl<ExanetApelinkFramer, Vexanet_apelink_framer> rtl;
  rtl.reset({});
  for (unsigned words : {32, 33, 0}) EXPECT_NO_THROW(rtl.tick(packet(words)));
}

TEST(ExanetRuleLockstep, CreditManager) {
  using In = ExanetCreditManager::In;
  In idle;
  idle.header_words_i = {4, 2};
  idle.payload_words_i = {40, 32};
  auto take = [&](bool vc, unsigned words) {
    return with(idle, [=](In& in) {
      in.take_valid_i = true;
      in.take_vc_i = vc;
      in.take_words_i = words;
    });
  };
  auto expect = expect_rule<ExanetCreditManager, Vexanet_credit_manager>;
  expect("TakeWithinCredit", {take(false, 30), take(false, 11)});
  expect("TakeWithinCredit", {take(true, 0), take(true, 0)});
  expect("WordsAreLegal", {idle, take(false, 33)});
  for (unsigned words : {31, 2048})
    expect_strap_rule<ExanetCreditManager, Vexanet_credit_manager>(
        "SizesAreLegal", with(idle, [=](In& in) { in.payload_words_i[1] = words; }));
  for (unsigned words : {1, 129})
    expect_strap_rule<ExanetCreditManager, Vexanet_credit_manager>(
        "SizesAreLegal", with(idle, [=](In& in) { in.header_words_i[0] = words; }));
}

using Router = ExanetRouter<3, 2, 8, 64, 64>;
using In = Router::In;

/// Node (1, 1, 0) of a torus; nothing has space behind an output.
In node() {
  In in;
  in.here_i = {1, 1, 0};
  in.size_i = {4, 4, 1};
  in.wrap_i = {true, true, true};
  in.port_map_i = {3, 3, 4, 4, 4, 4};
  in.priority_i = {0, 1, 2};
  in.enable_i.fill(true);
  return in;
}

/// A word at input `port`; a header is for node (2, 1, 0).
In word(unsigned port, unsigned kind, unsigned words = 0, bool vc = false) {
  return with(node(), [=](In& in) {
    ExanetHeader header;
    header.dst = {2, 1, 0};
    header.src = {1, 1, 0};
    header.bytes = static_cast<std::uint16_t>(16 * words);
    in.in_valid_i[port] = true;
    in.in_vc_i[port] = vc;
    in.in_kind_i[port] = kind;
    if (kind == 0) in.in_data_i[port] = to_bits<128>(exanet_encode(pack_exanet_header(header)));
  });
}

TEST(ExanetRuleLockstep, WordsOfTheRouterArriveInOrder) {
  auto expect = expect_rule<Router, Vexanet_router_small>;
  for (unsigned kind : {1, 2, 3}) expect("WordsInOrder", {node(), word(0, kind)});
  expect("WordsInOrder", {word(3, 0, 1), word(3, 0, 1, true), word(3, 0, 1)});
  expect("WordsInOrder", {word(3, 0, 1), word(3, 2)});
  expect("WordsInOrder", {word(3, 0, 1), word(3, 1), word(3, 1)});
  expect("WordsInOrder", {word(3, 0), word(3, 2), word(3, 2)});
  // A dropped packet may have any number of words, but a footer.
  const In dropped = with(word(3, 0, 32), [](In& in) {
    for (unsigned bit : {5, 77}) in.in_data_i[3].set_bit(bit, !in.in_data_i[3].bit(bit));
  });
  expect("WordsInOrder", {dropped, word(3, 1), word(3, 2), dropped, word(3, 0)});
}

TEST(ExanetRuleLockstep, RouterPins) {
  auto expect = expect_rule<Router, Vexanet_router_small>;
  expect("VcInRange", {node(), word(2, 0, 0, true)});
  expect("SpaceWithinSize",
         {node(), with(node(), [](In& in) { in.out_freed_header_i[4][1] = 1; })});
  // The packet is routed in the third cycle after that of its header.
  const auto misled = [](In in) { return with(in, [](In& i) { i.port_map_i[0] = 2; }); };
  expect("MapInRange", {misled(word(0, 0)), misled(word(0, 2)), misled(node()), misled(node())});
}

TEST(ExanetRuleLockstep, ABufferOfTheRouterHoldsItsSize) {
  std::vector<In> cycles;
  for (unsigned packet = 0; packet < 2; ++packet) {
    cycles.push_back(word(1, 0, 32));
    for (unsigned n = 0; n < 32; ++n) cycles.push_back(word(1, 1));
    cycles.push_back(word(1, 2));
  }
  cycles.push_back(word(1, 0, 32));
  cycles.push_back(word(1, 1));
  expect_rule<Router, Vexanet_router_small>("NoOverrun", cycles);
}

}  // namespace
}  // namespace tinsim
