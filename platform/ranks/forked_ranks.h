// SPDX-License-Identifier: Apache-2.0
// Ranks on one machine without a launcher: this process and copies of it.
#pragma once

#include <memory>

#include "platform/ranks/ranks.h"

namespace tinsim {

/// Forks this process until `count` ranks exist, and returns in each of them; the first rank is
/// this process. They end with it, however it ends. If one of them is lost, the first removes its
/// unfinished files, reports how that one ended, and ends with its exit status or with 128 + its
/// signal. Destruction at the first rank waits for the others. For a process without other threads.
/// Throws std::system_error where the machine refuses a process or a socket; none is then left.
std::unique_ptr<Ranks> fork_ranks(unsigned count);

}  // namespace tinsim
