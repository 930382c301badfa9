// SPDX-License-Identifier: Apache-2.0
// Shared objects of tinsim_add_dut().
#include "rtl_models/slots/dut_file.h"

#include <dlfcn.h>
#include <elf.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <vector>

#include "base/errors.h"

namespace tinsim {
namespace {

/// Bytes that a shared object of 64 bits loads from its file; 0 of any other file.
std::uint64_t bytes_loaded(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  Elf64_Ehdr head{};
  if (!in.read(reinterpret_cast<char*>(&head), sizeof head) ||
      std::memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 || head.e_ident[EI_CLASS] != ELFCLASS64 ||
      head.e_phentsize != sizeof(Elf64_Phdr))
    return 0;
  std::vector<Elf64_Phdr> segments(head.e_phnum);
  const std::uint64_t table = sizeof(Elf64_Phdr) * segments.size();
  in.seekg(static_cast<std::streamoff>(head.e_phoff));
  if (!in.read(reinterpret_cast<char*>(segments.data()), static_cast<std::streamsize>(table)))
    return head.e_phoff + table;
  std::uint64_t end = 0;
  for (const Elf64_Phdr& segment : segments)
    if (segment.p_type == PT_LOAD) end = std::max(end, segment.p_offset + segment.p_filesz);
  return end;
}

/// dlopen() of a file that was cut off ends the program by a signal.
void expect_whole(const std::string& path, const std::string& file) {
  std::error_code none;
  const std::uint64_t size = std::filesystem::file_size(file, none), loaded = bytes_loaded(file);
  if (!none && size < loaded)
    throw ConfigError(
        fmt::format("--dut: {} has {} bytes, of {} that are to be loaded; expected a "
                    "complete file: build it again",
                    path, size, loaded));
}

}  // namespace

const DutPlugin& load_dut(const std::string& path) {
  const std::string file = path.find('/') == std::string::npos ? "./" + path : path;
  expect_whole(path, file);
  void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw ConfigError(fmt::format("--dut: {}", dlerror()));
  const auto* plugin = static_cast<const DutPlugin*>(dlsym(library, "tinsim_dut"));
  if (plugin == nullptr)
    throw ConfigError(fmt::format("--dut: {} was not made by tinsim_add_dut()", path));
  if (plugin->version != kDutPluginVersion)
    throw ConfigError(fmt::format("--dut: {} has interface {}; expected {}: build it again", path,
                                  plugin->version, kDutPluginVersion));
  return *plugin;
}

}  // namespace tinsim
