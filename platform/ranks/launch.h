// SPDX-License-Identifier: Apache-2.0
// How this process was started: alone, or by an MPI launcher as one of several ranks.
#pragma once

#include <memory>

#include "platform/ranks/ranks.h"

namespace tinsim {

/// The ranks that an MPI launcher (mpirun, srun) started; alone without one, and then MPI is not
/// even initialised. While the object lives, MPI does. Throws UsageError when there are several
/// and this build has no MPI, or MPI knows of no others.
std::unique_ptr<Ranks> join_ranks();

/// The rank that the launcher says this process is, for processes that cannot ask each other; 0
/// without a launcher.
unsigned launched_rank();

}  // namespace tinsim
