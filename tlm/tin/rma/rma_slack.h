// SPDX-License-Identifier: Apache-2.0
// How late the work of a chip's 1RMA engine may be done so that nobody can tell.
#pragma once

#include <algorithm>

#include "tlm/tin/rma/rma_params.h"

namespace tinsim {

/// Cycles between what happens in the engine and the first cell that may be at a port because of
/// it. Within the engine, PCIe and hosts included, all is done in its own cycle, only later.
struct RmaSlack {
  RmaSlack() = default;
  explicit RmaSlack(const RmaParams& params)
      : event(std::min(params.request_cycles, params.crypt_cycles)),
        outside(std::min({params.command_cycles + params.request_cycles,
                          params.check_cycles + params.request_cycles, params.crypt_cycles})) {}

  /// When work of cycle `work` has to be done.
  static Cycle after(Cycle work, Cycle slack) {
    const Cycle at = work + slack;
    return at < work ? kNoCycle : at;
  }

  /// Of the engine's own events: a grant becomes a request, a refusal an answer.
  Cycle event = 0;
  /// Of what comes by PCIe and from host software, for a store becomes a command, the end of a read
  /// lets the next request be taken, and a completion becomes an answer; and of data with which no
  /// operation ends. Not where PULLs wait for the window, which an atomic operation opens with its
  /// end: the next one is at its port a cycle and `request_cycles` later.
  Cycle outside = 0;
};

}  // namespace tinsim
