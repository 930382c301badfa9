// SPDX-License-Identifier: Apache-2.0
// Section `bring_up` of a configuration: an Ethernet host that brings the network up in-band;
// docs/reference/control_processor.md.
#pragma once

#include <optional>

#include "rtl_models/common/keys.h"

namespace tinsim {

struct BringUpConfig {
  bool enabled = false;
  bool clear_tables = true;
  std::optional<double> reboot_us;
  TIN_KEYS((enabled,
            "a host on the Ethernet of ecp.ethernet_chips, with DHCP server and client of the "
            "register API, brings the network up"),
           (clear_tables,
            "route tables begin as after a reset, without destinations; false: they begin "
            "complete, and are written with the same values"),
           (reboot_us,
            "from then on every control processor is rebooted over the register API, one after "
            "another, in us; unset: none",
            range(0, 5e6)))
};

}  // namespace tinsim
