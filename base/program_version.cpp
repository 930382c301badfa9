// SPDX-License-Identifier: Apache-2.0
// Which build of the program this is.
#include "base/program_version.h"

/// Defined in the program alone, so that a commit links nothing else again.
extern "C" const char tinsim_revision[] __attribute__((weak));

namespace tinsim {

std::string program_version() {
  const char* const revision = tinsim_revision;
  std::string text = "tinsim " TINSIM_VERSION ", revision ";
  text += revision != nullptr ? revision : "unknown";
  return text + ", " TINSIM_BUILD;
}

}  // namespace tinsim
