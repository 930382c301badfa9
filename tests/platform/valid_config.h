// SPDX-License-Identifier: Apache-2.0
// A configuration that must be good.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "platform/config/reader.h"
#include "platform/validate/validate.h"

namespace tinsim {

/// The configuration of the text; rules that it breaks fail the test.
inline PlatformConfig valid_config(const std::string& text) {
  const ParsedConfig from = parse_config(text, "c.yaml");
  EXPECT_EQ(find_errors(from.config, from.origins), std::vector<std::string>{});
  return from.config;
}

}  // namespace tinsim
