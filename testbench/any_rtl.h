// SPDX-License-Identifier: Apache-2.0
// AnyRtl<Model>: some Verilated class with the ports of Model, which one is known at run time.
#pragma once

#include <memory>
#include <string>

#include "rtl_models/common/block.h"
#include "rtl_models/common/rtl.h"

namespace tinsim {

/// A block like Rtl<Model, V>, at the cost of a virtual call: templates that use it compile once
/// for all classes V. For the many mutants of a block, which are short runs; a lockstep uses Rtl.
template <class Model>
class AnyRtl {
 public:
  using In = typename Model::In;
  using Out = typename Model::Out;
  using Preset = PresetOf<Model>;

  /// As the constructor of Rtl<Model, V>.
  template <class V>
  static AnyRtl of(const std::string& name, int seed) {
    return AnyRtl(std::make_unique<Holder<V>>(name, seed));
  }

  template <class M = Model, std::enable_if_t<kIsStage<M>, int> = 0>
  const Out& out() const {
    return *rtl_->out();
  }
  template <class M = Model, std::enable_if_t<!kIsPart<M>, int> = 0>
  void tick(const In& in) {
    rtl_->tick(in);
  }
  void reset(const In& straps) { rtl_->reset(straps); }
  void preset(const Preset& registers) { rtl_->preset(registers); }
  template <class M = Model, std::enable_if_t<!kIsStage<M>, int> = 0>
  Out eval(const In& in) const {
    Out out;
    rtl_->eval(in, out);
    return out;
  }

 private:
  // Each kind of block has its own of these; the others are never called.
  struct Interface {
    virtual ~Interface() = default;
    virtual const Out* out() const { return nullptr; }
    virtual void tick(const In&) {}
    virtual void reset(const In&) {}
    virtual void preset(const Preset&) {}
    virtual void eval(const In&, Out&) const {}
  };
  template <class V>
  struct Holder final : Interface {
    Holder(const std::string& name, int seed) : rtl(name, seed) {}
    const Out* out() const override {
      if constexpr (kIsStage<Model>)
        return &rtl.out();
      else
        return nullptr;
    }
    void tick([[maybe_unused]] const In& in) override {
      if constexpr (!kIsPart<Model>) rtl.tick(in);
    }
    void reset([[maybe_unused]] const In& straps) override {
      if constexpr (!kIsPart<Model>) rtl.reset(straps);
    }
    void preset([[maybe_unused]] const Preset& registers) override {
      if constexpr (kHasPreset<Model>) rtl.preset(registers);
    }
    void eval([[maybe_unused]] const In& in, [[maybe_unused]] Out& out) const override {
      if constexpr (!kIsStage<Model>) out = rtl.eval(in);
    }
    Rtl<Model, V> rtl;
  };
  explicit AnyRtl(std::unique_ptr<Interface> rtl) : rtl_(std::move(rtl)) {}

  std::unique_ptr<Interface> rtl_;
};

}  // namespace tinsim
