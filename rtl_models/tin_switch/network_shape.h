// SPDX-License-Identifier: Apache-2.0
// Switch chip with its links: the shape in which a platform can put it behind pins. Smaller
// switches run on it exactly.
#pragma once

namespace tinsim::tin_switch_shape {

inline constexpr unsigned kPorts = 4;
inline constexpr unsigned kVcs = 4;
inline constexpr unsigned kFifoWords = 64;  ///< per input VC

}  // namespace tinsim::tin_switch_shape
