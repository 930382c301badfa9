// SPDX-License-Identifier: Apache-2.0
// The functions of a DutPlugin, for a Verilated block.
#pragma once

#include <exception>
#include <string>

#include "rtl_models/common/dut_plugin.h"
#include "rtl_models/common/pack.h"
#include "rtl_models/common/rtl.h"
#include "testbench/dut/dut_replay.h"

namespace tinsim {

/// `Block` has the ports of Model, a constructor (name, seed), and no exception of its own kind.
template <class Model, class Block>
class BlockExport {
 public:
  /// Without recordings.
  static constexpr DutPlugin plugin(const char* block, const char* parameters, const char* top) {
    return {kDutPluginVersion,
            block,
            parameters,
            top,
            create,
            destroy,
            reset,
            tick,
            eval,
            error,
            nullptr};
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

/// `make_shape` gives the module and its model for recordings.
template <ReplayShape (*make_shape)()>
int replay_in_plugin(const char* file, void (*print)(void* to, const char* text), void* to) {
  std::string text;
  const int status = replay_dut(file, make_shape, text);
  print(to, text.c_str());
  return status;
}

/// For recordings alone.
template <ReplayShape (*make_shape)()>
constexpr DutPlugin replay_plugin(const char* block, const char* parameters, const char* top) {
  DutPlugin plugin{};
  plugin.version = kDutPluginVersion;
  plugin.block = block;
  plugin.parameters = parameters;
  plugin.top = top;
  plugin.replay = replay_in_plugin<make_shape>;
  return plugin;
}

/// For networks too.
template <class Model, class V, ReplayShape (*make_shape)()>
constexpr DutPlugin network_plugin(const char* block, const char* parameters, const char* top) {
  DutPlugin plugin = BlockExport<Model, Rtl<Model, V>>::plugin(block, parameters, top);
  plugin.replay = replay_in_plugin<make_shape>;
  return plugin;
}

}  // namespace tinsim
