// SPDX-License-Identifier: Apache-2.0
// Comparison of configurations by their fields.
#pragma once

#include <type_traits>

#include "platform/config/strict_yaml.h"
#include "platform/config/traffic_config.h"

namespace tinsim {

template <class T>
bool same_fields(const T& a, const T& b) {
  if constexpr (IsVector<T>::value) {
    if (a.size() != b.size()) return false;
    for (size_t i = 0; i < a.size(); ++i) {
      if (!same_fields(a[i], b[i])) return false;
    }
    return true;
  } else if constexpr (HasFields<T>::value) {
    bool same = true;
    T::zip(a, b, [&](const char*, const auto& x, const auto& y) { same &= same_fields(x, y); });
    return same;
  } else if constexpr (std::is_same_v<T, CellBytes>) {
    return same_fields(a.items, b.items);
  } else {
    return a == b;
  }
}

}  // namespace tinsim
