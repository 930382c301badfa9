// SPDX-License-Identifier: Apache-2.0
// Invariants of a platform between windows: no cell is lost, and no credit leaks.
#pragma once

#include "platform/build/platform.h"

namespace tinsim {

/// Checks every link and VC: the sender's credit, cells on the wire, words in the receiver's FIFO
/// and credits on the way back make up the FIFO's depth; and that injected cells are delivered or
/// found somewhere. Throws InvariantError naming chip, port, VC and cycle. All ranks take part.
void audit(Platform& platform, const Topology& topology, ChipKind chips = ChipKind::tin);

}  // namespace tinsim
