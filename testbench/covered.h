// SPDX-License-Identifier: Apache-2.0
// Covered<B, Collector>: a block, or a lockstep, whose ports are sampled for functional coverage.
#pragma once

#include "rtl_models/common/block.h"

namespace tinsim {

/// Itself a block. Inputs and outputs of each cycle are sampled, resets are not cycles.
template <class B, class Collector>
class Covered {
 public:
  using In = typename B::In;
  using Out = typename B::Out;
  using Preset = PresetOf<B>;

  /// Both outlive this object.
  Covered(B& block, Collector& collector) : block_(block), collector_(collector) {}

  template <class M = B, std::enable_if_t<kIsStage<M>, int> = 0>
  const Out& out() const {
    return block_.out();
  }
  /// Of a Mealy block: the cycle whose inputs the last `eval` had.
  template <class M = B, std::enable_if_t<!kIsPart<M>, int> = 0>
  void tick(const In& in) {
    if constexpr (kIsStage<B>)
      collector_.sample(in, block_.out());
    else
      collector_.sample(in, out_);
    block_.tick(in);
  }
  void reset(const In& straps) {
    block_.reset(straps);
    collector_.reset(straps);
  }
  void preset(const Preset& registers) { block_.preset(registers); }
  template <class M = B, std::enable_if_t<!kIsStage<M>, int> = 0>
  Out eval(const In& in) {
    out_ = block_.eval(in);
    if constexpr (kIsPart<B>) collector_.sample(in, out_);
    return out_;
  }

 private:
  B& block_;
  Collector& collector_;
  Out out_{};
};

}  // namespace tinsim
