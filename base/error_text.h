// SPDX-License-Identifier: Apache-2.0
// What an exception means to a user.
#pragma once

#include <exception>
#include <new>
#include <string>

namespace tinsim {

/// Its text; that of the library says nothing where memory ran out.
inline std::string message_of(const std::exception& error) {
  return dynamic_cast<const std::bad_alloc*>(&error) != nullptr ? "out of memory" : error.what();
}

}  // namespace tinsim
