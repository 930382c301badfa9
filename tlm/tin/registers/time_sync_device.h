// SPDX-License-Identifier: Apache-2.0
// Group `timesync` of the registers: the hardware clock of a chip.
#pragma once

#include <array>

#include "rtl_models/registers/map.h"
#include "tlm/tin/registers/register_device.h"
#include "tlm/tin/time_sync/time_sync_unit.h"

namespace tinsim {

/// Shows the place that the clock was built with, and all writes since. A clock that is not enabled
/// has no ports to listen or to send on; when it is enabled it has the status after a reset, so
/// that it accepts whatever time it receives first.
class TimeSyncDevice final : public RegisterDevice {
 public:
  /// `unit` outlives the registers.
  explicit TimeSyncDevice(TimeSyncUnit& unit);

  uint32_t read(Cycle at, const registers::Place& place) const override;
  bool write(Cycle effect, const registers::Place& place, const uint32_t* words) override;
  void clear(const registers::Place& place, uint32_t bits) override;

 private:
  void follow_move() const;
  uint32_t status(Cycle at) const;
  TimeSyncPlace place_now() const;

  TimeSyncUnit& unit_;
  bool enabled_ = true;
  mutable bool has_moved_ = false;
  mutable TimeSyncPlace written_;  ///< but for the delay
  uint32_t interval_;
  mutable std::array<uint16_t, registers::kPorts> delays_{};  ///< of the channels, by port
  mutable unsigned failures_read_ = 0;                        ///< up to the last read of the status
  unsigned failures_cleared_ = 0;
};

}  // namespace tinsim
