// SPDX-License-Identifier: Apache-2.0
// The ports of a block as JSON, for programs that are not C++.
#pragma once

#include <fmt/format.h>

#include <array>
#include <string>
#include <type_traits>

#include "rtl_models/common/bits.h"
#include "rtl_models/common/block.h"

namespace tinsim {

namespace detail {
template <class T>
struct Shape {
  static constexpr unsigned kElementWidth = kWidth<T>;
  static std::string sizes() { return ""; }
};
template <class T, std::size_t N>
struct Shape<std::array<T, N>> {
  static constexpr unsigned kElementWidth = Shape<T>::kElementWidth;
  static std::string sizes() {
    const std::string inner = Shape<T>::sizes();
    return fmt::format("{}{}{}", N, inner.empty() ? "" : ", ", inner);
  }
};
}  // namespace detail

/// The fields of a bundle, one object per line, which begins with `head`. `width` is that of an
/// element in bits; `array` holds the size of each packed dimension, the outermost first.
template <class Bundle>
std::string field_list(const std::string& head) {
  std::string text;
  Bundle::walk(Bundle{}, [&](const char* name, const auto& field) {
    using FieldShape = detail::Shape<std::decay_t<decltype(field)>>;
    text += fmt::format(R"({}    {{{}"name": "{}", "width": {}, "array": [{}]}})",
                        text.empty() ? "" : ",\n", head, name, FieldShape::kElementWidth,
                        FieldShape::sizes());
  });
  return text;
}

template <class B>
constexpr const char* block_kind() {
  return kIsStage<B> ? "stage" : kIsMealy<B> ? "mealy" : "part";
}

/// A block in one shape. `model` is the C++ type, `parameters` the members of a JSON object.
/// Besides the ports listed, a block that is not a part has `clk_i` and `rst_ni`.
template <class B>
std::string port_list(const std::string& block, const std::string& model,
                      const std::string& parameters) {
  std::string registers;
  if constexpr (kHasPreset<B>) registers = "\n" + field_list<PresetOf<B>>("") + "\n  ";
  return fmt::format(
      "{{\n  \"block\": \"{}\",\n  \"model\": \"{}\",\n  \"kind\": \"{}\",\n"
      "  \"parameters\": {{{}}},\n  \"ports\": [\n{},\n{}\n  ],\n  \"registers\": [{}]\n}}\n",
      block, model, block_kind<B>(), parameters,
      field_list<typename B::In>("\"direction\": \"in\", "),
      field_list<typename B::Out>("\"direction\": \"out\", "), registers);
}

}  // namespace tinsim
