// SPDX-License-Identifier: Apache-2.0
// RTL of a user in a shared object, for `tinsim run --dut` and `tinsim replay --dut`: the interface
// of both.
#pragma once

#include <cstdint>

namespace tinsim {

/// Changes with each incompatible change of DutPlugin or of the ports of a block in it.
inline constexpr unsigned kDutPluginVersion = 2;

/// Of the one symbol of the shared object, `extern "C" const tinsim::DutPlugin tinsim_dut`. Inputs
/// and outputs are packed structs of the block's fields (pack_struct). Functions that return int
/// return 0, or 1 and `error` says why: no exception passes.
struct DutPlugin {
  unsigned version;
  const char* block;       ///< "cell_switch"
  const char* parameters;  ///< "NumPorts=4,NumVcs=4,MaxWords=64"
  const char* top;         ///< module of the user
  /// Null if it is for no network (NETWORK in tinsim_add_dut()).
  void* (*create)(int seed);
  void (*destroy)(void* instance);
  /// With the straps of `in`; `out` are the outputs of the first cycle, of a stage.
  int (*reset)(void* instance, const std::uint32_t* in, std::uint32_t* out);
  /// The clock edge that ends a cycle with `in`; `out` are the outputs of the next, of a stage.
  int (*tick)(void* instance, const std::uint32_t* in, std::uint32_t* out);
  /// Of a block that is no stage: `out` are its outputs in a cycle with `in`.
  int (*eval)(void* instance, const std::uint32_t* in, std::uint32_t* out);
  const char* (*error)(const void* instance);
  /// Repeats the recording in a file with the module in lockstep with the model. Calls
  /// print(to, text) once. Returns 0, all equal, or 1, a difference, text being the report; 2,
  /// wrong file, or 3, another error, text being the error.
  int (*replay)(const char* file, void (*print)(void* to, const char* text), void* to);
};

}  // namespace tinsim
