// SPDX-License-Identifier: Apache-2.0
// The memory of a process as a file, from which another process of the same program goes on: a
// checkpoint of everything that a simulation holds, whatever its types. For x86-64 Linux, and for
// processes with one thread and no open files.
#pragma once

#include <filesystem>

namespace tinsim {

/// Which process goes on: the one that saved its memory, or one that has it from a file.
enum class ImageSide { kSaved, kResumed };

/// Addresses of an image hold in another process only if the system does not choose them at random:
/// starts this program again without that, with the same arguments, unless it runs so. Throws
/// UsageError where the system does not allow it.
void fix_addresses();

/// Files that are open now are not of this program: save_image() does not object to them.
void note_inherited_files();

/// Where save_image() writes before it replaces `file`.
std::filesystem::path fresh_file(const std::filesystem::path& file);

/// Writes `file` as a whole or not at all. Returns once here, and once in each process that
/// resumes the image. Precondition: fix_addresses(). Throws OutputError where the disk fails, and
/// UsageError where the process has more than its memory: threads, files, shared memory.
ImageSide save_image(const std::filesystem::path& file);

/// Replaces this process by the saved one, in save_image(). Precondition: fix_addresses(). Throws
/// UsageError where `file` is no image, or is one of another program or other libraries.
[[noreturn]] void resume_image(const std::filesystem::path& file);

}  // namespace tinsim
