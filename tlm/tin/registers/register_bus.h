// SPDX-License-Identifier: Apache-2.0
// The register bus of one chip with the parts of the chip behind it.
#pragma once

#include "tlm/tin/cell_switch/engine.h"
#include "tlm/tin/registers/counter_device.h"
#include "tlm/tin/registers/register_space.h"
#include "tlm/tin/registers/route_device.h"

namespace tinsim {

class RegisterBus {
 public:
  /// `cell_switch` outlives the registers and is one whose routes can change, as all switches of
  /// this project are. `ip`: counters of the IP path; null: the chip has none.
  explicit RegisterBus(SwitchEngine& cell_switch, const IpCounters* ip = nullptr)
      : routes_(dynamic_cast<EditableRoutes&>(cell_switch)), counters_(cell_switch, ip) {
    space_.attach("route", routes_);
    space_.attach("counter", counters_);
  }
  RegisterBus(const RegisterBus&) = delete;
  RegisterBus& operator=(const RegisterBus&) = delete;

  RegisterSpace& bus() { return space_; }

 private:
  RouteDevice routes_;
  CounterDevice counters_;
  RegisterSpace space_;
};

}  // namespace tinsim
