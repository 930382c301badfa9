// SPDX-License-Identifier: Apache-2.0
// A block whose inputs and outputs are words: one class for models and RTL of all blocks.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "rtl_models/common/block.h"
#include "rtl_models/common/state.h"
#include "rtl_models/replay/field_layout.h"

namespace tinsim {

class ReplayBlock {
 public:
  virtual ~ReplayBlock() = default;
  virtual void reset(const Words& straps) = 0;
  virtual void preset(const Words& registers) = 0;
  /// Outputs of this cycle, which ends with `tick`.
  virtual void outputs(const Words& in, Words& out) = 0;
  virtual void tick(const Words& in) = 0;
  virtual std::vector<StateEntry> state() const = 0;
};

template <class B>
class ReplayBlockOf final : public ReplayBlock {
  using In = typename B::In;
  using Out = typename B::Out;

 public:
  explicit ReplayBlockOf(B block = B()) : block_(std::move(block)) {}
  void reset(const Words& straps) override { reset_block(block_, from_words<In>(straps)); }
  void preset([[maybe_unused]] const Words& registers) override {
    if constexpr (kHasPreset<B>) block_.preset(from_words<PresetOf<B>>(registers));
  }
  void outputs([[maybe_unused]] const Words& in, Words& out) override {
    if constexpr (kIsStage<B>)
      to_words<Out>(block_.out(), out);
    else
      to_words<Out>(block_.eval(from_words<In>(in)), out);
  }
  void tick([[maybe_unused]] const Words& in) override {
    if constexpr (!kIsPart<B>) block_.tick(from_words<In>(in));
  }
  std::vector<StateEntry> state() const override { return state_of(block_); }

 private:
  B block_;
};

/// Implementations of one block in one shape, with which a recording is repeated.
struct ReplayShape {
  std::string block, parameters;  ///< as in a Recording
  bool is_stage = true;           ///< outputs do not follow inputs within the cycle
  FieldLayout in, out, registers;
  std::function<std::unique_ptr<ReplayBlock>()> make_reference;
  /// The implementation that is held to the reference; empty: none.
  std::function<std::unique_ptr<ReplayBlock>(int seed)> make_other;
  std::string other;                ///< its name
  std::vector<unsigned> latency;    ///< cycles by which its outputs come later; empty: none
  std::function<void(Words&)> fix;  ///< holds some inputs at values; empty: none
};

/// With the model alone.
template <class Model>
ReplayShape make_replay_shape(std::string block, std::string parameters) {
  ReplayShape shape;
  shape.block = std::move(block);
  shape.parameters = std::move(parameters);
  shape.is_stage = kIsStage<Model>;
  shape.in = layout_of<typename Model::In>();
  shape.out = layout_of<typename Model::Out>();
  if constexpr (kHasPreset<Model>) shape.registers = layout_of<PresetOf<Model>>();
  shape.make_reference = [] { return std::make_unique<ReplayBlockOf<Model>>(); };
  return shape;
}

/// `AsRtl` is a Rtl: made from a name and a seed.
template <class AsRtl>
void hold_to_reference(ReplayShape& shape, const std::string& name) {
  shape.other = name;
  shape.make_other = [name](int seed) {
    return std::make_unique<ReplayBlockOf<AsRtl>>(AsRtl(name, seed));
  };
}

template <class Model, class AsRtl>
ReplayShape make_replay_shape(const char* block, const char* parameters, const char* name) {
  ReplayShape shape = make_replay_shape<Model>(block, parameters);
  hold_to_reference<AsRtl>(shape, name);
  return shape;
}

}  // namespace tinsim
