// SPDX-License-Identifier: Apache-2.0
// Whether a network has a place for RTL of a user.
#pragma once

#include <string>

namespace tinsim {

/// Blocks made from the RTL of the last use_block_dut().
unsigned block_dut_uses();
/// Parameters of the block of this RTL that a network has had in another shape; "" if none.
std::string block_dut_wanted();

}  // namespace tinsim
