// SPDX-License-Identifier: Apache-2.0
// A broken rule is reported under the same name by model and RTL: blocks of the switch.
#include "Vcell_switch_4.h"
#include "Vcredit_counter_4.h"
#include "Vcrossbar_4.h"
#include "Vislip_arbiter_4.h"
#include "Voutput_queue_4.h"
#include "Vroute_select_4.h"
#include "Vvc_fifo_4.h"
#include "rtl_models/cell_switch/cell_switch.h"
#include "rtl_models/route_select/route_select.h"
#include "testbench/rule_check.h"

namespace tinsim {
namespace {

TEST(RuleLockstep, CreditCounter) {
  using Counter = CreditCounter<4>;
  using In = Counter::In;
  In idle;
  idle.init_limit_i = {10, 10, 10, 10};
  expect_rule<Counter, Vcredit_counter_4>("TakeWithinCredit", {idle, with(idle, [](In& in) {
                                                                 in.take_valid_i = true;
                                                                 in.take_words_i = 11;
                                                               })});
  expect_rule<Counter, Vcredit_counter_4>("LimitWithinHalfRange", {idle, with(idle, [](In& in) {
                                                                     in.fc_valid_i = true;
                                                                     in.fc_limit_i = 2048;
                                                                   })});
}

TEST(RuleLockstep, VcFifo) {
  using Fifo = VcFifo<4, 64>;
  using In = Fifo::In;
  In idle;
  idle.depth_words_i = {64, 20, 20, 5};
  auto word = [&](unsigned vc, unsigned len, bool first) {
    return with(idle, [=](In& in) {
      in.push_valid_i = true;
      in.push_sop_i = first;
      in.push_vc_i = vc;
      in.push_len_i = len;
    });
  };
  auto pop = [](In in, unsigned vc) {
    in.pop_valid_i = true;
    in.pop_vc_i = vc;
    return in;
  };
  auto expect = expect_rule<Fifo, Vvc_fifo_4>;
  expect("NoOverrun", {idle, word(3, 6, true)});
  expect("PopNeedsHead", {idle, pop(idle, 0)});
  expect("PopSpacing", {word(0, 2, true), word(0, 2, false), word(1, 3, true), word(1, 3, false),
                        pop(word(1, 3, false), 1), idle, pop(idle, 0)});
  expect("CellIsContiguous", {word(0, 3, true), idle});
  expect("CellIsContiguous", {word(0, 3, true), word(0, 3, true)});
  expect("CellIsContiguous", {word(0, 3, true), word(1, 3, false)});
  expect("CellIsContiguous", {idle, word(0, 3, false)});
  expect("LenIsLegal", {idle, word(0, 1, true)});
  expect("LenIsLegal", {idle, word(0, 21, true)});
}

TEST(RuleLockstep, IslipArbiter) {
  using Arbiter = IslipArbiter<4, 4>;
  using In = Arbiter::In;
  expect_rule<Arbiter, Vislip_arbiter_4>("PortInRange", {In(), with(In(), [](In& in) {
                                                           in.req_valid_i[1][2] = true;
                                                           in.req_port_i[1][2] = 4;
                                                         })});
  expect_rule<Arbiter, Vislip_arbiter_4>("IterationsInRange",
                                         {with(In(), [](In& in) { in.iterations_i = 5; })});
}

TEST(RuleLockstep, Crossbar) {
  using In = Crossbar<4>::In;
  auto start = [](In in, unsigned input, unsigned output, unsigned len) {
    in.start_valid_i[input] = true;
    in.start_port_i[input] = output;
    in.start_len_i[input] = len;
    return in;
  };
  auto word = [](unsigned input, bool first) {
    return with(In(), [=](In& in) {
      in.in_valid_i[input] = true;
      in.in_sop_i[input] = first;
    });
  };
  auto expect = expect_rule<Crossbar<4>, Vcrossbar_4>;
  expect("NoDoubleStart", {In(), start(start(In(), 0, 1, 2), 2, 1, 2)});
  expect("NoDoubleStart", {start(In(), 0, 1, 5), start(In(), 0, 2, 2)});
  expect("NoDoubleStart", {start(In(), 0, 1, 5), start(In(), 2, 1, 2)});
  expect("NoDoubleStart", {start(In(), 0, 1, 3), In(), start(word(0, true), 0, 2, 2)});
  expect("WordsFollowStart", {In(), word(0, true)});
  expect("WordsFollowStart", {start(In(), 0, 1, 2), In(), In()});
  expect("WordsFollowStart", {start(In(), 0, 1, 2), In(), word(0, false)});
  expect("WordsFollowStart", {start(In(), 0, 1, 2), In(), word(0, true), word(0, true)});
  expect("LenIsLegal", {In(), start(In(), 0, 1, 1)});
  expect("LenIsLegal", {In(), start(In(), 0, 1, 21)});
}

TEST(RuleLockstep, OutputQueue) {
  using Queue = OutputQueue<4>;
  using In = Queue::In;
  In idle;
  idle.queue_words_i = 40;
  idle.weight_i.fill(1);
  auto reserve = [&](unsigned words) {
    return with(idle, [=](In& in) {
      in.reserve_valid_i = true;
      in.reserve_words_i = words;
    });
  };
  auto word = [&](unsigned len, bool first) {
    return with(idle, [=](In& in) {
      in.push_valid_i = true;
      in.push_sop_i = first;
      in.push_data_i = header(len, 0);
    });
  };
  auto expect = expect_rule<Queue, Voutput_queue_4>;
  expect("ReserveWithinSpace", {reserve(20), reserve(20), reserve(2)});
  expect("PushIsReserved", {reserve(5), word(6, true)});
  expect("CellIsContiguous", {reserve(5), word(5, true), idle});
  expect("CellIsContiguous", {reserve(5), word(5, true), word(5, true)});
  expect("CellIsContiguous", {reserve(5), word(5, false)});
  expect("LenIsLegal", {reserve(20), word(1, true)});
  expect("LenIsLegal", {reserve(20), reserve(20), word(21, true)});
  // Cells on VCs 0 and 1, and VC 3 has no weight.
  const auto on_vc_1 = with(word(2, true), [](In& in) { in.push_data_i = header(2, 1); });
  expect("WeightNotZero", {reserve(2), with(reserve(2), [](In& in) { in.reserve_vc_i = 1; }),
                           word(2, true), word(2, false), with(on_vc_1, [](In& in) {
                             in.weight_i[3] = 0;
                             in.tx_ready_i = true;
                           })});
}

TEST(RuleLockstep, CellSwitch) {
  using Switch = CellSwitch<4, 4, 64>;
  using In = Switch::In;
  In idle;
  idle.rx_depth_i.fill(64);
  idle.queue_words_i = 40;
  idle.weight_i.fill(1);
  auto word = [&](bool first) {
    return with(idle, [=](In& in) {
      in.rx_valid_i[0] = true;
      in.rx_sop_i[0] = first;
      in.rx_data_i[0] = header(3, 0);
    });
  };
  auto route = [](In in, unsigned port, unsigned vc) {
    in.route_port_i[0] = port;
    in.route_vc_i[0] = vc;
    return in;
  };
  auto expect = expect_rule<Switch, Vcell_switch_4>;
  expect("RouteInRange", {word(true), word(false), word(false), route(idle, 4, 0)});
  expect("RouteInRange", {word(true), word(false), word(false), route(idle, 0, 4)});
  expect("CellIsContiguous", {word(true), idle});
  expect("CellIsContiguous", {word(true), word(true)});
  // The arbiter has the rounds of the cycle before.
  expect("IterationsInRange", {idle, with(idle, [](In& in) { in.iterations_i = 5; }), idle});
}

TEST(RuleLockstep, RouteSelect) {
  using Select = RouteSelect<4>;
  using In = Select::In;
  const In idle = with(In(), [](In& in) { in.minimal_count_i = 1; });
  const In beyond = with(idle, [](In& in) {
    in.minimal_i[7] = 4;
    in.minimal_valid_i[7] = true;
  });
  auto cell = [](In in) {
    in.valid_i = true;
    return in;
  };
  const In not_valid = with(cell(beyond), [](In& in) { in.minimal_valid_i[7] = false; });
  const In uncounted = with(cell(idle), [](In& in) {
    in.nonminimal_i[23] = 63;
    in.nonminimal_valid_i[23] = true;
  });
  auto expect = expect_rule<Select, Vroute_select_4>;
  expect("CandidateInRange", {idle, beyond, not_valid, cell(beyond)});
  expect("CandidateInRange", {idle, uncounted});
  // Straps are checked in reset by the model and in each cycle by the RTL.
  for (unsigned count : {0, 9})
    expect_strap_rule<Select, Vroute_select_4>(
        "MinimalCountInRange", with(idle, [=](In& in) { in.minimal_count_i = count; }));
  expect_strap_rule<Select, Vroute_select_4>("NonminimalCountInRange",
                                             with(idle, [](In& in) { in.nonminimal_count_i = 9; }));
}

}  // namespace
}  // namespace tinsim
