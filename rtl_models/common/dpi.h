// SPDX-License-Identifier: Apache-2.0
// TIN_DPI: a model as a golden reference for SystemVerilog, over DPI-C.
#pragma once

#include <svdpi.h>

#include <exception>
#include <string>

#include "rtl_models/common/block.h"
#include "rtl_models/common/pack.h"

namespace tinsim {

/// A block behind packed structs. No exception leaves it: an error is kept as text.
template <class B>
class DpiBlock {
 public:
  int reset(const svBitVecVal* in) {
    return guarded([&] { reset_block(block_, unpacked(in)); });
  }
  int step(const svBitVecVal* in, svBitVecVal* out) {
    return guarded([&] { pack_struct(tinsim::step(block_, unpacked(in)), out); });
  }
  const char* error() const { return error_.c_str(); }

 private:
  static typename B::In unpacked(const svBitVecVal* words) {
    typename B::In in;
    unpack_struct(words, in);
    return in;
  }
  template <class F>
  int guarded(F&& f) {
    try {
      f();
      return 0;
    } catch (const std::exception& error) {
      error_ = error.what();
      return 1;
    }
  }
  B block_;
  std::string error_;
};

}  // namespace tinsim

/// Defines, for `import "DPI-C"`:
///   chandle c_dpi_<name>_new();
///   int     c_dpi_<name>_reset(chandle h, input bit [..] in);
///   int     c_dpi_<name>_step(chandle h, input bit [..] in, output bit [..] out);
///   string  c_dpi_<name>_error(chandle h);
///   void    c_dpi_<name>_free(chandle h);
/// `in` and `out` are packed structs of the block's fields in the order of its field list, the
/// first field most significant. `step` gives the outputs of the cycle in which `in` holds, then
/// applies the clock edge that ends it. The int is 0, or 1 and `error` says why.
#define TIN_DPI(name, ...)                                                               \
  extern "C" void* c_dpi_##name##_new() { return new ::tinsim::DpiBlock<__VA_ARGS__>; }  \
  extern "C" int c_dpi_##name##_reset(void* h, const svBitVecVal* in) {                  \
    return static_cast<::tinsim::DpiBlock<__VA_ARGS__>*>(h)->reset(in);                  \
  }                                                                                      \
  extern "C" int c_dpi_##name##_step(void* h, const svBitVecVal* in, svBitVecVal* out) { \
    return static_cast<::tinsim::DpiBlock<__VA_ARGS__>*>(h)->step(in, out);              \
  }                                                                                      \
  extern "C" const char* c_dpi_##name##_error(void* h) {                                 \
    return static_cast<::tinsim::DpiBlock<__VA_ARGS__>*>(h)->error();                    \
  }                                                                                      \
  extern "C" void c_dpi_##name##_free(void* h) {                                         \
    delete static_cast<::tinsim::DpiBlock<__VA_ARGS__>*>(h);                             \
  }
