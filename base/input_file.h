// SPDX-License-Identifier: Apache-2.0
// Input files: only regular files are read, so that none is waited for and each has an end.
#pragma once

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>

namespace tinsim {

/// Reason why `file` cannot be an input; empty if it can. It must be a regular file or a link to
/// one. A pipe can be read once only, but every rank, every point of a sweep and a report read the
/// file again; a pipe without a writer blocks, and a device may have no end. So /dev/stdin is
/// accepted only if it is a file (`tinsim check /dev/stdin < FILE`).
inline std::string input_fault(const std::filesystem::path& file) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(file, error);
  if (!std::filesystem::exists(status)) {
    return std::strerror(error ? error.value() : ENOENT);
  }
  if (std::filesystem::is_directory(status)) return "it is a directory";
  if (!std::filesystem::is_regular_file(status)) return "it is no regular file";
  errno = 0;
  return std::ifstream(file) ? "" : std::strerror(errno);
}

/// A text, or why there is none.
struct InputText {
  std::string text;
  std::string fault;  ///< empty: none
};

/// All octets of a file of at most `max_mb` million.
inline InputText read_input(const std::filesystem::path& file, std::size_t max_mb) {
  InputText input;
  input.fault = input_fault(file);
  if (!input.fault.empty()) return input;
  const std::string too_large = "it is larger than " + std::to_string(max_mb) + " MB";
  const std::size_t most = max_mb * 1'000'000;
  std::error_code error;
  const auto size = std::filesystem::file_size(file, error);
  if (!error && size > most) return {"", too_large};
  std::ifstream in(file, std::ios::binary);
  input.text.reserve(error ? 0 : size);
  for (char part[1 << 16]; in.read(part, sizeof part) || in.gcount() != 0;) {
    input.text.append(part, static_cast<std::size_t>(in.gcount()));
    if (input.text.size() > most) return {"", too_large};  // grows, or is of /proc
  }
  if (in.bad()) input.fault = std::strerror(errno);
  return input;
}

}  // namespace tinsim
