// SPDX-License-Identifier: Apache-2.0
// Writes a register of Verilated SystemVerilog, found by its name.
#pragma once

#include <fmt/format.h>
#include <verilated.h>
#include <verilated_syms.h>

#include <cstring>
#include <string>

#include "base/errors.h"
#include "rtl_models/common/pack.h"

namespace tinsim {

namespace detail {

/// Verilator lists public signals (the generated <block>.vlt) in a table, by module and name.
inline VerilatedVar* find_register(VerilatedContext& context, const std::string& name) {
  for (const auto& [scope_name, scope] : *context.scopeNameMap()) {
    if (VerilatedVar* found = scope->varFind(name.c_str())) return found;
  }
  return nullptr;
}

inline unsigned register_width(const VerilatedVar& variable) {
  unsigned width = 1;
  for (int dim = 0; dim < variable.dims(); ++dim) {
    width *= static_cast<unsigned>(variable.elements(dim));
  }
  return width;
}

}  // namespace detail

/// `context` is that of one model. The register is a number or a packed array of numbers, element 0
/// least significant. Throws InvariantError if there is none of this name and width that
/// the block's generated configuration makes public.
template <class T>
void write_register(VerilatedContext& context, const std::string& name, const T& value) {
  constexpr unsigned kBits = kWidth<T>;
  const VerilatedVar* variable = detail::find_register(context, name);
  if (variable == nullptr || detail::register_width(*variable) != kBits)
    throw InvariantError(fmt::format("no public register {} of {} bits", name, kBits));
  // Verilator stores up to 64 bits in the smallest unsigned integer, more in words of 32 bits.
  constexpr unsigned kBytes = kBits <= 8    ? 1
                              : kBits <= 16 ? 2
                              : kBits <= 32 ? 4
                              : kBits <= 64 ? 8
                                            : (kBits + 31) / 32 * 4;
  std::array<std::uint32_t, (kBits + 31) / 32> words{};
  BitWriter writer(words.data());
  pack(value, writer);
  writer.flush();
  std::memcpy(variable->datap(), words.data(), kBytes);
}

}  // namespace tinsim
