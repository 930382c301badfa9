// SPDX-License-Identifier: Apache-2.0
// Which VC an output serves next: strict priority, then surplus round robin in words.
#pragma once

#include <array>
#include <cstdint>

namespace tinsim {

inline constexpr unsigned kMaxVcs = 32;

/// Configuration: the same for all outputs of a switch.
struct QosPlan {
  unsigned num_vcs = 0;
  std::uint32_t strict = 0;                     ///< mask of VCs served before all others
  std::array<std::uint8_t, kMaxVcs> weights{};  ///< of the others, 1..255
};

/// The decision of output_queue (its README, "Which VC"), on masks of VCs.
class QosPicker {
 public:
  /// The next VC of the mask `nonempty`, which must not be zero. `words(vc)` is the length of the
  /// cell at the head of a VC.
  template <class Words>
  unsigned next(const QosPlan& plan, std::uint32_t nonempty, Words&& words) {
    if ((nonempty & (nonempty - 1)) == 0) return static_cast<unsigned>(__builtin_ctz(nonempty));
    const unsigned vc = pick(plan, nonempty);
    if (!(plan.strict >> vc & 1)) budget_[vc] = static_cast<std::int16_t>(budget_[vc] - words(vc));
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
  unsigned pick(const QosPlan& plan, std::uint32_t nonempty);

  std::array<std::int16_t, kMaxVcs> budget_{};  ///< at most 20 x 255, at least 1 - 20
  std::uint8_t strict_pointer_ = 0;
  std::uint8_t current_ = 0;  ///< VC whose turn it is
};

}  // namespace tinsim
