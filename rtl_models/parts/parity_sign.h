// SPDX-License-Identifier: Apache-2.0
// Parity-sign rule: which local hop may follow which inside a pod, so that local detours need no
// VC.
#pragma once

#include <cstdint>

namespace tinsim {

/// Type of a local hop from TiN i to TiN j: parity and sign of j - i, listed in turn order
/// (Garcia et al., ICPP 2013; used by Aquila 3.2).
enum class LinkType : uint8_t { kOddMinus, kEvenPlus, kOddPlus, kEvenMinus };

/// Precondition: from != to.
constexpr LinkType local_link_type(unsigned from, unsigned to) {
  const bool odd = (from ^ to) & 1;
  if (to > from) return odd ? LinkType::kOddPlus : LinkType::kEvenPlus;
  return odd ? LinkType::kOddMinus : LinkType::kEvenMinus;
}

/// May a hop of type `second` follow one of type `first` in the same pod? Types never decrease, and
/// a run of one type moves the TiN number in one direction, so no chain of hops can close a cycle.
constexpr bool local_turn_allowed(LinkType first, LinkType second) { return first <= second; }

/// Whether a cell may take the way from TiN `from` over `via` to `to`. Precondition: all three
/// differ.
constexpr bool local_detour_allowed(unsigned from, unsigned via, unsigned to) {
  return local_turn_allowed(local_link_type(from, via), local_link_type(via, to));
}

}  // namespace tinsim
