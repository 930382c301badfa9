// SPDX-License-Identifier: Apache-2.0
// Drives a block through SystemC pins alongside the plain model.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <systemc>
#include <type_traits>
#include <vector>

#include "rtl_models/common/block.h"
#include "rtl_models/common/pin_module.h"
#include "rtl_models/common/text.h"
#include "testbench/bench_random.h"

namespace tinsim {

/// One sc_signal per pin, found by name through the field list.
template <class B>
class PinBench {
 public:
  PinBench() : module_("dut"), clk_("clk"), rst_n_("rst_n") {
    if constexpr (!kIsPart<B>) {
      module_.clk_i(clk_);
      module_.rst_ni(rst_n_);
    }
    bind<typename B::In>();
    bind<typename B::Out>();
  }
  void reset(const typename B::In& straps) {
    drive(straps);
    rst_n_.write(false);
    clock();
    rst_n_.write(true);
    sc_core::sc_start(1, sc_core::SC_NS);
  }
  /// The outputs of a part or Mealy block then follow these inputs.
  void settle(const typename B::In& in) {
    drive(in);
    sc_core::sc_start(1, sc_core::SC_NS);
  }
  void tick(const typename B::In& in) {
    drive(in);
    clock();
  }
  typename B::Out out() {
    typename B::Out result;
    B::Out::zip(result, module_,
                [](const char*, auto& field, auto& pin) { from_pin_value(pin.read(), field); });
    return result;
  }

 private:
  template <class Bundle>
  void bind() {
    Bundle::walk(module_, [this](const char*, auto& pin) {
      using Value = std::decay_t<decltype(pin.read())>;
      auto signal = std::make_shared<sc_core::sc_signal<Value>>();
      pin(*signal);
      signals_.push_back(signal);
    });
  }
  void drive(const typename B::In& in) {
    std::size_t n = 0;
    B::In::zip(in, module_, [&](const char*, const auto& field, auto& pin) {
      using Value = std::decay_t<decltype(pin.read())>;
      static_cast<sc_core::sc_signal<Value>*>(signals_[n++].get())->write(to_pin_value(field));
    });
  }
  void clock() {
    clk_.write(false);
    sc_core::sc_start(1, sc_core::SC_NS);
    clk_.write(true);
    sc_core::sc_start(1, sc_core::SC_NS);
  }

  std::conditional_t<kIsPart<B>, PinPart<B>, PinModule<B>> module_;
  sc_core::sc_signal<bool> clk_, rst_n_;
  std::vector<std::shared_ptr<void>> signals_;
};

/// Demands that a block behind pins behaves as the plain model, cycle by cycle, from resets at
/// random.
template <class B, class Stimulus>
void expect_same_on_pins(unsigned cycles) {
  PinBench<B> pins;
  B plain;
  Stimulus stimulus(1);
  Random random(1);
  [[maybe_unused]] typename B::Out before{};
  for (unsigned cycle = 0; cycle < cycles; ++cycle) {
    if (cycle == 0 || random.below(500) == 0) {
      const auto straps = stimulus.restart();
      reset_block(plain, straps);
      pins.reset(straps);
      before = {};
    }
    typename B::In in;
    typename B::Out want;
    if constexpr (!kIsStage<B>) {
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
    if constexpr (!kIsPart<B>) {
      plain.tick(in);
      pins.tick(in);
    }
  }
}

}  // namespace tinsim
