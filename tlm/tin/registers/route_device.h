// SPDX-License-Identifier: Apache-2.0
// Group `route` of the registers: the route table of a switch.
#pragma once

#include "tlm/tin/cell_switch/route_edits.h"
#include "tlm/tin/registers/register_device.h"

namespace tinsim {

/// Shows the table that the switch was built with, and all writes since. Writes are refused where
/// the table has no registers (EditedRoutes::has_registers()).
class RouteDevice final : public RegisterDevice {
 public:
  explicit RouteDevice(EditableRoutes& cell_switch)
      : switch_(cell_switch),
        written_(cell_switch.route_unit().table(), cell_switch.route_unit().params()) {}

  /// A register of the group, of a table with these registers.
  static uint32_t value_of(const EditedRoutes& routes, const registers::Place& place);

  uint32_t read(Cycle at, const registers::Place& place) const override;
  bool write(Cycle effect, const registers::Place& place, const uint32_t* words) override;

 private:
  EditableRoutes& switch_;
  EditedRoutes written_;
};

}  // namespace tinsim
