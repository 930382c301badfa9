// SPDX-License-Identifier: Apache-2.0
// The form of a process image: a line of JSON, then the pages of memory.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/process_image/memory_map.h"

namespace tinsim {

/// A range of memory, and its bytes in the file.
struct SavedRange {
  Mapping mapping;
  uint64_t at = 0;  ///< in the file; 0: the bytes are not saved, for those of the mapped file hold
};

/// A file that was mapped: it must not have changed.
struct MappedFile {
  std::string path;
  uint64_t bytes = 0;
  int64_t changed_ns = 0;

  bool operator==(const MappedFile& o) const {
    return path == o.path && bytes == o.bytes && changed_ns == o.changed_ns;
  }
};

struct ImageHead {
  std::vector<SavedRange> ranges;
  std::vector<MappedFile> files;
  uint64_t jump = 0;           ///< address of the registers that save_image() kept
  uint64_t program_break = 0;  ///< end of the heap
  uint64_t thread = 0;         ///< base of thread-local storage
  uint64_t bytes = 0;          ///< of the whole file
};

/// As it is now. Throws UsageError where there is none.
MappedFile mapped_file(const std::string& path);

/// The text is a whole number of pages long.
std::string text_of(const ImageHead& head);

/// Throws UsageError where `file` is no image, or is not whole.
ImageHead read_head(const std::filesystem::path& file);

}  // namespace tinsim
