// SPDX-License-Identifier: Apache-2.0
// The register bus of one chip with the parts of the chip behind it.
#pragma once

#include <optional>

#include "tlm/tin/cell_switch/engine.h"
#include "tlm/tin/cell_trace/chip_tracer.h"
#include "tlm/tin/registers/counter_device.h"
#include "tlm/tin/registers/ip_device.h"
#include "tlm/tin/registers/link_device.h"
#include "tlm/tin/registers/register_space.h"
#include "tlm/tin/registers/rma_device.h"
#include "tlm/tin/registers/route_device.h"
#include "tlm/tin/registers/switch_device.h"
#include "tlm/tin/registers/time_sync_device.h"
#include "tlm/tin/registers/trace_device.h"

namespace tinsim {

/// Parts of a chip besides its switch. Null: the chip has none. Then `rma0` and `rma1` refuse
/// writes, and the groups of the others are memory.
struct ChipParts {
  IpEngine* ip = nullptr;
  RmaEngine* rma = nullptr;
  TimeSyncUnit* clock = nullptr;
  ChipTracer* tracer = nullptr;
};

class RegisterBus {
 public:
  /// `cell_switch` outlives the registers and is one whose routes and settings can change, as all
  /// switches of this project are. So do the parts.
  explicit RegisterBus(SwitchEngine& cell_switch, const ChipParts& parts = {})
      : switch_(cell_switch, dynamic_cast<EditableSettings&>(cell_switch)),
        links_(cell_switch),
        routes_(dynamic_cast<EditableRoutes&>(cell_switch)),
        rma0_(parts.rma, 0),
        rma1_(parts.rma, 1),
        counters_(cell_switch, parts.ip == nullptr ? nullptr : &parts.ip->counters()) {
    space_.attach("cell_switch", switch_);
    space_.attach("link", links_);
    space_.attach("route", routes_);
    space_.attach("rma0", rma0_);
    space_.attach("rma1", rma1_);
    space_.attach("counter", counters_);
    if (parts.ip != nullptr) space_.attach("ip", ip_.emplace(*parts.ip));
    if (parts.clock != nullptr) space_.attach("timesync", clock_.emplace(*parts.clock));
    if (parts.tracer != nullptr)
      space_.attach("trace", tracer_.emplace(parts.tracer->settings, parts.tracer->sampler));
  }
  RegisterBus(const RegisterBus&) = delete;
  RegisterBus& operator=(const RegisterBus&) = delete;

  RegisterSpace& bus() { return space_; }

 private:
  SwitchDevice switch_;
  LinkDevice links_;
  RouteDevice routes_;
  std::optional<IpDevice> ip_;
  std::optional<TimeSyncDevice> clock_;
  std::optional<TraceDevice> tracer_;
  RmaDevice rma0_, rma1_;
  CounterDevice counters_;
  RegisterSpace space_;
};

}  // namespace tinsim
