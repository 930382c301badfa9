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

/// The fields of a bundle as signals in the current scope of a file. An array is one vector,
/// element 0 least significant, as in the SystemVerilog.
template <class Bundle>
class BundleWaves {
 public:
  BundleWaves(WaveFile& file, WaveFile::Direction direction) : file_(file) {
    Bundle::walk(Bundle{}, [&](const char* name, const auto& field) {
      signals_.push_back(file_.add(name, kWidth<decltype(field)>, direction));
    });
  }
  /// In the cycle of the file's last `at`.
  void write(const Bundle& bundle) {
    auto signal = signals_.begin();
    Bundle::walk(bundle, [&](const char*, const auto& field) {
      std::array<std::uint32_t, (kWidth<decltype(field)> + 31) / 32> words{};
      BitWriter writer(words.data());
      pack(field, writer);
      writer.flush();
      file_.set_words(*signal++, words.data());
    });
  }

 private:
  WaveFile& file_;
  std::vector<WaveFile::Signal> signals_;
};

/// Writes into a scope of its own, each tick or eval one cycle. Resets do not restart the
/// count of cycles. Several blocks that share a file are all made before the first of them runs,
/// and run cycle by cycle.
template <class B>
class Traced {
 public:
  using In = typename B::In;
  using Out = typename B::Out;
  using Preset = PresetOf<B>;

  /// `scope` may be a path: "tin0_0.port3.pcs_tx".
  Traced(WaveFile& file, const std::string& scope, B block = B())
      : file_(in_scope(file, scope)),
        block_(std::move(block)),
        inputs_(file, WaveFile::Direction::kInput),
        outputs_(file, WaveFile::Direction::kOutput) {
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
  static WaveFile& in_scope(WaveFile& file, const std::string& scope) {
    file.enter(scope);
    return file;
  }
  void write(const In& in, const Out& out) {
    file_.at(cycle_++);
    inputs_.write(in);
    outputs_.write(out);
  }

  WaveFile& file_;
  B block_;
  BundleWaves<In> inputs_;
  BundleWaves<Out> outputs_;
  std::uint64_t cycle_ = 0;
};

}  // namespace tinsim
