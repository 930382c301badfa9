// SPDX-License-Identifier: Apache-2.0
// How this process was started.
#include "platform/ranks/launch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "base/usage_error.h"
#ifdef TINSIM_MPI
#include "platform/ranks/mpi_ranks.h"
#endif

namespace tinsim {

namespace {

/// Number of processes in the environment of the launcher. 1: no launcher, or no number.
unsigned launched() {
  unsigned most = 1;
  // Open MPI; MPICH, Intel MPI and Slurm's PMI; Slurm's PMIx gives the step's tasks.
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) {
    const char* value = std::getenv(name);
    if (value != nullptr) most = std::max(most, static_cast<unsigned>(std::atoi(value)));
  }
  const char* step_tasks = std::getenv("SLURM_STEP_NUM_TASKS");
  if (std::getenv("PMIX_RANK") != nullptr && step_tasks != nullptr) {
    most = std::max(most, static_cast<unsigned>(std::atoi(step_tasks)));
  }
  return most;
}

}  // namespace

unsigned launched_rank() {
  for (const char* name : {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK"}) {
    const char* value = std::getenv(name);
    if (value != nullptr) return static_cast<unsigned>(std::atoi(value));
  }
  return 0;
}

std::unique_ptr<Ranks> join_ranks() {
  const unsigned count = launched();
  if (count == 1) return std::make_unique<Ranks>();
#ifdef TINSIM_MPI
  auto ranks = make_mpi_ranks();
  if (ranks->size() == count) return ranks;
  throw UsageError(
      fmt::format("started as one of {} processes, but MPI reports {}; expected the launcher of "
                  "the MPI that tinsim was built with",
                  count, ranks->size()));
#else
  throw UsageError(fmt::format(
      "started as one of {} processes, but this build has no MPI; expected one process", count));
#endif
}

}  // namespace tinsim
