// SPDX-License-Identifier: Apache-2.0
// Which VC an output serves next: strict priority, then surplus round robin in words.
#pragma once

#include <array>
#include <cstdint>

namespace tinsim {

inline constexpr unsigned kMaxVcs = 32;

/// The decision of output_queue (its README, "Which VC"), on masks of VCs.
class QosPicker {
 public:
  /// Sets pointers and budgets to 0. `strict` is a mask of VCs; weights are 1..255.
  void reset(unsigned num_vcs, std::uint32_t strict,
             const std::array<std::uint8_t, kMaxVcs>& weights);

  /// The VC served next among those of `nonempty`, which must not be zero. The caller then charges
  /// its cell with `serve`.
  unsigned pick(std::uint32_t nonempty);

  /// Charges a cell of `words` words to the VC just picked.
  void serve(unsigned vc, unsigned words);

 private:
  unsigned num_vcs_ = 0;
  std::uint32_t strict_ = 0;
  std::array<std::uint8_t, kMaxVcs> weights_{};
  unsigned strict_pointer_ = 0;
  unsigned current_ = 0;
  std::array<std::int32_t, kMaxVcs> budget_{};
};

}  // namespace tinsim
