// SPDX-License-Identifier: Apache-2.0
#include "platform/config/platform_config.h"

namespace tinsim {

PlatformConfig::PlatformConfig() = default;
PlatformConfig::PlatformConfig(const PlatformConfig&) = default;
PlatformConfig::PlatformConfig(PlatformConfig&&) noexcept = default;
PlatformConfig& PlatformConfig::operator=(const PlatformConfig&) = default;
PlatformConfig& PlatformConfig::operator=(PlatformConfig&&) noexcept = default;
PlatformConfig::~PlatformConfig() = default;

}  // namespace tinsim
