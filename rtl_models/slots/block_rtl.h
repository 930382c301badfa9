// SPDX-License-Identifier: Apache-2.0
// make_block() of block_slot.h, for the generated file of each block.
#pragma once

#include <fmt/format.h>

#include <exception>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "base/errors.h"
#include "rtl_models/common/block_slot.h"
#include "rtl_models/common/lockstep.h"
#include "rtl_models/common/state.h"
#include "rtl_models/slots/block_dut.h"
#include "rtl_models/slots/block_recorder.h"
#ifdef TINSIM_RTL
#include "rtl_models/common/rtl.h"
#endif

namespace tinsim {

/// Of a shape: `kBlock`, `kParameters` ("NumVcs=4,MaxWords=64") and, where there is RTL, the
/// Verilated class `Verilated`. Generated.
template <class Model>
struct ShapeOf;

/// The RTL without its place.
template <class Model>
BlockSlot<Model> make_rtl() {
  using Shape = ShapeOf<Model>;
  if (const DutPlugin* dut = block_dut(Shape::kBlock, Shape::kParameters))
    return BlockSlot<Model>(std::make_unique<HeldBlock<Model, DutBlock<Model>>>(*dut));
#ifdef TINSIM_RTL
  using RtlBlock = Rtl<Model, typename Shape::Verilated>;
  return BlockSlot<Model>(std::make_unique<HeldBlock<Model, RtlBlock>>(Shape::kBlock));
#else
  throw ConfigError(
      fmt::format("tin.blocks.{}: RTL is not in this build, which was made without Verilator; "
                  "expected model",
                  Shape::kBlock));
#endif
}

/// Adds place, block and cycle of the network to errors.
template <class Model, class Block>
class PlacedBlock final : public HeldBlock<Model, Block> {
  using Base = HeldBlock<Model, Block>;

 public:
  using In = typename Model::In;
  using Out = typename Model::Out;

  template <class... Arguments>
  explicit PlacedBlock(const BlockPlace& place, Arguments&&... arguments)
      : Base(std::forward<Arguments>(arguments)...), place_(place) {
    if (kIsLockstep && !file_of_block_inputs().empty())
      recorder_ = std::make_unique<BlockRecorder<Model>>();
  }

  void tick(const In& in) override {
    if (recorder_ != nullptr) recorder_->cycle(in);
    guard([&] { Base::tick(in); });
    ++cycle_;
  }
  void reset(const In& straps) override {
    // Its last outputs are compared in the reset.
    if (kIsStage<Model> && recorder_ != nullptr) recorder_->cycle(straps);
    guard([&] { Base::reset(straps); });
    if (recorder_ != nullptr) recorder_->reset(straps);
    cycle_ = 0;
  }
  Out eval(const In& in) override {
    if (kIsPart<Model> && recorder_ != nullptr) recorder_->cycle(in);
    Out out;
    guard([&] { out = Base::eval(in); });
    return out;
  }

 private:
  static constexpr bool kIsLockstep = std::is_same_v<Block, Lockstep<Model, BlockSlot<Model>>>;

  template <class F>
  void guard(F&& f) {
    try {
      f();
    } catch (const LockstepMismatch& mismatch) {
      throw InvariantError(placed(mismatch) + registers() + smallest_stimulus(mismatch));
    } catch (const InvariantError& error) {
      throw InvariantError(placed(error));
    }
  }
  std::string placed(const std::exception& error) const {
    return fmt::format("{} {} cycle {}: {}", place_.name, ShapeOf<Model>::kBlock,
                       place_.cycle != nullptr ? *place_.cycle : cycle_, error.what());
  }
  /// Of the model in lockstep.
  std::string registers() {
    if constexpr (kIsLockstep) {
      const auto now = state_of(this->held().reference());
      if (!now.empty())
        return "registers of the model that are not all zero:\n" + state_section(now);
    }
    return "";
  }
  std::string smallest_stimulus(const LockstepMismatch& mismatch) const {
    using Shape = ShapeOf<Model>;
    if (recorder_ == nullptr) return "";
    const DutPlugin* dut = block_dut(Shape::kBlock, Shape::kParameters);
    return recorder_->minimal(Shape::kBlock, Shape::kParameters, dut != nullptr ? dut->top : "RTL",
                              make_rtl<Model>, mismatch);
  }

  std::unique_ptr<BlockRecorder<Model>> recorder_;  ///< in lockstep, if inputs are kept
  BlockPlace place_;
  std::uint64_t cycle_ = 0;  ///< since reset
};

template <class Model>
BlockSlot<Model> make_block(std::optional<BlockImpl> choice, const BlockPlace& place) {
  if (choice.value_or(BlockImpl::model) == BlockImpl::model) return BlockSlot<Model>();
  BlockSlot<Model> rtl = make_rtl<Model>();
  if (choice == BlockImpl::rtl)
    return BlockSlot<Model>(
        std::make_unique<PlacedBlock<Model, BlockSlot<Model>>>(place, std::move(rtl)));
  using Both = Lockstep<Model, BlockSlot<Model>>;
  return BlockSlot<Model>(std::make_unique<PlacedBlock<Model, Both>>(place, "model and RTL", "",
                                                                     Model(), std::move(rtl)));
}

}  // namespace tinsim
