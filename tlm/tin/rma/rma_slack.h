// SPDX-License-Identifier: Apache-2.0
// How many cycles the events of a chip's 1RMA engine may wait without a visible effect.
#pragma once

#include <algorithm>

#include "tlm/tin/lookahead_queue.h"
#include "tlm/tin/rma/rma_params.h"

namespace tinsim {

/// From an event to the first cell that it may put at a port. Ordered events: a grant becomes a
/// request, a refusal an answer. Independent ones are those of PCIe and host software, for a store
/// becomes a command, the end of a read lets the next request be taken, and a completion becomes an
/// answer; and data that end no operation.
inline EventSlack rma_slack(const RmaParams& params) {
  return {std::min(params.request_cycles, params.crypt_cycles),
          std::min({params.command_cycles + params.request_cycles,
                    params.check_cycles + params.request_cycles, params.crypt_cycles})};
}

}  // namespace tinsim
