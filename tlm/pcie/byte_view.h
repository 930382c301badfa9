// SPDX-License-Identifier: Apache-2.0
// A row of octets that somebody else keeps; or, where payload is only counted, their number.
#pragma once

#include <cstdint>

namespace tinsim {

/// `data` null: only `size` is known. Valid until the call to which it is given returns.
struct ByteView {
  const uint8_t* data = nullptr;
  uint32_t size = 0;
};

}  // namespace tinsim
