// SPDX-License-Identifier: Apache-2.0
// A run that a signal ended early.
#pragma once

#include <cstdint>
#include <string>

namespace tinsim {

struct RunResult;

/// The figures cover the time up to the end of the run.
struct Cut {
  int signal = 0;
  std::string by;               ///< the signal's name
  uint64_t measure_cycles = 0;  ///< that the measurement was to have
};

/// A sentence with the simulated time reached. Precondition: the run was cut.
std::string cut_text(const RunResult& result);

}  // namespace tinsim
