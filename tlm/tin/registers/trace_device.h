// SPDX-License-Identifier: Apache-2.0
// Group `trace` of the registers: the filter of cell tracing in a chip, and its counters.
#pragma once

#include "tlm/tin/cell_trace/trace_sampler.h"
#include "tlm/tin/registers/stored_registers.h"

namespace tinsim {

/// A write changes the settings from its cycle on: of cells whose first word leaves its source then
/// or later, and of records. The registers read what was written to them, and the counters of the
/// sampler. The collector's address is stored for software that sends the records.
class TraceDevice final : public StoredRegisters {
 public:
  /// Both outlive the device.
  TraceDevice(TraceSchedule& settings, const TraceSampler& sampler)
      : settings_(settings), sampler_(sampler) {}

  uint32_t read(Cycle at, const registers::Place& place) const override;
  bool write(Cycle effect, const registers::Place& place, const uint32_t* words) override;

 private:
  TraceSettings written() const;

  TraceSchedule& settings_;
  const TraceSampler& sampler_;
};

}  // namespace tinsim
