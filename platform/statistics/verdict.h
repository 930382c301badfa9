// SPDX-License-Identifier: Apache-2.0
// The verdict on a run: one word, and the reasons with their numbers.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace tinsim {

struct RunResult;

/// From the best to the worst.
enum class Verdict { kHealthy, kUnsteady, kSaturated, kFailing };
inline constexpr std::array kVerdictNames = {"healthy", "unsteady", "saturated", "failing"};
inline const char* name_of(Verdict verdict) {
  return kVerdictNames[static_cast<std::size_t>(verdict)];
}

/// Shares from which on losses and repetitions make a run a failing one. An operation that failed,
/// and a wrong answer, does so from the first on.
struct FailureLimits {
  double lost = 0.001;     ///< cells, packets and frames: a transport may repair it
  double repeated = 0.01;  ///< packets sent again, operations tried again by software
};

/// Name of the reason that a run was cut.
inline constexpr const char* kCutReason = "cut";

/// One thing that was lost, failed, was repeated or out of balance.
struct VerdictReason {
  Verdict verdict = Verdict::kHealthy;  ///< kHealthy: too few to count
  std::string name;                     ///< key in summary.json, column in tables of sweeps
  uint64_t count = 0;                   ///< how many …
  uint64_t of = 0;                      ///< … of so many; 0: the reason is no count
  std::string text;                     ///< a sentence

  double share() const { return static_cast<double>(count) / static_cast<double>(of); }
};

/// All reasons of a result, the worst first; one of each name. Table, summary.json, sweeps and
/// reports show this list. docs/reference/results.md has the rules.
std::vector<VerdictReason> verdict_reasons(const RunResult& result,
                                           const FailureLimits& limits = {});

/// The verdict of the worst reason; kHealthy without any.
Verdict verdict_of(const std::vector<VerdictReason>& reasons);

}  // namespace tinsim
