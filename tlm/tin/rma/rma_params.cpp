// SPDX-License-Identifier: Apache-2.0
// Section `rma` of a configuration in core cycles.
#include "tlm/tin/rma/rma_params.h"

#include "tlm/gnet/cycles.h"

namespace tinsim {

RmaParams::RmaParams(const RmaConfig& section, unsigned of_core_mhz)
    : RmaConfig(section),
      core_mhz(of_core_mhz),
      timeout(cycles_of_us(operation_timeout_us, core_mhz)),
      pull_timeout(cycles_of_us(pull_timeout_us, core_mhz)) {
  solicitation.window = solicitation_window_bytes;
  solicitation.strict = strict_priority;
  for (unsigned cls = 0; cls < kRmaClasses; ++cls)
    solicitation.weight[cls] = static_cast<uint8_t>(weights[cls]);
  solicitation.dispatch_limit = cycles_of_us(dispatch_timeout_us, core_mhz);
}

}  // namespace tinsim
