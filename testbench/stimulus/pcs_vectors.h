// SPDX-License-Identifier: Apache-2.0
// Published 64b/66b blocks before and after the scrambler, which starts from ones.
#pragma once

#include <array>
#include <cstdint>

namespace tinsim {

struct ScramblerVector {
  std::uint64_t payload, line;
  bool control;
};

/// A frame from the IEEE 802.3 10GBASE-R example blocks (walker_1_0700), in this order.
inline constexpr std::array<ScramblerVector, 11> kPublishedFrame = {{
    {0x000000000000001e, 0x7bfff0800000001e, true},
    {0xd555555555555578, 0x623016aaaaad1578, true},
    {0x8b0e380577200008, 0x6a767c6ec581e108, false},
    {0x0045000800000000, 0x8df4aacc802830e6, false},
    {0x061b0000661c2800, 0x2cdb936dae49ee83, false},
    {0x00004d590000d79e, 0x74905a82db7046f3, false},
    {0x0000eb4a2839d168, 0xc57a251a6b79511e, false},
    {0x12500c7a00007730, 0x4aca440cd4bf1f41, false},
    {0x000000008462d21e, 0x2c3f2db5d2122809, false},
    {0x79f7eb9300000000, 0x320e33b3c8de9249, false},
    {0x0000000000000087, 0xb599add7c83aa32a, true},
}};

/// Four idle control blocks of 10GBASE-R (payload 0x1e) from the start.
inline constexpr std::array<std::uint64_t, 4> kPublishedIdles = {
    0x7bfff0800000001e, 0x85cff0fffff8401e, 0x85d84f0118079ee1, 0x85d815fee8479ee9};

}  // namespace tinsim
