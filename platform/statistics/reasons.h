// SPDX-License-Identifier: Apache-2.0
// The reasons of a verdict, as the parts of a result add them.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <string>
#include <vector>

#include "platform/statistics/verdict.h"

namespace tinsim {

using CountsByName = std::map<std::string, uint64_t>;

/// `cause 12, cause 3`, with blanks for underscores; empty without any.
std::string list_of(const CountsByName& causes);
uint64_t sum_of(const CountsByName& causes);
/// Of the causes of these names alone.
uint64_t sum_of(const CountsByName& causes, std::initializer_list<const char*> names);

class Reasons {
 public:
  /// Limit of what counts from the first on.
  static constexpr double kFirst = 0;

  Reasons(const FailureLimits& of_limits, bool are_operations_repeated)
      : limits(of_limits), operations_repeated(are_operations_repeated) {}

  const FailureLimits limits;
  const bool operations_repeated;  ///< by software: SectionRecord::kRepeatsOperations

  /// `count` of `of` things: failing if the share is above zero and not below `limit`. Says
  /// nothing where none are.
  void add_count(std::string name, uint64_t count, uint64_t of, double limit,
                 const std::string& what, const std::string& causes = "");
  void add(Verdict verdict, std::string name, std::string text);
  std::vector<VerdictReason> worst_first() &&;

 private:
  std::vector<VerdictReason> list_;
};

}  // namespace tinsim
