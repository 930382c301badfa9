// SPDX-License-Identifier: Apache-2.0
// The reasons of a verdict: which share counts, and in which words.
#include "platform/statistics/reasons.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "platform/statistics/count_text.h"

namespace tinsim {

std::string list_of(const CountsByName& causes) {
  std::string text;
  for (const auto& [cause, count] : causes)
    if (count != 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", cause, grouped(count));
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

uint64_t sum_of(const CountsByName& causes) {
  uint64_t sum = 0;
  for (const auto& [cause, count] : causes) sum += count;
  return sum;
}

uint64_t sum_of(const CountsByName& causes, std::initializer_list<const char*> names) {
  uint64_t sum = 0;
  for (const char* name : names) {
    const auto found = causes.find(name);
    if (found != causes.end()) sum += found->second;
  }
  return sum;
}

void Reasons::add_count(std::string name, uint64_t count, uint64_t of, double limit,
                        const std::string& what, const std::string& causes) {
  if (count == 0) return;
  of = std::max(of, count);
  VerdictReason reason{Verdict::kHealthy, std::move(name), count, of, ""};
  if (reason.share() >= limit) reason.verdict = Verdict::kFailing;
  reason.text = fmt::format("{} of {} {} ({:.3g} %){}{}.", grouped(count), grouped(of), what,
                            100 * reason.share(), causes.empty() ? "" : ": ", causes);
  list_.push_back(std::move(reason));
}

void Reasons::add(Verdict verdict, std::string name, std::string text) {
  list_.push_back({verdict, std::move(name), 0, 0, std::move(text)});
}

std::vector<VerdictReason> Reasons::worst_first() && {
  std::stable_sort(list_.begin(), list_.end(), [](const VerdictReason& a, const VerdictReason& b) {
    return a.verdict > b.verdict;
  });
  return std::move(list_);
}

}  // namespace tinsim
