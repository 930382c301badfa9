// SPDX-License-Identifier: Apache-2.0
// Group `counter` of the registers: counters of a switch and of its IP path.
#pragma once

#include "tlm/tin/cell_switch/engine.h"
#include "tlm/tin/ip/ip_counters.h"
#include "tlm/tin/registers/register_device.h"

namespace tinsim {

/// Reads alone. Those of ports and VCs restart with the measurement of a run.
class CounterDevice final : public RegisterDevice {
 public:
  /// `ip`: null where the chip has no IP path.
  CounterDevice(const SwitchEngine& cell_switch, const IpCounters* ip)
      : switch_(cell_switch), ip_(ip) {}

  uint32_t read(Cycle at, const registers::Place& place) const override;
  bool write(Cycle, const registers::Place&, const uint32_t*) override { return false; }

 private:
  uint32_t of_vc(const registers::Place& place) const;
  uint64_t of_port(Cycle at, const registers::Place& place) const;
  uint64_t of_ip(const registers::Place& place) const;

  const SwitchEngine& switch_;
  const IpCounters* ip_;
};

}  // namespace tinsim
