// SPDX-License-Identifier: Apache-2.0
// Names in tables and messages: of a kind of chip, and of what its links carry.
#pragma once

#include "platform/config/platform_config.h"

namespace tinsim {

/// Their plurals have an s.
struct ChipWords {
  const char* chip;
  const char* unit;  ///< of transport: what enters, is delivered or is lost as a whole
};

constexpr ChipWords chip_words(ChipKind kind) {
  return kind == ChipKind::exanet ? ChipWords{"node", "packet"} : ChipWords{"TiN", "cell"};
}

}  // namespace tinsim
