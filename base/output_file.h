// SPDX-License-Identifier: Apache-2.0
// A file that is written in full or reported.
#pragma once

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include "base/output_error.h"

namespace tinsim {

/// Large tables pass through a small buffer. A file that is not closed may be truncated.
class OutputFile {
 public:
  /// Throws OutputError, as all else here, when the file cannot be written.
  explicit OutputFile(std::filesystem::path path)
      : path_(std::move(path)), file_(std::fopen(path_.c_str(), "wb"), std::fclose) {
    if (!file_) fail();
  }

  template <class... Args>
  void print(fmt::format_string<Args...> format, Args&&... args) {
    print_args(format, fmt::make_format_args(args...));
  }

  void write(const void* bytes, std::size_t count) {
    const char* begin = static_cast<const char*>(bytes);
    buffer_.append(begin, begin + count);
    if (buffer_.size() >= kFlushBytes) flush();
  }

  /// A full disk may cause an error only here.
  void close() {
    flush();
    if (std::fclose(file_.release()) != 0) fail();
  }
  /// close(), when the bytes have reached the disk.
  void close_on_disk() {
    flush();
    // Pipes and devices have nothing to be synchronised.
    const bool good = std::fflush(file_.get()) == 0 &&
                      (::fdatasync(::fileno(file_.get())) == 0 || errno == EINVAL);
    if (!good) fail();
    close();
  }

 private:
  static constexpr std::size_t kFlushBytes = 1 << 16;

  /// In output_file.cpp: it compiles all of fmt's formatting, which its library does not offer for
  /// buffers.
  void print_args(fmt::string_view format, fmt::format_args args);
  void flush() {
    if (std::fwrite(buffer_.data(), 1, buffer_.size(), file_.get()) != buffer_.size()) fail();
    buffer_.clear();
  }
  [[noreturn]] void fail() const {
    throw OutputError(fmt::format("{}: cannot write: {}", path_.string(), std::strerror(errno)));
  }

  std::filesystem::path path_;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
  fmt::memory_buffer buffer_;
};

}  // namespace tinsim
