// SPDX-License-Identifier: Apache-2.0
// Paths of traced cells for people and for programs.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "platform/trace/trace_paths.h"

namespace tinsim {

/// Inputs of both forms.
struct PathReport {
  const TraceCapture& capture;
  const std::vector<TracePath>& paths;
  const Topology& topology;
  unsigned core_mhz;
};

/// Missing records, black holes (the last chip that recorded a cell and the port it sent it to),
/// and each path hop by hop with its latencies in ns.
void write_paths_text(std::ostream& to, const PathReport& report);
/// A line for each hop.
void write_paths_csv(std::ostream& to, const PathReport& report);

}  // namespace tinsim
