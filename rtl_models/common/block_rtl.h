// SPDX-License-Identifier: Apache-2.0
// make_block() of block_slot.h, for the generated file of each block.
#pragma once

#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>

#include "base/errors.h"
#include "rtl_models/common/block_dut.h"
#include "rtl_models/common/block_slot.h"
#include "rtl_models/common/lockstep.h"
#ifdef TINSIM_RTL
#include "rtl_models/common/rtl.h"
#endif

namespace tinsim {

/// Of a shape: `kBlock`, `kParameters` ("NumVcs=4,MaxWords=64") and, where there is RTL, the
/// Verilated class `Verilated`. Generated.
template <class Model>
struct ShapeOf;

/// Adds place, block and cycle of the network to errors.
template <class Model, class Block>
class PlacedBlock final : public HeldBlock<Model, Block> {
  using Base = HeldBlock<Model, Block>;

 public:
  using In = typename Model::In;
  using Out = typename Model::Out;

  template <class... Arguments>
  explicit PlacedBlock(const BlockPlace& place, Arguments&&... arguments)
      : Base(std::forward<Arguments>(arguments)...), place_(place) {}

  void tick(const In& in) override {
    guard([&] { Base::tick(in); });
    ++cycle_;
  }
  void reset(const In& straps) override {
    guard([&] { Base::reset(straps); });
    cycle_ = 0;
  }
  Out eval(const In& in) override {
    Out out;
    guard([&] { out = Base::eval(in); });
    return out;
  }

 private:
  template <class F>
  void guard(F&& f) {
    try {
      f();
    } catch (const InvariantError& error) {
      throw InvariantError(fmt::format("{} {} cycle {}: {}", place_.name, ShapeOf<Model>::kBlock,
                                       place_.cycle != nullptr ? *place_.cycle : cycle_,
                                       error.what()));
    }
  }

  BlockPlace place_;
  std::uint64_t cycle_ = 0;  ///< since reset
};

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
