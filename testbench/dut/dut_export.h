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

/// `make_shape` gives the module and its model for recordings.
template <ReplayShape (*make_shape)()>
int replay_in_plugin(const char* file, void (*print)(void* to, const char* text), void* to) {
  std::string text;
  const int status = replay_dut(file, make_shape, text);
  print(to, text.c_str());
  return status;
}

template <ReplayShape (*make_shape)()>
constexpr DutPlugin replay_plugin(const char* block, const char* parameters, const char* top) {
  return {kDutPluginVersion, block,   parameters, top,     nullptr,
          nullptr,           nullptr, nullptr,    nullptr, replay_in_plugin<make_shape>};
}

/// For networks too; of a stage.
template <class Model, class V, ReplayShape (*make_shape)()>
class DutExport {
 public:
  static constexpr DutPlugin plugin(const char* block, const char* parameters, const char* top) {
    return {kDutPluginVersion, block, parameters, top,   create,
            destroy,           reset, tick,       error, replay_in_plugin<make_shape>};
  }

 private:
  using Block = Rtl<Model, V>;
  struct Instance {
    explicit Instance(int seed) : rtl("dut", seed) {}
    Block rtl;
    std::string error;
  };
  static void* create(int seed) { return new Instance(seed); }
  static void destroy(void* instance) { delete static_cast<Instance*>(instance); }
  static int reset(void* instance, const std::uint32_t* in, std::uint32_t* out) {
    return guarded(instance, in, out,
                   [](Block& rtl, const typename Model::In& pins) { rtl.reset(pins); });
  }
  static int tick(void* instance, const std::uint32_t* in, std::uint32_t* out) {
    return guarded(instance, in, out,
                   [](Block& rtl, const typename Model::In& pins) { rtl.tick(pins); });
  }
  static const char* error(const void* instance) {
    return static_cast<const Instance*>(instance)->error.c_str();
  }
  template <class F>
  static int guarded(void* opaque, const std::uint32_t* in, std::uint32_t* out, F&& f) {
    auto* instance = static_cast<Instance*>(opaque);
    try {
      typename Model::In pins;
      unpack_struct(in, pins);
      f(instance->rtl, pins);
      pack_struct(instance->rtl.out(), out);
      return 0;
    } catch (const std::exception& error) {
      instance->error = error.what();
      return 1;
    }
  }
};

}  // namespace tinsim
