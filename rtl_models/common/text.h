// SPDX-License-Identifier: Apache-2.0
// Fields as text, and the differences between two fields, for people reading a report.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "rtl_models/common/bits.h"

namespace tinsim {

inline std::string to_text(bool value) { return value ? "1" : "0"; }

template <unsigned N>
std::string to_text(const Bits<N>& value) {
  if constexpr (N <= 16) {
    return fmt::format("{}", std::uint64_t{value});
  } else if constexpr (N <= 64) {
    return fmt::format("{:#x}", std::uint64_t{value});
  } else {
    std::string text = "0x";
    for (std::size_t i = value.words().size(); i-- > 0;)
      text += fmt::format("{:08x}", value.words()[i]);
    return text;
  }
}

/// Only elements that are not zero: "[3]=1 [7]=5", or "0".
template <class T, std::size_t N>
std::string to_text(const std::array<T, N>& values) {
  std::string text;
  for (std::size_t i = 0; i < N; ++i)
    if (!(values[i] == T{}))
      text += fmt::format("{}[{}]={}", text.empty() ? "" : " ", i, to_text(values[i]));
  return text.empty() ? "0" : text;
}

/// All fields of a bundle that are not zero, "name=value". Those whose text is long are not
/// repeated where they have the value of `before`, which may be null.
template <class Bundle>
std::string bundle_text(const Bundle& bundle, const Bundle* before = nullptr) {
  constexpr std::size_t kLong = 40;  // characters
  std::string text;
  Bundle::zip(bundle, before != nullptr ? *before : bundle,
              [&](const char* name, const auto& field, const auto& then) {
                if (field == std::decay_t<decltype(field)>{}) return;
                const std::string value = to_text(field);
                const bool is_known = before != nullptr && value.size() > kLong && field == then;
                text += fmt::format("{}{}{}{}", text.empty() ? "" : ", ", name,
                                    is_known ? " as before" : "=", is_known ? "" : value);
              });
  return text.empty() ? "all zero" : text;
}

/// Calls fn(path, a, b) with texts for each scalar in which two fields differ; `path` starts with
/// `name` and carries the array indices.
template <class T, class F>
void each_difference(const std::string& name, const T& a, const T& b, F&& fn) {
  if (!(a == b)) fn(name, to_text(a), to_text(b));
}
template <class T, std::size_t N, class F>
void each_difference(const std::string& name, const std::array<T, N>& a, const std::array<T, N>& b,
                     F&& fn) {
  for (std::size_t i = 0; i < N; ++i)
    each_difference(fmt::format("{}[{}]", name, i), a[i], b[i], fn);
}

/// A line that says which outputs of `other` come later than they are shown of the reference;
/// `cycles` are of each output. Empty if none does.
inline std::string latency_text(const std::vector<std::string>& outputs,
                                const std::vector<unsigned>& cycles, const std::string& other) {
  if (std::all_of(cycles.begin(), cycles.end(), [](unsigned n) { return n == 0; })) return "";
  const auto count = [](unsigned n) { return fmt::format("{} cycle{}", n, n == 1 ? "" : "s"); };
  std::string late;
  if (std::all_of(cycles.begin(), cycles.end(), [&](unsigned n) { return n == cycles[0]; })) {
    late = fmt::format("those of {} come {} later", other, count(cycles[0]));
  } else {
    for (std::size_t n = 0; n < outputs.size(); ++n) {
      if (cycles[n] != 0)
        late += fmt::format("{}{} {}", late.empty() ? "" : ", ", outputs[n], count(cycles[n]));
    }
    late = fmt::format("of those of {} come later: {}", other, late);
  }
  return "outputs of the reference are shown in its own cycles; " + late + "\n";
}

}  // namespace tinsim
