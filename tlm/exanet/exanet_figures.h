// SPDX-License-Identifier: Apache-2.0
// Figures of ExaNet by formula: the cycles of blocks and lines, and efficiencies that follow.
// docs/reference/exanet.md compares them with those of the paper.
#pragma once

#include "rtl_models/parts/exanet_header.h"
#include "rtl_models/parts/exanet_space.h"

namespace tinsim {

/// Cycles of a packet through an idle node and to the pins of its line: router 10; transmit buffer,
/// framer and words of the line 6. Those of the line come besides.
inline constexpr unsigned kExanetHopCycles = 16;

/// Idle cycles of the router's output: 8 after each packet of one sender; with several senders 1
/// after each, and 4 after each fourth.
inline constexpr double kExanetIdleAlone = 8, kExanetIdleShared = 7.0 / 4;

/// Payload's share of the cycles of the bus at an output that packets of so many bytes fill.
constexpr double exanet_router_efficiency(unsigned bytes, unsigned senders) {
  const double words = exanet_words(bytes);
  return words /
         (words + kExanetFrameWords + (senders == 1 ? kExanetIdleAlone : kExanetIdleShared));
}

/// Payload's share of the words of a line that packets of so many bytes fill, each with header and
/// footer, Magic, Start and a credit word.
constexpr double exanet_link_efficiency(unsigned bytes) {
  const double words = 2.0 * exanet_words(bytes);
  return words / (words + 2 * kExanetFrameWords + 2 + 1);
}

}  // namespace tinsim
