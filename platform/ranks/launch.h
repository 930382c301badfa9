// SPDX-License-Identifier: Apache-2.0
// How this process was started: alone, or by an MPI launcher as one of several ranks.
#pragma once

#include <memory>

#include "platform/ranks/ranks.h"

namespace tinsim {

/// The ranks that an MPI launcher (mpirun, srun) started; one rank without a launcher, and then MPI
/// is not even initialised. MPI is finalised with the object. Throws UsageError if there are
/// several processes and this build has no MPI, or MPI reports only one.
std::unique_ptr<Ranks> join_ranks();

/// The rank that the launcher gave this process, for processes that cannot communicate; 0 without a
/// launcher.
unsigned launched_rank();

}  // namespace tinsim
