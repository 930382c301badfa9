// SPDX-License-Identifier: Apache-2.0
// A file of the trace-event format.
#include "platform/trace/timeline_file.h"

namespace tinsim {

TimelineFile::TimelineFile(const std::filesystem::path& path, const char* unit) : file_(path) {
  file_.print("{{\"displayTimeUnit\":\"{}\",\"traceEvents\":[", unit);
}

void TimelineFile::name_process(unsigned process, const std::string& name) {
  put(R"({{"ph":"M","name":"process_name","pid":{},"args":{{"name":"{}"}}}})", process, name);
}

void TimelineFile::name_thread(unsigned process, unsigned thread, const std::string& name) {
  put(R"({{"ph":"M","name":"thread_name","pid":{},"tid":{},"args":{{"name":"{}"}}}})", process,
      thread, name);
  put(R"({{"ph":"M","name":"thread_sort_index","pid":{},"tid":{},"args":{{"sort_index":{}}}}})",
      process, thread, thread);
}

void TimelineFile::close() {
  file_.print("\n]}}\n");
  file_.close();
}

}  // namespace tinsim
