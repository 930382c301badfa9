// SPDX-License-Identifier: Apache-2.0
// Validation: every range and every rule between fields. Nothing later re-checks them.
#pragma once

#include <string>
#include <vector>

#include "platform/config/origins.h"
#include "platform/config/platform_config.h"

namespace tinsim {

/// All broken rules, one `where: path: what is wrong; expected …` each; empty when the
/// configuration is good. Rules between fields are judged only when every field is in range.
std::vector<std::string> find_errors(const PlatformConfig& config, const Origins& origins = {});

/// Throws ConfigError with all of find_errors(), one per line.
void validate(const PlatformConfig& config, const Origins& origins = {});

}  // namespace tinsim
