// SPDX-License-Identifier: Apache-2.0
// Process pool: runs of this same program, a limited number at a time.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace tinsim {

struct Command {
  std::vector<std::string> arguments;  ///< after the program's name
  std::filesystem::path folder;        ///< to run in
  std::filesystem::path errors;        ///< file that receives its standard error
};

/// How a process ended.
struct Ended {
  size_t id = 0;
  int status = 0;  ///< exit status; meaningless if a signal ended it
  int signal = 0;  ///< 0: none
};

/// Its processes end with the one that holds it, however that ends. Not for programs with threads:
/// they would end with the thread that started them.
class ProcessPool {
 public:
  ProcessPool();
  ~ProcessPool();
  ProcessPool(const ProcessPool&) = delete;
  ProcessPool& operator=(const ProcessPool&) = delete;

  /// Starts this program again, with standard error only; wait() returns `id`. Throws
  /// std::system_error.
  void start(size_t id, const Command& command);
  /// Forks; true in the child, whose standard error is `errors`. The child must end by _exit(): it
  /// must not release the resources of its parent.
  bool split(size_t id, const std::filesystem::path& errors);
  /// Waits for any of them to end. A signal that this process notes meanwhile is passed on to all.
  /// Precondition: running() > 0.
  Ended wait();
  size_t running() const { return ids_.size(); }

 private:
  void pass_signal_on();

  bool has_passed_on_ = false;
  std::map<pid_t, size_t> ids_;
};

/// Cores that this process may use.
unsigned usable_cores();

}  // namespace tinsim
