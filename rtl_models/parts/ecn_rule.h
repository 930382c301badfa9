// SPDX-License-Identifier: Apache-2.0
// By the depth of its RTS queue: refuse a packet unfetched, or mark it when it leaves.
#pragma once

namespace tinsim {

inline constexpr unsigned kMaxRtsDepth = 4095;  ///< an RTS queue counts in 12 bits
inline constexpr unsigned kEcnCe = 3;           ///< congestion experienced (RFC 3168)

/// Whether an RTS that arrives at a queue of this depth is refused, and answered by a CTD.
constexpr bool refuses_rts(unsigned depth, unsigned drop_threshold) {
  return depth > drop_threshold || depth >= kMaxRtsDepth;
}

/// Whether a packet that is ready to leave is marked: its field becomes CE. Only ECT(0) and ECT(1),
/// 2 and 1, can be.
constexpr bool marks_ecn(unsigned depth, unsigned mark_threshold, unsigned ecn) {
  return depth > mark_threshold && (ecn == 1 || ecn == 2);
}

}  // namespace tinsim
