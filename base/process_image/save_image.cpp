// SPDX-License-Identifier: Apache-2.0
// Saving: a child process, which is a copy of this one at rest, lends its memory for reading.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <map>
#include <set>

#include "base/output_error.h"
#include "base/process_image/image_file.h"
#include "base/process_image/load_image.h"
#include "base/process_image/process_image.h"
#include "base/usage_error.h"

namespace tinsim {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kUnplaced = ~uint64_t{0};  ///< in the file, but not yet known where
constexpr std::size_t kPage = 4096, kChunk = std::size_t{1} << 20;

class Descriptor {
 public:
  Descriptor(const fs::path& file, int flags) : number_(::open(file.c_str(), flags, 0600)) {
    if (number_ < 0)
      throw OutputError(fmt::format("{}: cannot open: {}", file.string(), std::strerror(errno)));
  }
  ~Descriptor() { ::close(number_); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }

 private:
  int number_;
};

/// The child ends when its parent does, however that ends.
[[noreturn]] void rest(pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  while (::getppid() == parent) ::pause();
  ::_exit(0);
}

/// A copy of this process that does nothing, for as long as this object lives.
class FrozenCopy {
 public:
  FrozenCopy() {
    const pid_t parent = ::getpid();
    process_ = ::fork();
    if (process_ == 0) rest(parent);
    if (process_ < 0)
      throw OutputError(std::string("checkpoint: cannot fork: ") + std::strerror(errno));
  }
  ~FrozenCopy() {
    ::kill(process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
  }
  FrozenCopy(const FrozenCopy&) = delete;
  FrozenCopy& operator=(const FrozenCopy&) = delete;
  pid_t process() const { return process_; }

 private:
  pid_t process_ = -1;
};

/// Number and name of each open file.
std::map<int, std::string> open_files() {
  std::map<int, std::string> files;
  for (const auto& entry : fs::directory_iterator("/proc/self/fd")) {
    std::error_code closed;
    const fs::path file = fs::read_symlink(entry.path(), closed);
    // Not the one through which they are listed.
    if (!closed && file.string().rfind("/proc/", 0) != 0)
      files[std::stoi(entry.path().filename())] = file;
  }
  return files;
}

/// Files of the program that started this one.
std::map<int, std::string> inherited;

/// Threads and open files are not in memory.
void require_memory_alone() {
  const fs::directory_iterator threads("/proc/self/task"), none;
  if (std::distance(threads, none) != 1)
    throw UsageError("--checkpoint: the process has threads; expected a run with one");
  for (const auto& [number, file] : open_files()) {
    const auto before = inherited.find(number);
    if (before != inherited.end() && before->second == file) continue;
    throw UsageError(fmt::format(
        "--checkpoint: {} is open; expected a run that writes its files at the end", file));
  }
}

/// Whether all bytes of a mapping are saved, those of its file too.
bool is_saved(const Mapping& of) {
  const bool is_constant = of.is_file() && (of.protection & PROT_WRITE) == 0;
  return (of.protection & PROT_READ) != 0 && !of.is_shared && !is_constant;
}

/// Of constants in memory those are saved that the loader of programs has written before it made
/// them constant.
void add_written_constants(pid_t process, const Mapping& of, ImageHead& head) {
  if (!of.is_file() || of.is_shared || of.protection != PROT_READ) return;
  for (const PageRange& pages : own_pages(process, of)) {
    SavedRange part = {of, kUnplaced};
    part.mapping.begin = pages.begin;
    part.mapping.end = pages.end;
    part.mapping.offset += pages.begin - of.begin;
    head.ranges.push_back(part);
  }
}

ImageHead head_of(pid_t process) {
  ImageHead head;
  std::set<std::string> files;
  for (const Mapping& of : memory_map(process)) {
    if (of.is_of_kernel()) continue;
    if (of.is_shared && (of.protection & PROT_WRITE) != 0)
      throw UsageError("--checkpoint: the process shares memory; expected a run of one process");
    if (of.is_file()) files.insert(of.name);
    head.ranges.push_back({of, is_saved(of) ? kUnplaced : 0});
    add_written_constants(process, of, head);
  }
  for (const std::string& file : files) head.files.push_back(mapped_file(file));
  return head;
}

/// Places of the bytes, behind a head that is longest with the largest numbers.
void place(ImageHead& head) {
  head.bytes = kUnplaced;
  uint64_t at = text_of(head).size();
  for (SavedRange& range : head.ranges) {
    if (range.at == 0) continue;
    range.at = at;
    at += range.mapping.end - range.mapping.begin;
  }
  head.bytes = at;
}

void write_at(int out, const char* bytes, std::size_t size, uint64_t at, const fs::path& file) {
  while (size != 0) {
    const ssize_t written = ::pwrite(out, bytes, size, static_cast<off_t>(at));
    if (written <= 0)
      throw OutputError(fmt::format("{}: cannot write: {}", file.string(), std::strerror(errno)));
    bytes += written;
    at += static_cast<uint64_t>(written);
    size -= static_cast<std::size_t>(written);
  }
}

bool is_zero(const char* page) {
  return page[0] == 0 && std::memcmp(page, page + 1, kPage - 1) == 0;
}

/// Pages of zeros stay holes of the file.
void copy(int from, const PageRange& pages, uint64_t at, int out, const fs::path& file) {
  std::vector<char> chunk(kChunk);
  for (uint64_t begin = pages.begin; begin < pages.end; begin += kChunk) {
    const std::size_t size = std::min<uint64_t>(kChunk, pages.end - begin);
    if (::pread(from, chunk.data(), size, static_cast<off_t>(begin)) != static_cast<ssize_t>(size))
      throw OutputError(fmt::format("checkpoint: memory at {:#x} cannot be read: {}", begin,
                                    std::strerror(errno)));
    for (std::size_t page = 0; page < size; page += kPage)
      if (!is_zero(chunk.data() + page))
        write_at(out, chunk.data() + page, kPage, at + (begin - pages.begin) + page, file);
  }
}

void copy(pid_t process, int from, const SavedRange& range, int out, const fs::path& file) {
  const Mapping& of = range.mapping;
  if (of.is_file()) return copy(from, {of.begin, of.end}, range.at, out, file);
  for (const PageRange& pages : own_pages(process, of))
    copy(from, pages, range.at + (pages.begin - of.begin), out, file);
}

void write_image(pid_t copy_of_this, uint64_t jump, uint64_t program_break, const fs::path& file) {
  ImageHead head = head_of(copy_of_this);
  head.jump = jump;
  head.program_break = program_break;
  head.thread = thread_base();
  place(head);
  const fs::path fresh = fresh_file(file);
  {
    const Descriptor memory(fmt::format("/proc/{}/mem", copy_of_this), O_RDONLY);
    const Descriptor out(fresh, O_WRONLY | O_CREAT | O_TRUNC);
    const std::string text = text_of(head);
    write_at(out.number(), text.data(), text.size(), 0, fresh);
    for (const SavedRange& range : head.ranges)
      if (range.at != 0) copy(copy_of_this, memory.number(), range, out.number(), fresh);
    if (::ftruncate(out.number(), static_cast<off_t>(head.bytes)) != 0 ||
        ::fsync(out.number()) != 0)
      throw OutputError(fmt::format("{}: cannot write: {}", fresh.string(), std::strerror(errno)));
  }
  fs::rename(fresh, file);
}

}  // namespace

void note_inherited_files() { inherited = open_files(); }

fs::path fresh_file(const fs::path& file) { return file.string() + ".new"; }

// The registers are kept by the compiler's own means: those of the library are scrambled.
__attribute__((noinline)) ImageSide save_image(const fs::path& file) {
  void* jump[5];
  if (__builtin_setjmp(jump) != 0) {
    leave_loader();
    return ImageSide::kResumed;
  }
  require_memory_alone();
  const auto program_break = reinterpret_cast<uint64_t>(::sbrk(0));
  const FrozenCopy copy;
  write_image(copy.process(), reinterpret_cast<uint64_t>(&jump), program_break, file);
  return ImageSide::kSaved;
}

}  // namespace tinsim
