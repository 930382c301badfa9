// SPDX-License-Identifier: Apache-2.0
// Whether a network has a place for RTL of a user.
#pragma once

namespace tinsim {

/// Blocks made from the RTL of the last use_block_dut().
unsigned block_dut_uses();

}  // namespace tinsim
