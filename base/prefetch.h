// SPDX-License-Identifier: Apache-2.0
// Fetches memory into the caches ahead of use.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tinsim {

constexpr std::size_t kCacheLine = 64;

/// From `begin` up to, and without, `end`.
struct MemoryRange {
  const char* begin = nullptr;
  const char* end = nullptr;
};

/// Fetches every cache line of `bytes` from `first` on. By loads: of a burst of prefetch
/// instructions the processor drops most.
inline void prefetch_lines(const void* first, std::size_t bytes) {
  if (bytes == 0) return;
  const auto* line = static_cast<const volatile char*>(first);
  const auto* end = line + bytes;
  static_cast<void>(*line);  // not where its line begins: that may be another's memory
  line += kCacheLine - reinterpret_cast<std::uintptr_t>(first) % kCacheLine;
#pragma GCC unroll 8
  for (; line < end; line += kCacheLine) static_cast<void>(*line);
}

/// Begins to fetch the line of `byte`, and does not wait for it. Without the empty statement GCC
/// removes a function that does nothing else, as it has no effect.
inline void prefetch_line(const void* byte) {
  __builtin_prefetch(byte);
  asm volatile("" : : "r"(byte));
}

/// Begins to fetch the few lines that `bytes` from `first` on lie in, and does not wait for them.
inline void prefetch_soon(const void* first, std::size_t bytes) {
  const auto* from = static_cast<const char*>(first);
  const auto* last = from + bytes - 1;
  for (; from < last; from += kCacheLine) prefetch_line(from);
  prefetch_line(last);
}

}  // namespace tinsim
