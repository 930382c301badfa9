// SPDX-License-Identifier: Apache-2.0
// `tinsim run --jobs`: in how many processes one network is simulated.
#include "platform/cli/run_jobs.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iostream>
#include <system_error>

#include "platform/ranks/forked_ranks.h"
#include "platform/sweep/process_pool.h"

namespace tinsim {
namespace {

constexpr const char* kOnePerCore = "auto";

/// 0: no number.
unsigned number_of(const std::string& text) {
  unsigned number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && stop == end ? number : 0;
}

std::string processes_text(unsigned count) {
  return count == 1 ? "one process" : fmt::format("{} processes", count);
}

}  // namespace

std::string check_jobs(const std::string& jobs) {
  const unsigned number = number_of(jobs);
  if (jobs == kOnePerCore || (number >= 1 && number <= kMaxJobs)) return "";
  return fmt::format("'{}' is no number of processes; expected auto or an integer from 1 to {}",
                     jobs, kMaxJobs);
}

JobCount count_jobs(const std::string& jobs, unsigned cores, unsigned pods) {
  const unsigned wanted = jobs == kOnePerCore ? std::min(cores, kMaxJobs) : number_of(jobs);
  JobCount result{std::min(wanted, pods), ""};
  if (result.count == wanted) return result;
  result.note =
      fmt::format("--jobs {}: a pod is simulated in one process, and there {}; {}", jobs,
                  pods == 1 ? "is one" : fmt::format("are {}", pods), processes_text(result.count));
  return result;
}

std::unique_ptr<Ranks> start_jobs(const std::string& jobs, unsigned pods) {
  const JobCount wanted = count_jobs(jobs, usable_cores(), pods);
  if (!wanted.note.empty()) std::cerr << "tinsim: " << wanted.note << "\n";
  if (wanted.count == 1) return nullptr;
  try {
    return fork_ranks(wanted.count);
  } catch (const std::system_error& error) {
    std::cerr << fmt::format("tinsim: --jobs {}: {} processes cannot be started ({}); {}\n", jobs,
                             wanted.count, error.what(), processes_text(1));
    return nullptr;
  }
}

}  // namespace tinsim
