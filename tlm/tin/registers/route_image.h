// SPDX-License-Identifier: Apache-2.0
// A route table as the registers that software writes.
#pragma once

#include <cstdint>
#include <vector>

#include "tlm/tin/routing/edited_routes.h"

namespace tinsim {

/// Registers at ascending addresses without a gap, to be written in this order.
struct RegisterRun {
  uint32_t address = 0;
  std::vector<uint32_t> values;
  std::vector<uint32_t> masks;  ///< bits of each that software writes
};

/// Writes that make `routes` of a table as after a reset: the registers of group `route` that
/// differ from their reset values, with all others of their elements. The chip's own endpoints are
/// not among them: its wiring, not a controller, decides about those.
std::vector<RegisterRun> route_image(const EditedRoutes& routes);
/// The same registers with their reset values.
std::vector<RegisterRun> reset_values(std::vector<RegisterRun> image);
std::size_t registers_in(const std::vector<RegisterRun>& image);

}  // namespace tinsim
