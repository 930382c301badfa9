// SPDX-License-Identifier: Apache-2.0
// Counts by name, between ranks: the sum over all of each name that any of them has.
#pragma once

#include <map>
#include <utility>

#include "base/bytes.h"

namespace tinsim {

using CountsByName = std::map<std::string, uint64_t>;

inline void put_counts(Bytes& to, const CountsByName& counts) {
  put(to, uint64_t{counts.size()});
  for (const auto& [name, count] : counts) {
    put(to, name);
    put(to, count);
  }
}

/// Adds what put_counts() put.
inline void add_counts(ByteReader& from, CountsByName& counts) {
  for (auto left = from.take<uint64_t>(); left != 0; --left) {
    std::string name = from.take_text();
    counts[std::move(name)] += from.take<uint64_t>();
  }
}

}  // namespace tinsim
