// SPDX-License-Identifier: Apache-2.0
// `tin.impl`: the table of implementations.
#include "platform/impl.h"

#include "platform/errors.h"

namespace tinsim {

std::unique_ptr<SwitchEngine> make_switch_on_pins(const std::string& impl, const SwitchParams&,
                                                  RouteUnit, unsigned) {
  throw ConfigError("tin.impl: '" + impl + "' is not in this build; expected model");
}

}  // namespace tinsim
