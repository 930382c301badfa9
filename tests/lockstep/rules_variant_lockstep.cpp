// SPDX-License-Identifier: Apache-2.0
// Rules of the variant switch and of its arbiter: model and SystemVerilog report each under its
// name.
#include "Vround_arbiter_4.h"
#include "Vvariant_switch_4.h"
#include "rtl_models/round_arbiter/round_arbiter.h"
#include "rtl_models/variant_switch/variant_switch.h"
#include "testbench/rule_check.h"

namespace tinsim {
namespace {

TEST(RuleLockstep, RoundArbiter) {
  using Arbiter = RoundArbiter<4, 4>;
  using In = Arbiter::In;
  expect_rule<Arbiter, Vround_arbiter_4>("PortInRange", {In(), with(In(), [](In& in) {
                                                           in.in_free_i[1] = true;
                                                           in.req_valid_i[1][2] = true;
                                                           in.req_port_i[1][2] = 4;
                                                         })});
  expect_rule<Arbiter, Vround_arbiter_4>("IterationsInRange",
                                         {with(In(), [](In& in) { in.iterations_i = 0; })});
}

using Switch = VariantSwitch<4, 4, 256>;
using In = Switch::In;

In idle() {
  In in;
  in.speedup_i = 2;
  in.rx_depth_i.fill(64);
  in.tx_credited_i.fill(true);
  in.queue_words_i = 40;
  in.weight_i.fill(1);
  return in;
}

/// Words from input 0: of a cell of `len` words on `vc`, the one with this number.
In word(const In& straps, unsigned len, unsigned vc, unsigned number) {
  return with(straps, [=](In& in) {
    in.rx_valid_i[0] = true;
    in.rx_sop_i[0] = number == 0;
    in.rx_data_i[0] = header(len, vc);
  });
}

TEST(RuleLockstep, StrapsOfTheVariantSwitch) {
  auto expect = expect_strap_rule<Switch, Vvariant_switch_4>;
  expect("SpeedupInRange", with(idle(), [](In& in) { in.speedup_i = 3; }));
  expect("SharedWithinLimit", with(idle(), [](In& in) { in.tx_shared_i[3] = 1; }));
  expect("DepthWithinStorage", with(idle(), [](In& in) { in.rx_depth_i[2] = 257; }));
}

TEST(RuleLockstep, VariantSwitch) {
  auto expect = expect_rule<Switch, Vvariant_switch_4>;
  const In in = idle();
  const auto received = [](const In& straps, const In& last) {
    return std::vector<In>{word(straps, 3, 0, 0), word(straps, 3, 0, 1), word(straps, 3, 0, 2),
                           last};
  };
  expect("RouteInRange", received(in, with(in, [](In& at) { at.route_port_i[0] = 4; })));
  expect("RouteInRange", received(in, with(in, [](In& at) { at.route_vc_i[0] = 4; })));
  expect("CellIsContiguous", {word(in, 3, 0, 0), in});
  expect("CellIsContiguous", {word(in, 3, 0, 0), word(in, 3, 0, 0)});
  const In shallow = with(in, [](In& straps) { straps.rx_depth_i[0] = 2; });
  expect("NoOverrun", received(shallow, shallow));
}

// No sender keeps to the sum: each VC is granted 100 of 256 words, and all use them. The word that
// finds no place is written three cycles after its reception.
TEST(RuleLockstep, StorageOfTheVariantSwitch) {
  const In straps = with(idle(), [](In& in) { in.rx_depth_i.fill(100); });
  std::vector<In> cycles;
  for (unsigned n = 0; n < 256 + 4; ++n) cycles.push_back(word(straps, 20, n / 20 % 4, n % 20));
  expect_rule<Switch, Vvariant_switch_4>("StorageNotExceeded", cycles);
}

}  // namespace
}  // namespace tinsim
