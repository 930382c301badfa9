// SPDX-License-Identifier: Apache-2.0
// System calls of GTKWave's FST writer, each with a check of its result. It is compiled with these
// names in place of those without `tinsim_fst_` (cmake/dependencies.cmake).
#include "rtl_models/common/fst_files.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <utility>

namespace tinsim {
namespace {

thread_local int fst_error = 0;

void note(int error) {
  if (fst_error == 0) fst_error = error;
}

/// Makes room on the disk for part of a file; returns an errno value.
int allocate(int file, off_t offset, std::size_t bytes) {
  struct stat status {};
  if (::fstat(file, &status) != 0) return errno;
  const auto end = offset + static_cast<off_t>(bytes);
  if (status.st_size < end) return ENOSPC;  // its end was never written
  const int error = ::posix_fallocate(file, offset, static_cast<off_t>(bytes));
  return error == EOPNOTSUPP ? 0 : error;
}

}  // namespace

int take_fst_error() { return std::exchange(fst_error, 0); }

}  // namespace tinsim

extern "C" {

/// Memory of the same size in place of a file without space: the writer continues without effect.
void* tinsim_fst_mmap(void* address, std::size_t bytes, int protection, int flags, int file,
                      off_t offset) {
  const int error = tinsim::allocate(file, offset, bytes);
  if (error == 0) return ::mmap(address, bytes, protection, flags, file, offset);
  tinsim::note(error);
  return ::mmap(nullptr, std::max<std::size_t>(bytes, 1), protection, MAP_PRIVATE | MAP_ANONYMOUS,
                -1, 0);
}

std::size_t tinsim_fst_fwrite(const void* from, std::size_t size, std::size_t count,
                              std::FILE* file) {
  const std::size_t written = std::fwrite(from, size, count, file);
  if (written != count && size != 0) tinsim::note(errno);
  return written;
}

int tinsim_fst_fputc(int byte, std::FILE* file) {
  const int result = std::fputc(byte, file);
  if (result == EOF) tinsim::note(errno);
  return result;
}

int tinsim_fst_fseeko(std::FILE* file, off_t offset, int whence) {
  const int result = ::fseeko(file, offset, whence);  // writes the buffer
  if (result != 0) tinsim::note(errno);
  return result;
}

int tinsim_fst_fflush(std::FILE* file) {
  const int result = std::fflush(file);
  if (result != 0) tinsim::note(errno);
  return result;
}

int tinsim_fst_fclose(std::FILE* file) {
  const bool lost_some = std::ferror(file) != 0;  // of formatted text, too
  const int result = std::fclose(file);
  if (result != 0 || lost_some) tinsim::note(result != 0 ? errno : EIO);
  return result;
}

}  // extern "C"
