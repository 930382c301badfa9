// SPDX-License-Identifier: Apache-2.0
// Common code of all fuzz targets: inputs as files, and the form of an error.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/errors.h"
#include "base/printable.h"

namespace tinsim::fuzz {

/// Ends the program as a finding.
inline void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

/// A file in memory, with a name under which it can be opened.
class MemoryFile {
 public:
  MemoryFile(const uint8_t* data, std::size_t size) : file_(::memfd_create("input", 0)) {
    require(file_ >= 0 && ::write(file_, data, size) == static_cast<ssize_t>(size),
            "the input can be written to memory");
  }
  ~MemoryFile() { ::close(file_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  std::string path() const { return "/proc/self/fd/" + std::to_string(file_); }

 private:
  int file_;
};

/// A ConfigError is of whole lines that a terminal shows as they are, and of bounded length. Any
/// other exception is a finding.
template <class Read>
void refuse_or_accept(const Read& read) try {
  read();
} catch (const ConfigError& error) {
  constexpr std::size_t kMaxOctets = 1'000'000;
  const std::string_view text = error.what();
  require(!text.empty() && text.back() != '\n' && text.find("\n\n") == text.npos,
          "an error has no empty line");
  require(printable_lines(text) == text, "an error is printable");
  require(text.size() <= kMaxOctets, "an error is of bounded length");
}

inline std::string text_of(const uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

}  // namespace tinsim::fuzz
