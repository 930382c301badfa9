// SPDX-License-Identifier: Apache-2.0
// A lockstep as a block of its own: counts its cycles and draws both sides into a waveform file.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "rtl_models/common/lockstep.h"
#include "testbench/dut/dut_waves.h"

namespace tinsim {

/// `Pair` is a Lockstep. Waves have the inputs and the reference's outputs in the scope
/// "reference", the other side's outputs in a scope of its name, and a bit `mismatch`.
template <class Pair>
class DutBench {
 public:
  using In = typename Pair::In;
  using Out = typename Pair::Out;

  explicit DutBench(Pair& pair) : pair_(pair) {}
  void draw(const std::string& path, const std::string& name) {
    file_ = std::make_unique<WaveFile>(path);
    mismatch_ = file_->add("mismatch", 1);
    file_->enter("reference");
    inputs_ = std::make_unique<ElementWaves<In>>(*file_, WaveFile::Direction::kInput);
    wanted_ = std::make_unique<ElementWaves<Out>>(*file_, WaveFile::Direction::kOutput);
    file_->leave();
    file_->enter(name);
    got_ = std::make_unique<ElementWaves<Out>>(*file_, WaveFile::Direction::kOutput);
    file_->leave();
  }
  void close() {
    if (file_) file_->close();
  }

  template <class P = Pair, std::enable_if_t<kIsStage<P>, int> = 0>
  const Out& out() const {
    return pair_.out();
  }
  template <class P = Pair, std::enable_if_t<!kIsPart<P>, int> = 0>
  void tick(const In& in) {
    drawn(in, [&] { pair_.tick(in); });
  }
  void reset(const In& straps) { pair_.reset(straps); }
  template <class P = Pair, std::enable_if_t<!kIsStage<P>, int> = 0>
  Out eval(const In& in) {
    if constexpr (!kIsPart<P>) return pair_.eval(in);
    Out out;
    drawn(in, [&] { out = pair_.eval(in); });
    return out;
  }
  /// Cycles begun, resets not counted.
  std::uint64_t cycles() const { return cycles_; }
  /// Cycle of the first transaction, the first cycle being 1; 0: none yet.
  std::uint64_t first_transaction() const { return first_transaction_; }

 private:
  template <class Block>
  static Out outputs(Block& block, const In& in) {
    if constexpr (kIsStage<Block>)
      return block.out();
    else
      return block.eval(in);
  }
  template <class F>
  void drawn(const In& in, F&& compare) {
    if (file_) {
      file_->at(cycles_);
      inputs_->write(in);
      wanted_->write(outputs(pair_.reference(), in));
      got_->write(outputs(pair_.other(), in));
      file_->set(mismatch_, 1);  // until the comparison has returned
    }
    ++cycles_;
    compare();
    if (first_transaction_ == 0 && pair_.transactions() != 0) first_transaction_ = cycles_;
    if (file_) file_->set(mismatch_, 0);
  }

  Pair& pair_;
  std::uint64_t cycles_ = 0, first_transaction_ = 0;
  std::unique_ptr<WaveFile> file_;
  WaveFile::Signal mismatch_ = 0;
  std::unique_ptr<ElementWaves<In>> inputs_;
  std::unique_ptr<ElementWaves<Out>> wanted_, got_;
};

/// A part whose RTL has registers: a block with a clock that it does not use.
template <class Part>
class PipelinedPart {
 public:
  using In = typename Part::In;
  using Out = typename Part::Out;
  Out eval(const In& in) { return part_.eval(in); }
  void tick(const In&) {}
  void reset(const In&) {}

 private:
  Part part_;
};

}  // namespace tinsim
