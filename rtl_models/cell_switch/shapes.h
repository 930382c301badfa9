// SPDX-License-Identifier: Apache-2.0
// Cell switch: the shape in which a platform can put it behind pins. Smaller switches run on it
// exactly.
#pragma once

namespace tinsim::full_shape {

inline constexpr unsigned kPorts = 50;
inline constexpr unsigned kVcs = 32;
inline constexpr unsigned kFifoWords = 512;                ///< per input VC
inline constexpr unsigned kPortWords = kVcs * kFifoWords;  ///< per input port of a variant_switch

}  // namespace tinsim::full_shape
