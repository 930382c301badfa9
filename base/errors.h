// SPDX-License-Identifier: Apache-2.0
// The two ways a run ends badly, each with its exit status.
#pragma once

#include <stdexcept>
#include <string>

namespace tinsim {

/// Bad usage, configuration or input file: exit status 2. `what()` holds one or more complete
/// lines, each `file:line:col: path: what is wrong; expected …` as far as they are known.
class ConfigError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// An invariant broke while the model ran (lost cell, credit leak, order, no progress): exit
/// status 3. The text names chip, port, VC and cycle; it may have further lines, a report.
class InvariantError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace tinsim
