// SPDX-License-Identifier: Apache-2.0
// Bench<B>: a block with state, its cycle number and the inputs of the cycle, for directed tests.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "rtl_models/common/block.h"
#include "rtl_models/common/check.h"

namespace tinsim {

/// Set `in` for this cycle, read `out()`, then `clock()`; the inputs then return to the straps.
template <class B>
class Bench {
 public:
  using In = typename B::In;
  using Out = typename B::Out;

  explicit Bench(const In& straps = {}, B block = B())
      : in(straps), block_(std::move(block)), straps_(straps) {
    block_.reset(straps_);
  }
  decltype(auto) out() const {
    if constexpr (kIsMealy<B>)
      return block_.eval(in);
    else
      return block_.out();
  }
  void clock(unsigned cycles = 1) {
    for (; cycles > 0; --cycles) {
      block_.tick(in);
      in = straps_;
      ++cycle_;
    }
  }
  std::uint64_t cycle() const { return cycle_; }
  void reset() {
    block_.reset(straps_);
    in = straps_;
    cycle_ = 0;
  }

  In in;

 private:
  B block_;
  In straps_;
  std::uint64_t cycle_ = 0;
};

/// The rule that `f` breaks, or "none".
template <class F>
std::string broken_rule(F&& f) {
  try {
    f();
  } catch (const ProtocolError& error) {
    return error.rule();
  }
  return "none";
}

}  // namespace tinsim
