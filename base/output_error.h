// SPDX-License-Identifier: Apache-2.0
// A disk that fails or is full: exit status 1 (base/errors.h has the others).
#pragma once

#include <stdexcept>

namespace tinsim {

/// A file could not be written or read back. The text names it.
class OutputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace tinsim
