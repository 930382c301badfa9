// SPDX-License-Identifier: Apache-2.0
// Table entries: a fixed number of candidates out of any number of ports.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "rtl_models/parts/route_choice.h"

namespace tinsim {

/// Consecutive items of the cyclic repetition of `items`, as many as `List` holds, from `start` on.
/// Lists that share links, and whose starts are their own length apart, together use every item
/// equally often, up to one.
template <class List>
List spread(const std::vector<uint8_t>& items, unsigned start) {
  List list;
  list.fill(kNoRoute);
  if (items.empty()) return list;
  std::size_t at = start % items.size();
  for (uint8_t& item : list) {
    item = items[at];
    if (++at == items.size()) at = 0;
  }
  return list;
}

}  // namespace tinsim
