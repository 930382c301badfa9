// SPDX-License-Identifier: Apache-2.0
// Group `trace` of the registers: the filter of cell tracing in a chip, and its counters.
#pragma once

#include "tlm/tin/cell_trace/trace_sampler.h"
#include "tlm/tin/registers/stored_registers.h"

namespace tinsim {

/// Shows the settings that the chip was built with, and all writes since. A write counts for cells
/// whose first word leaves its source in its cycle or later, and for records from then on. The
/// collector's address is stored for software alone.
class TraceDevice final : public RegisterDevice {
 public:
  /// Both outlive the device.
  TraceDevice(TraceSchedule& settings, const TraceSampler& sampler)
      : settings_(settings), sampler_(sampler) {}

  uint32_t read(Cycle at, const registers::Place& place) const override;
  bool write(Cycle effect, const registers::Place& place, const uint32_t* words) override;

 private:
  TraceSchedule& settings_;
  const TraceSampler& sampler_;
  StoredRegisters collector_;
};

}  // namespace tinsim
