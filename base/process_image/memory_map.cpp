// SPDX-License-Identifier: Apache-2.0
// The mappings of a process, as /proc/PID/maps has them.
#include "base/process_image/memory_map.h"

#include <fmt/format.h>
#include <sys/mman.h>

#include <fstream>
#include <sstream>
#include <stdexcept>

namespace tinsim {
namespace {

/// "7ffff7c00000-7ffff7c28000 r--p 00000000 fe:00 1234    /usr/lib/libc.so.6"
Mapping mapping_of(const std::string& line) {
  std::istringstream in(line);
  Mapping of;
  std::string rights, device, inode;
  char dash = 0;
  in >> std::hex >> of.begin >> dash >> of.end >> rights >> of.offset >> device >> inode;
  if (!in || rights.size() != 4) throw std::runtime_error("/proc/PID/maps: unknown form: " + line);
  std::getline(in >> std::ws, of.name);
  if (rights[0] == 'r') of.protection |= PROT_READ;
  if (rights[1] == 'w') of.protection |= PROT_WRITE;
  if (rights[2] == 'x') of.protection |= PROT_EXEC;
  of.is_shared = rights[3] == 's';
  return of;
}

}  // namespace

std::vector<Mapping> memory_map(pid_t process) {
  const std::string path = fmt::format("/proc/{}/maps", process);
  std::ifstream in(path);
  if (!in) throw std::runtime_error(path + ": cannot be read");
  std::vector<Mapping> all;
  for (std::string line; std::getline(in, line);) all.push_back(mapping_of(line));
  return all;
}

std::vector<PageRange> own_pages(pid_t process, const Mapping& mapping) {
  constexpr uint64_t kPage = 4096;
  constexpr uint64_t kPresent = uint64_t{1} << 63, kSwapped = uint64_t{1} << 62;
  constexpr uint64_t kOfFile = uint64_t{1} << 61;
  const std::string path = fmt::format("/proc/{}/pagemap", process);
  std::ifstream in;
  in.rdbuf()->pubsetbuf(nullptr, 0);  // the kernel refuses to give a part of an entry
  in.open(path, std::ios::binary);
  std::vector<uint64_t> states((mapping.end - mapping.begin) / kPage);
  in.seekg(static_cast<std::streamoff>(mapping.begin / kPage * sizeof(uint64_t)));
  in.read(reinterpret_cast<char*>(states.data()),
          static_cast<std::streamsize>(states.size() * sizeof(uint64_t)));
  if (!in) throw std::runtime_error(path + ": cannot be read");
  std::vector<PageRange> ranges;
  for (std::size_t i = 0; i < states.size(); ++i) {
    if ((states[i] & (kPresent | kSwapped)) == 0 || (states[i] & kOfFile) != 0) continue;
    const uint64_t begin = mapping.begin + i * kPage;
    if (ranges.empty() || ranges.back().end != begin) ranges.push_back({begin, begin});
    ranges.back().end = begin + kPage;
  }
  return ranges;
}

}  // namespace tinsim
