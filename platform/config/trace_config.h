// SPDX-License-Identifier: Apache-2.0
// What the user writes about traces: cells, timelines and waveforms of ports.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rtl_models/common/fields.h"

namespace tinsim {

/// Cells on the links, as a packet capture. Each trace takes what the ports it names send, and is
/// off when it names none.
struct CellTraceConfig {
  std::vector<std::string> ports;     ///< selectors, platform/network/topology/port_selector.h
  std::string file = "cells.pcapng";  ///< in the result folder
  bool csv = false;                   ///< the same cells as a table beside it
  bool sets = false;                  ///< ordered sets too
  TIN_FIELDS(ports, file, csv, sets)
};

/// Events of ports for a timeline viewer.
struct TimelineTraceConfig {
  std::vector<std::string> ports;
  std::string file = "timeline.json";
  TIN_FIELDS(ports, file)
};

/// Signals of ports for a waveform viewer.
struct WaveTraceConfig {
  std::vector<std::string> ports;
  std::string file = "waves.fst";
  TIN_FIELDS(ports, file)
};

/// What is written down of a run, besides its results.
struct TraceConfig {
  double from_us = 0;           ///< simulated time, warm-up included
  std::optional<double> to_us;  ///< unset: to the end of the run
  CellTraceConfig cells;
  TimelineTraceConfig timeline;
  WaveTraceConfig waves;
  TIN_FIELDS(from_us, to_us, cells, timeline, waves)

  bool is_on() const {
    return !cells.ports.empty() || !timeline.ports.empty() || !waves.ports.empty();
  }
};

}  // namespace tinsim
