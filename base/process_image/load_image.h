// SPDX-License-Identifier: Apache-2.0
// The part of resuming that runs while the memory of the process is replaced.
#pragma once

#include <cstdint>

#include "base/process_image/image_file.h"

namespace tinsim {

/// Base of thread-local storage of this thread.
uint64_t thread_base();

/// Puts the ranges in the place of all other memory and goes on at head.jump. `file` is open for
/// reading. Precondition: files that were mapped are mapped at the same addresses.
[[noreturn]] void load_image(const ImageHead& head, int file);

/// Gives back the memory in which load_image() ran.
void leave_loader();

}  // namespace tinsim
