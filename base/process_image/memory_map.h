// SPDX-License-Identifier: Apache-2.0
// The mappings of a process, as /proc/PID/maps has them.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace tinsim {

struct Mapping {
  uint64_t begin = 0, end = 0;
  int protection = 0;  ///< PROT_READ, PROT_WRITE, PROT_EXEC
  bool is_shared = false;
  uint64_t offset = 0;  ///< in the file
  std::string name;     ///< of a file, or of the kernel's in brackets; empty: anonymous

  bool is_file() const { return !name.empty() && name.front() == '/'; }
  /// Code and data of the kernel, the same in each process.
  bool is_of_kernel() const { return name.rfind("[v", 0) == 0; }
};

/// In the order of addresses. Throws std::runtime_error where /proc cannot be read.
std::vector<Mapping> memory_map(pid_t process);

/// A part of a mapping.
struct PageRange {
  uint64_t begin = 0, end = 0;
};

/// Pages of the mapping that the process has and that are not those of its file: written ones.
/// Throws std::runtime_error where /proc cannot be read.
std::vector<PageRange> own_pages(pid_t process, const Mapping& mapping);

}  // namespace tinsim
