// SPDX-License-Identifier: Apache-2.0
// RTL of a user in place of tinsim's own in a network, as a block.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/errors.h"
#include "rtl_models/common/block.h"
#include "rtl_models/common/dut_plugin.h"
#include "rtl_models/common/pack.h"

namespace tinsim {

/// From now on `rtl` and `lockstep` of this block in this shape are this RTL; null: tinsim's own
/// again. `dut` outlives the blocks made from it.
void use_block_dut(const DutPlugin* dut);
/// Null where tinsim's own RTL is used.
const DutPlugin* block_dut(const std::string& block, const std::string& parameters);

/// The RTL of a DutPlugin as a block with the ports of Model.
template <class Model>
class DutBlock {
 public:
  using In = typename Model::In;
  using Out = typename Model::Out;

  explicit DutBlock(const DutPlugin& dut) : dut_(&dut), instance_(dut.create(1), dut.destroy) {}

  const Out& out() const { return out_; }
  void tick(const In& in) { call(dut_->tick, in); }
  void reset(const In& straps) { call(dut_->reset, straps); }
  Out eval(const In& in) {
    call(dut_->eval, in);
    return out_;
  }

 private:
  void call(int (*function)(void*, const std::uint32_t*, std::uint32_t*), const In& in) {
    pack_struct(in, in_words_.data());
    if (function(instance_.get(), in_words_.data(), out_words_.data()) != 0)
      throw InvariantError(fmt::format("{}: {}", dut_->top, dut_->error(instance_.get())));
    unpack_struct(out_words_.data(), out_);
  }

  const DutPlugin* dut_;
  std::unique_ptr<void, void (*)(void*)> instance_;
  std::vector<std::uint32_t> in_words_ = std::vector<std::uint32_t>((bundle_width<In>() + 31) / 32);
  std::vector<std::uint32_t> out_words_ =
      std::vector<std::uint32_t>((bundle_width<Out>() + 31) / 32);
  Out out_{};
};

}  // namespace tinsim
