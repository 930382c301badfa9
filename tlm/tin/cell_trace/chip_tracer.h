// SPDX-License-Identifier: Apache-2.0
// Cell tracing in one chip: its settings, its filter and its sampler.
#pragma once

#include "tlm/tin/cell_trace/trace_filter.h"
#include "tlm/tin/cell_trace/trace_sampler.h"

namespace tinsim {

/// The parts refer to each other, so it stays where it is.
struct ChipTracer {
  /// `tin`: GNet address of the chip's endpoint 0. Cells of the ports in the mask `exempt_ports`
  /// are never traced.
  ChipTracer(uint16_t tin, uint64_t exempt_ports, unsigned buffer_records,
             TraceUnit unit = TraceUnit::cell)
      : filter(settings, exempt_ports, unit), sampler(settings, tin, buffer_records) {}
  ChipTracer(const ChipTracer&) = delete;
  ChipTracer& operator=(const ChipTracer&) = delete;

  TraceSchedule settings;
  TraceFilter filter;
  TraceSampler sampler;
};

}  // namespace tinsim
