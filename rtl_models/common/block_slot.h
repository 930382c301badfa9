// SPDX-License-Identifier: Apache-2.0
// BlockSlot<Model>: a place for one block of a chip, which holds its model, its RTL or both in
// lockstep; a block.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "rtl_models/common/block.h"
#include "rtl_models/common/block_choices.h"

namespace tinsim {

/// A block with the ports of Model behind virtual calls. A function that its kind of block does not
/// have (block.h) is never called.
template <class Model>
class AnyBlock {
 public:
  using In = typename Model::In;
  using Out = typename Model::Out;

  virtual ~AnyBlock() = default;
  virtual const Out* out() const { return nullptr; }
  virtual void tick(const In&) {}
  virtual void reset(const In&) {}
  virtual Out eval(const In&) { return {}; }
};

/// `Block` has the ports of Model.
template <class Model, class Block>
class HeldBlock : public AnyBlock<Model> {
 public:
  using In = typename Model::In;
  using Out = typename Model::Out;

  template <class... Arguments>
  explicit HeldBlock(Arguments&&... arguments) : block_(std::forward<Arguments>(arguments)...) {}

  const Out* out() const override {
    if constexpr (kIsStage<Model>)
      return &block_.out();
    else
      return nullptr;
  }
  void tick([[maybe_unused]] const In& in) override {
    if constexpr (!kIsPart<Model>) block_.tick(in);
  }
  void reset([[maybe_unused]] const In& straps) override {
    if constexpr (!kIsPart<Model>) block_.reset(straps);
  }
  Out eval([[maybe_unused]] const In& in) override {
    if constexpr (!kIsStage<Model>)
      return block_.eval(in);
    else
      return {};
  }

 protected:
  Block& held() { return block_; }

 private:
  Block block_;
};

/// Where a block lies, for reports.
struct BlockPlace {
  std::string name;  ///< chip and port: "tin0_3 port 5"
  /// Cycle of the network, which outlives the block; null: that since its reset, of a block with a
  /// clock.
  const std::uint64_t* cycle = nullptr;
};

/// A block like Model, at the cost of virtual calls; by default the model itself.
template <class Model>
class BlockSlot {
 public:
  using In = typename Model::In;
  using Out = typename Model::Out;

  BlockSlot() : block_(std::make_unique<HeldBlock<Model, Model>>()) {}
  explicit BlockSlot(std::unique_ptr<AnyBlock<Model>> block) : block_(std::move(block)) {}

  template <class M = Model, std::enable_if_t<kIsStage<M>, int> = 0>
  const Out& out() const {
    return *block_->out();
  }
  template <class M = Model, std::enable_if_t<!kIsPart<M>, int> = 0>
  void tick(const In& in) {
    block_->tick(in);
  }
  void reset(const In& straps) { block_->reset(straps); }
  template <class M = Model, std::enable_if_t<!kIsStage<M>, int> = 0>
  Out eval(const In& in) const {
    return block_->eval(in);
  }

 private:
  std::unique_ptr<AnyBlock<Model>> block_;
};

/// The chosen implementation, for the shapes of rtl_models/blocks.cmake (library
/// tinsim_block_slots). RTL is that of block_dut.h, if one of this block is in use. Errors of RTL,
/// and differences, are InvariantErrors that begin with the place, the block and the cycle. Throws
/// ConfigError in a build without Verilator.
template <class Model>
BlockSlot<Model> make_block(std::optional<BlockImpl> choice, const BlockPlace& place);

// Templates over `template <class> class Part` hold each of their blocks as Part<Model>.

/// For chips without a choice: nothing is between the chip and its models.
template <class Model>
using PlainPart = Model;

/// Fills a part of either kind; a PlainPart stays as it is.
template <class Model>
void place_block(Model&, std::optional<BlockImpl>, const BlockPlace&) {}
template <class Model>
void place_block(BlockSlot<Model>& slot, std::optional<BlockImpl> choice, const BlockPlace& place) {
  slot = make_block<Model>(choice, place);
}

}  // namespace tinsim
