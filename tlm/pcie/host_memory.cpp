// SPDX-License-Identifier: Apache-2.0
// The memory of a host: pages are made by the first write to them.
#include "tlm/pcie/host_memory.h"

#include <algorithm>

namespace tinsim {

bool HostMemory::read(uint64_t address, uint8_t* out, uint64_t size) const {
  if (!has(address, size)) return false;
  while (size > 0) {
    const uint64_t from = address % kPageBytes;
    const uint64_t part = std::min(size, kPageBytes - from);
    const auto page = pages_.find(address / kPageBytes);
    if (page == pages_.end()) {
      std::fill_n(out, part, uint8_t{0});
    } else {
      std::copy_n(page->second->data() + from, part, out);
    }
    address += part;
    out += part;
    size -= part;
  }
  return true;
}

bool HostMemory::write(uint64_t address, const uint8_t* data, uint64_t size) {
  if (!has(address, size)) return false;
  while (size > 0) {
    const uint64_t from = address % kPageBytes;
    const uint64_t part = std::min(size, kPageBytes - from);
    std::copy_n(data, part, page(address) + from);
    address += part;
    data += part;
    size -= part;
  }
  return true;
}

uint8_t* HostMemory::page(uint64_t address) {
  auto& page = pages_[address / kPageBytes];
  if (page == nullptr) page = std::make_unique<Page>(Page{});
  return page->data();
}

}  // namespace tinsim
