// SPDX-License-Identifier: Apache-2.0
// The functions of a DutPlugin, for a Verilated stage.
#pragma once

#include <exception>
#include <string>

#include "rtl_models/common/dut_plugin.h"
#include "rtl_models/common/pack.h"
#include "rtl_models/common/rtl.h"

namespace tinsim {

template <class Model, class V>
class DutExport {
 public:
  static constexpr DutPlugin plugin(const char* block, const char* parameters, const char* top) {
    return {kDutPluginVersion, block, parameters, top, create, destroy, reset, tick, error};
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
