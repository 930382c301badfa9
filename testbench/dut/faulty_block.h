// SPDX-License-Identifier: Apache-2.0
// A block with a bug in the chips of a test network, as RTL of a user.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "rtl_models/slots/block_dut.h"
#include "testbench/dut/dut_export.h"

namespace tinsim {

/// The model of a block with a bug: `Bug::change(out, cycle)`.
template <class Model, class Bug>
class FaultyBlock {
 public:
  using In = typename Model::In;
  using Out = typename Model::Out;

  FaultyBlock(const std::string&, int) {}
  const Out& out() const { return out_; }
  void tick(const In& in) {
    model_.tick(in);
    ++cycle_;
    show();
  }
  void reset(const In& straps) {
    model_.reset(straps);
    cycle_ = 0;
    show();
  }

 private:
  void show() {
    out_ = model_.out();
    Bug::change(out_, cycle_);
  }
  Model model_;
  Out out_{};
  unsigned cycle_ = 0;
};

/// Fixture of tests in which `tin.blocks` takes a FaultyBlock.
class FaultyBlockTest : public ::testing::Test {
 protected:
  /// Until the test ends; `parameters` are those of the shape in networks.
  template <class Model, class Bug>
  void use(const char* block, const char* parameters) {
    static const DutPlugin kPlugin =
        BlockExport<Model, FaultyBlock<Model, Bug>>::plugin(block, parameters, "faulty");
    use_block_dut(&kPlugin);
  }
  void TearDown() override { use_block_dut(nullptr); }
};

}  // namespace tinsim
