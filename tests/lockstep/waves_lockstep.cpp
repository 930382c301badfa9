// SPDX-License-Identifier: Apache-2.0
// Waves of a Verilated block and of its model under one stimulus are the same.
#include <gtest/gtest.h>

#include <filesystem>

#include "Vvc_fifo_4.h"
#include "rtl_models/common/rtl.h"
#include "rtl_models/common/traced.h"
#include "rtl_models/vc_fifo/vc_fifo.h"
#include "testbench/drive.h"
#include "testbench/stimulus/vc_fifo_stimulus.h"
#include "testbench/vcd_reader.h"

namespace tinsim {
namespace {

using Model = VcFifo<4, 64>;

template <class Block>
Vcd waves_of(std::uint64_t seed, Block block) {
  const std::string path = std::filesystem::temp_directory_path() /
                           ("tinsim_waves_lockstep_" + std::to_string(getpid()) + ".fst");
  {
    WaveFile file(path);
    Traced<Block> traced(file, "vc_fifo", std::move(block));
    VcFifoStimulus<4, 64> stimulus(seed);
    drive(traced, stimulus, 3000, seed);
  }
  Vcd vcd = read_fst(path);
  std::filesystem::remove(path);
  std::filesystem::remove(std::filesystem::path(path).replace_extension(".gtkw"));
  return vcd;
}

bool equal(const Vcd& a, const Vcd& b) {
  if (a.signals.size() != b.signals.size()) return false;
  for (const auto& [name, signal] : a.signals) {
    if (signal.changes != b.signals.at(name).changes) return false;
  }
  return true;
}

TEST(WavesLockstep, VerilatedBlocksAreDrawnLikeModels) {
  const Vcd model = waves_of(1, Model());
  const Vcd rtl = waves_of(1, Rtl<Model, Vvc_fifo_4>());
  std::size_t changes = 0;
  for (const auto& entry : model.signals) changes += entry.second.changes.size();
  EXPECT_GT(changes, 3000u);
  EXPECT_TRUE(equal(model, rtl));
  EXPECT_FALSE(equal(model, waves_of(2, Model())));
}

}  // namespace
}  // namespace tinsim
