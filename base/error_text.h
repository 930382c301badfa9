// SPDX-License-Identifier: Apache-2.0
// Text of an exception for the user.
#pragma once

#include <exception>
#include <new>
#include <string>

namespace tinsim {

/// Its text; the standard text of bad_alloc is replaced by a clear one.
inline std::string message_of(const std::exception& error) {
  return dynamic_cast<const std::bad_alloc*>(&error) != nullptr ? "out of memory" : error.what();
}

}  // namespace tinsim
