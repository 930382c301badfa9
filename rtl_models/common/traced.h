// SPDX-License-Identifier: Apache-2.0
// Traced<B>: a block that draws its ports into a waveform file; itself a block.
#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "rtl_models/common/block.h"
#include "rtl_models/common/pack.h"
#include "rtl_models/common/wave_file.h"

namespace tinsim {

/// Writes into a scope of its own, each tick or eval one cycle. An array is one vector, element 0
/// least significant, as in the SystemVerilog. Resets do not restart the count of cycles. Several
/// blocks that share a file are all made before the first of them runs, and run cycle by cycle.
template <class B>
class Traced {
 public:
  using In = typename B::In;
  using Out = typename B::Out;
  using Preset = PresetOf<B>;

  /// `scope` may be a path: "tin0_0.port3.pcs_tx".
  Traced(WaveFile& file, const std::string& scope, B block = B())
      : file_(file), block_(std::move(block)) {
    file_.enter(scope);
    declare<In>(WaveFile::Direction::kInput);
    declare<Out>(WaveFile::Direction::kOutput);
    file_.leave();
  }

  template <class M = B, std::enable_if_t<kIsStage<M>, int> = 0>
  const Out& out() const {
    return block_.out();
  }
  template <class M = B, std::enable_if_t<!kIsPart<M>, int> = 0>
  void tick(const In& in) {
    if constexpr (kIsStage<B>)
      write(in, block_.out());
    else
      write(in, block_.eval(in));
    block_.tick(in);
  }
  void reset(const In& straps) { block_.reset(straps); }
  void preset(const Preset& registers) { block_.preset(registers); }
  template <class M = B, std::enable_if_t<!kIsStage<M>, int> = 0>
  Out eval(const In& in) {
    Out out = block_.eval(in);
    if constexpr (kIsPart<B>) write(in, out);
    return out;
  }
  B& block() { return block_; }

 private:
  template <class Bundle>
  void declare(WaveFile::Direction direction) {
    Bundle::walk(Bundle{}, [&](const char* name, const auto& field) {
      signals_.push_back(file_.add(name, kWidth<decltype(field)>, direction));
    });
  }
  void write(const In& in, const Out& out) {
    file_.at(cycle_++);
    auto signal = signals_.begin();
    auto draw = [&](const char*, const auto& field) {
      std::array<std::uint32_t, (kWidth<decltype(field)> + 31) / 32> words{};
      BitWriter writer(words.data());
      pack(field, writer);
      writer.flush();
      file_.set_words(*signal++, words.data());
    };
    In::walk(in, draw);
    Out::walk(out, draw);
  }

  WaveFile& file_;
  B block_;
  std::vector<WaveFile::Signal> signals_;
  std::uint64_t cycle_ = 0;
};

}  // namespace tinsim
