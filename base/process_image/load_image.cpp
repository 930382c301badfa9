// SPDX-License-Identifier: Apache-2.0
// Replacing the memory of this process. It runs on a stack of its own and calls the kernel
// directly, for the library's data are among what is replaced.
#include "base/process_image/load_image.h"

#include <asm/prctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <new>

#include "base/usage_error.h"

namespace tinsim {
namespace {

constexpr uint64_t kLoader = 0x1000'0000'0000;  ///< an address that no system gives
constexpr std::size_t kStack = std::size_t{256} << 10, kLoaderBytes = std::size_t{16} << 20;
constexpr int kFailed = 1;  ///< exit status: half of the memory is another process's

struct Range {
  uint64_t begin, bytes, at;
  int protection;
  bool is_new;  ///< to be mapped, as anonymous memory
};

struct Job {
  const Range* ranges;
  std::size_t range_count;
  const Range* leftovers;  ///< of this process, which the image does not have
  std::size_t leftover_count;
  uint64_t program_break, jump;
  int file;
};

inline long call(long number, uint64_t a = 0, uint64_t b = 0, uint64_t c = 0, uint64_t d = 0,
                 uint64_t e = 0, uint64_t f = 0) {
  long result = 0;
  register uint64_t r10 __asm__("r10") = d;
  register uint64_t r8 __asm__("r8") = e;
  register uint64_t r9 __asm__("r9") = f;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
  return result;
}

inline void require(bool holds) {
  if (holds) return;
  static constexpr char kText[] = "tinsim: error: resume: the memory could not be replaced\n";
  call(SYS_write, STDERR_FILENO, reinterpret_cast<uint64_t>(kText), sizeof kText - 1);
  call(SYS_exit_group, kFailed);
}

inline bool has_failed(long result) { return result < 0 && result > -4096; }

inline void fill(const Range& range, int file) {
  if (range.at == 0) return;
  for (uint64_t done = 0; done < range.bytes;) {
    const long read = call(SYS_pread64, static_cast<uint64_t>(file), range.begin + done,
                           range.bytes - done, range.at + done);
    require(read > 0);
    done += static_cast<uint64_t>(read);
  }
}

inline void put(const Range& range, int file) {
  constexpr int kWritable = PROT_READ | PROT_WRITE;
  if (range.is_new) {
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE;
    require(!has_failed(call(SYS_mmap, range.begin, range.bytes, kWritable,
                             static_cast<uint64_t>(flags), ~uint64_t{0})));
  } else if (range.at != 0 && (range.protection & PROT_WRITE) == 0) {
    require(!has_failed(call(SYS_mprotect, range.begin, range.bytes, kWritable)));
  }
  fill(range, file);
  if (range.is_new || range.at != 0)
    call(SYS_mprotect, range.begin, range.bytes, static_cast<uint64_t>(range.protection));
}

void run(const Job* job) {
  for (std::size_t i = 0; i < job->leftover_count; ++i)
    call(SYS_munmap, job->leftovers[i].begin, job->leftovers[i].bytes);
  require(static_cast<uint64_t>(call(SYS_brk, job->program_break)) == job->program_break);
  for (std::size_t i = 0; i < job->range_count; ++i) put(job->ranges[i], job->file);
  call(SYS_close, static_cast<uint64_t>(job->file));
  __builtin_longjmp(reinterpret_cast<void**>(job->jump), 1);
}

/// Memory of the loader, given out from the front.
class LoaderMemory {
 public:
  LoaderMemory() {
    void* const at = reinterpret_cast<void*>(kLoader);
    if (::mmap(at, kLoaderBytes, PROT_READ | PROT_WRITE,
               MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) != at)
      throw UsageError("resume: an address is taken; expected memory as it was when it was saved");
  }
  template <class T>
  T* take(std::size_t count) {
    T* const first = reinterpret_cast<T*>(kLoader + used_);
    used_ += (count * sizeof(T) + 63) / 64 * 64;
    if (used_ > kLoaderBytes) throw std::bad_alloc();
    return first;
  }

 private:
  std::size_t used_ = 0;
};

bool is_own(const Mapping& of) {
  return !of.is_of_kernel() && of.name != "[stack]" && of.name != "[heap]" && of.begin != kLoader;
}

/// Parts of this process's mappings outside of all ranges of the image.
std::size_t list_leftovers(const ImageHead& head, const std::vector<Mapping>& present, Range* out) {
  std::size_t count = 0;
  const auto add = [&](uint64_t begin, uint64_t end) {
    if (begin < end) out[count++] = {begin, end - begin, 0, 0, false};
  };
  for (const Mapping& of : present) {
    if (!is_own(of)) continue;
    uint64_t from = of.begin;
    for (const SavedRange& range : head.ranges) {
      if (range.mapping.end <= from || range.mapping.begin >= of.end) continue;
      add(from, std::min(range.mapping.begin, of.end));
      from = std::max(from, range.mapping.end);
    }
    add(from, of.end);
  }
  return count;
}

}  // namespace

uint64_t thread_base() {
  uint64_t base = 0;
  ::syscall(SYS_arch_prctl, ARCH_GET_FS, &base);
  return base;
}

void leave_loader() { ::munmap(reinterpret_cast<void*>(kLoader), kLoaderBytes); }

void load_image(const ImageHead& head, int file) {
  LoaderMemory memory;
  char* const stack = memory.take<char>(kStack);
  Range* const ranges = memory.take<Range>(head.ranges.size());
  for (std::size_t i = 0; i < head.ranges.size(); ++i) {
    const Mapping& of = head.ranges[i].mapping;
    const bool is_new = of.name.empty() || (of.name.front() == '[' && is_own(of));
    ranges[i] = {of.begin, of.end - of.begin, head.ranges[i].at, of.protection, is_new};
  }
  const std::vector<Mapping> present = memory_map(::getpid());
  // Each mapping has a part more than ranges in it, at most.
  Range* const leftovers = memory.take<Range>(present.size() + head.ranges.size());
  Job* const job = memory.take<Job>(1);
  *job = {ranges,
          head.ranges.size(),
          leftovers,
          list_leftovers(head, present, leftovers),
          head.program_break,
          head.jump,
          file};
  ucontext_t context;
  ::getcontext(&context);
  context.uc_stack.ss_sp = stack;
  context.uc_stack.ss_size = kStack;
  context.uc_link = nullptr;
  ::makecontext(&context, reinterpret_cast<void (*)()>(&run), 1, job);
  ::setcontext(&context);
  std::abort();
}

}  // namespace tinsim
