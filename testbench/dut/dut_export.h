// SPDX-License-Identifier: Apache-2.0
// The functions of a DutPlugin, for a Verilated block.
#pragma once

#include <exception>
#include <string>

#include "rtl_models/common/dut_plugin.h"
#include "rtl_models/common/pack.h"
#include "rtl_models/common/rtl.h"

namespace tinsim {

/// `Block` has the ports of Model, a constructor (name, seed), and no exception of its own kind.
template <class Model, class Block>
class BlockExport {
 public:
  static constexpr DutPlugin plugin(const char* block, const char* parameters, const char* top) {
    return {kDutPluginVersion, block, parameters, top, create, destroy, reset, tick, eval, error};
  }

 private:
  using In = typename Model::In;
  using Out = typename Model::Out;
  struct Instance {
    explicit Instance(int seed) : rtl("dut", seed) {}
    Block rtl;
    std::string error;
  };
  static void* create(int seed) { return new Instance(seed); }
  static void destroy(void* instance) { delete static_cast<Instance*>(instance); }
  static int reset(void* instance, const std::uint32_t* in, std::uint32_t* out) {
    return guarded(instance, in, out, [](Block& rtl, const In& pins) {
      reset_block(rtl, pins);
      return outputs(rtl);
    });
  }
  static int tick(void* instance, const std::uint32_t* in, std::uint32_t* out) {
    return guarded(instance, in, out, [](Block& rtl, const In& pins) {
      if constexpr (!kIsPart<Model>) rtl.tick(pins);
      return outputs(rtl);
    });
  }
  static int eval(void* instance, const std::uint32_t* in, std::uint32_t* out) {
    return guarded(instance, in, out, [](Block& rtl, const In& pins) {
      if constexpr (!kIsStage<Model>)
        return rtl.eval(pins);
      else
        return outputs(rtl);
    });
  }
  /// Registered outputs.
  static Out outputs(const Block& rtl) {
    if constexpr (kIsStage<Model>)
      return rtl.out();
    else
      return {};
  }
  static const char* error(const void* instance) {
    return static_cast<const Instance*>(instance)->error.c_str();
  }
  template <class F>
  static int guarded(void* opaque, const std::uint32_t* in, std::uint32_t* out, F&& f) {
    auto* instance = static_cast<Instance*>(opaque);
    try {
      In pins;
      unpack_struct(in, pins);
      pack_struct(f(instance->rtl, pins), out);
      return 0;
    } catch (const std::exception& error) {
      instance->error = error.what();
      return 1;
    }
  }
};

template <class Model, class V>
using DutExport = BlockExport<Model, Rtl<Model, V>>;

}  // namespace tinsim
