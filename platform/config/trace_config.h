// SPDX-License-Identifier: Apache-2.0
// Configuration of traces: cells, timelines and waveforms of ports.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rtl_models/common/keys.h"

namespace tinsim {

struct PlatformConfig;
/// Whether the run makes files besides the results, which need a folder.
bool writes_traces(const PlatformConfig& config);

/// Cells on the links, as a packet capture. Each trace takes what the ports it names send, and is
/// off when it names none.
struct CellTraceConfig {
  std::vector<std::string> ports;
  std::string file = "cells.pcapng";
  bool csv = false;
  bool sets = false;
  TIN_KEYS((ports, "ports whose cells are captured, by selector; empty: no capture"),
           (file, "name of the capture in the result folder: NAME.pcapng",
            only_if(
                +[](const CellTraceConfig& c) { return !c.ports.empty(); }, {"ports"}, "a capture",
                "without trace.cells.ports")),
           (csv, "write the cells as a table too: NAME.csv",
            only_if(
                +[](const CellTraceConfig& c) { return !c.ports.empty(); }, {"ports"}, "a capture",
                "without trace.cells.ports")),
           (sets, "capture ordered sets or credit words too; with csv, as NAME_sets.csv",
            only_if(
                +[](const CellTraceConfig& c) { return !c.ports.empty(); }, {"ports"}, "a capture",
                "without trace.cells.ports")))
};

/// Events of ports for a timeline viewer.
struct TimelineTraceConfig {
  std::vector<std::string> ports;
  std::string file = "timeline.json";
  TIN_KEYS((ports, "ports whose events are drawn, by selector; empty: no timeline"),
           (file, "name of the timeline in the result folder, with timeline.json at its end",
            only_if(
                +[](const TimelineTraceConfig& c) { return !c.ports.empty(); }, {"ports"},
                "a timeline", "without trace.timeline.ports")))
};

/// Signals of ports for a waveform viewer.
struct WaveTraceConfig {
  std::vector<std::string> ports;
  std::string file = "waves.fst";
  TIN_KEYS((ports, "ports whose signals are drawn, by selector; empty: no waves"),
           (file, "name of the waveform in the result folder: NAME.fst",
            only_if(
                +[](const WaveTraceConfig& c) { return !c.ports.empty(); }, {"ports"}, "waves",
                "without trace.waves.ports")))
};

/// Traces of a run, besides its results.
struct TraceConfig {
  double from_us = 0;
  std::optional<double> to_us;
  CellTraceConfig cells;
  TimelineTraceConfig timeline;
  WaveTraceConfig waves;
  TIN_KEYS((from_us, "simulated time at which traces begin, in us", range(0, 1e9),
            only_if_config(&writes_traces,
                           {"trace.cells.ports", "trace.timeline.ports", "trace.waves.ports",
                            "ip.capture.ports"},
                           "traces", "where no ports are traced")),
           (to_us, "simulated time at which traces end, in us; unset: the run's end", above(0, 1e9),
            only_if_config(&writes_traces,
                           {"trace.cells.ports", "trace.timeline.ports", "trace.waves.ports",
                            "ip.capture.ports"},
                           "traces", "where no ports are traced")),
           (cells), (timeline), (waves))

  bool is_on() const {
    return !cells.ports.empty() || !timeline.ports.empty() || !waves.ports.empty();
  }
};

}  // namespace tinsim
