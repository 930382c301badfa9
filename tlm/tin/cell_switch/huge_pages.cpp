// SPDX-License-Identifier: Apache-2.0
// Memory for the state of chips: requests to the operating system.
#include "tlm/tin/cell_switch/huge_pages.h"

#include <sys/mman.h>

#include <cstdint>
#include <new>

namespace tinsim {

namespace {
constexpr std::size_t kPage = std::size_t{2} << 20;
std::size_t whole_pages(std::size_t bytes) { return (bytes + kPage - 1) / kPage * kPage; }
}  // namespace

void* HugePages::do_allocate(std::size_t bytes, std::size_t /*alignment*/) {
  const std::size_t size = whole_pages(bytes);
  // Reserves one page more, and returns the parts before and after the aligned ones.
  void* mapped = mmap(nullptr, size + kPage, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED) throw std::bad_alloc();
  char* const begin = static_cast<char*>(mapped);
  const std::size_t before = (kPage - reinterpret_cast<std::uintptr_t>(begin) % kPage) % kPage;
  if (before != 0) munmap(begin, before);
  if (before != kPage) munmap(begin + before + size, kPage - before);
  madvise(begin + before, size, MADV_HUGEPAGE);  // without effect where there are none
  return begin + before;
}

void HugePages::do_deallocate(void* memory, std::size_t bytes, std::size_t /*alignment*/) {
  munmap(memory, whole_pages(bytes));
}

}  // namespace tinsim
