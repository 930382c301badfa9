// SPDX-License-Identifier: Apache-2.0
// Timeline of a controller in the trace-event format, which Perfetto and chrome://tracing show.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "platform/controller/in_band/tin_access.h"
#include "platform/trace/timeline_file.h"

namespace tinsim {

/// A process with a thread for the controller, and one for each TiN: sessions, requests, states of
/// links. Layout in docs/reference/traces.md.
class ControllerTimeline {
 public:
  static constexpr const char* kFile = "controller_timeline.json";

  /// `names`: of the TiNs. Throws OutputError where the file cannot be written.
  ControllerTimeline(const std::filesystem::path& folder, const std::vector<std::string>& names);

  void add(const control::ControlEvent& event);
  /// Of the controller: a change, or an instance.
  void mark(uint64_t at_us, const std::string& what);
  void close();

 private:
  static constexpr unsigned kProcess = 1, kController = 1, kFirstTin = 2;

  TimelineFile file_;
};

}  // namespace tinsim
