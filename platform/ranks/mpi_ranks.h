// SPDX-License-Identifier: Apache-2.0
// Ranks that talk through MPI.
#pragma once

#include <memory>

#include "platform/ranks/ranks.h"

namespace tinsim {

/// Initialises MPI; the object's end finalises it. Once per process.
std::unique_ptr<Ranks> make_mpi_ranks();

}  // namespace tinsim
