// SPDX-License-Identifier: Apache-2.0
// A file of the trace-event format, which Perfetto and chrome://tracing show.
#pragma once

#include <filesystem>
#include <string>
#include <utility>

#include "base/output_file.h"

namespace tinsim {

/// Viewers keep tables of threads by number alone, so numbers of threads differ in the whole file.
class TimelineFile {
 public:
  /// `unit`: in which viewers show times, "ns" or "ms". Throws OutputError, as all else here, where
  /// the file cannot be written.
  TimelineFile(const std::filesystem::path& path, const char* unit);

  /// One event, with its braces.
  template <class... Args>
  void put(fmt::format_string<Args...> format, Args&&... args) {
    file_.print("{}", is_first_ ? "\n" : ",\n");
    is_first_ = false;
    file_.print(format, std::forward<Args>(args)...);
  }
  void name_process(unsigned process, const std::string& name);
  /// Threads are shown in the order of their numbers.
  void name_thread(unsigned process, unsigned thread, const std::string& name);
  void close();

 private:
  OutputFile file_;
  bool is_first_ = true;
};

}  // namespace tinsim
