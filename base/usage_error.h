// SPDX-License-Identifier: Apache-2.0
// Bad use of the command line: exit status 2, printed after `tinsim: error: `.
#pragma once

#include "base/errors.h"

namespace tinsim {

class UsageError : public ConfigError {
 public:
  using ConfigError::ConfigError;
};

}  // namespace tinsim
