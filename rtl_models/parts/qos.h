// SPDX-License-Identifier: Apache-2.0
// Which VC an output serves next: strict priority, then surplus round robin in words.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "rtl_models/parts/cell_header.h"

namespace tinsim {

inline constexpr unsigned kMaxVcs = 64;

/// Configuration: the same for all outputs of a switch.
struct QosPlan {
  unsigned num_vcs = 0;
  std::uint64_t strict = 0;                     ///< mask of VCs served before all others
  std::array<std::uint8_t, kMaxVcs> weights{};  ///< of the others, 1..255
  unsigned longest_words = kMaxCellWords;       ///< of a cell
};

/// The decision of output_queue (its README, "Which VC"), on masks of up to `kVcs` VCs.
template <unsigned kVcs>
class BasicQosPicker {
 public:
  using Mask = std::conditional_t<(kVcs > 32), std::uint64_t, std::uint32_t>;
  using Words = std::conditional_t<(kVcs > 32), std::int32_t, std::int16_t>;

  /// The next VC of the mask `nonempty`, which must not be zero. `words(vc)` is the length of the
  /// cell at the head of a VC.
  template <class WordsOf>
  unsigned next(const QosPlan& plan, Mask nonempty, WordsOf&& words) {
    if ((nonempty & (nonempty - 1)) == 0) return static_cast<unsigned>(__builtin_ctzll(nonempty));
    const unsigned vc = pick(plan, nonempty);
    if (!(plan.strict >> vc & 1)) budget_[vc] = static_cast<Words>(budget_[vc] - words(vc));
    return vc;
  }
  /// Registers by name (rtl_models/common/state.h).
  template <class List>
  void list_state(List& state) const {
    state.add("strict_pointer", strict_pointer_);
    state.add("current_vc", current_);
    state.add("budget_words", budget_);
  }

 private:
  unsigned pick(const QosPlan& plan, Mask nonempty);

  /// At most longest_words x 255, at least 1 - longest_words.
  std::array<Words, kVcs> budget_{};
  std::uint8_t strict_pointer_ = 0;
  std::uint8_t current_ = 0;  ///< VC whose turn it is
};

/// Of the blocks, which have up to 32 VCs.
using QosPicker = BasicQosPicker<32>;

}  // namespace tinsim
