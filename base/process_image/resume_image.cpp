// SPDX-License-Identifier: Apache-2.0
// Resuming: whether this process can become the one of the image.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include "base/process_image/load_image.h"
#include "base/process_image/process_image.h"
#include "base/usage_error.h"

namespace tinsim {
namespace {

constexpr unsigned long kAsk = 0xffffffff;

std::vector<std::string> own_arguments() {
  std::ifstream in("/proc/self/cmdline", std::ios::binary);
  std::vector<std::string> arguments;
  for (std::string text; std::getline(in, text, '\0');) arguments.push_back(text);
  return arguments;
}

[[noreturn]] void start_again() {
  std::vector<std::string> arguments = own_arguments();
  std::vector<char*> list;
  for (std::string& text : arguments) list.push_back(text.data());
  list.push_back(nullptr);
  ::execv("/proc/self/exe", list.data());
  throw UsageError(std::string("the program cannot be started again: ") + std::strerror(errno));
}

/// Whether `all`, in the order of addresses, maps this part of the file to the same addresses,
/// perhaps in several pieces.
bool is_mapped_alike(const Mapping& part, const std::vector<Mapping>& all) {
  uint64_t from = part.begin;
  for (const Mapping& of : all) {
    if (of.begin > from || of.end <= from) continue;
    const bool is_alike = of.name == part.name && of.begin - of.offset == part.begin - part.offset;
    if (!is_alike) return false;
    from = of.end;
    if (from >= part.end) return true;
  }
  return false;
}

/// Code that runs now must be that of the image, at the same place.
void require_same_program(const ImageHead& head, const std::string& file) {
  const auto refuse = [&](const std::string& what) {
    throw UsageError(
        fmt::format("{}: was saved with {}; expected the program and libraries that "
                    "saved it, on a system of the same kind",
                    file, what));
  };
  for (const MappedFile& of : head.files)
    if (!(mapped_file(of.path) == of)) refuse("another version of " + of.path);
  const std::vector<Mapping> present = memory_map(::getpid());
  std::vector<Mapping> saved;
  for (const SavedRange& range : head.ranges) saved.push_back(range.mapping);
  for (const Mapping& code : present) {
    if ((code.protection & PROT_EXEC) == 0 || code.is_of_kernel()) continue;
    if (!is_mapped_alike(code, saved)) refuse("other code at the address of " + code.name);
  }
  for (const Mapping& of : saved)
    if (of.is_file() && !is_mapped_alike(of, present)) refuse(of.name + " at another address");
  if (head.thread != thread_base()) refuse("another layout of memory");
}

}  // namespace

void fix_addresses() {
#ifdef __SANITIZE_ADDRESS__
  throw UsageError("checkpoints do not hold the memory of sanitizers; expected a build without");
#endif
  const int now = ::personality(kAsk);
  if (now >= 0 && (static_cast<unsigned>(now) & ADDR_NO_RANDOMIZE) != 0) return;
  if (now < 0 || ::personality(static_cast<unsigned>(now) | ADDR_NO_RANDOMIZE) < 0)
    throw UsageError(
        "checkpoints need memory at fixed addresses, which this system refuses "
        "(personality(2)); expected a system that allows it");
  start_again();
}

void resume_image(const std::filesystem::path& file) {
  const ImageHead head = read_head(file);
  require_same_program(head, file.string());
  const int number = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (number < 0) throw UsageError(file.string() + ": cannot be opened");
  load_image(head, number);
}

}  // namespace tinsim
