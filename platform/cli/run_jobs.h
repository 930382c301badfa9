// SPDX-License-Identifier: Apache-2.0
// `tinsim run --jobs`: in how many processes one network is simulated.
#pragma once

#include <memory>
#include <string>

#include "platform/ranks/ranks.h"

namespace tinsim {

/// The most processes that --jobs takes.
constexpr unsigned kMaxJobs = 64;

/// "auto", or a number from 1 to kMaxJobs; else the reason why it is neither.
std::string check_jobs(const std::string& jobs);

/// Processes for a network of so many pods, each of which one process simulates: as many as `jobs`
/// says, "auto" being the cores that this process may use, and at most one for each pod.
struct JobCount {
  unsigned count = 1;
  std::string note;  ///< why fewer than `jobs` says; empty: they are not
};
JobCount count_jobs(const std::string& jobs, unsigned cores, unsigned pods);

/// Starts these processes and returns their ranks in each; null: this process goes on alone. Prints
/// the note, or why processes cannot be started, on standard error.
std::unique_ptr<Ranks> start_jobs(const std::string& jobs, unsigned pods);

}  // namespace tinsim
