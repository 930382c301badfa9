// SPDX-License-Identifier: Apache-2.0
// Whether more of a figure is better, by its name.
#include "platform/curves/sense.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace tinsim {
namespace {

/// Of the simulator, and of the configured run.
constexpr std::array kNeither = {"wall_s",       "cell_hops", "cell_hops_per_s", "peak_rss_bytes",
                                 "simulated_ns", "cycles",    "warmup_us",       "measure_us"};
// Parts of names, in the order of their rank.
constexpr std::array kNeitherPart = {"offered", "bound", "in_flight", "ci95",
                                     "stddev",  "cut.",  "fc_gbps",   "deadlock_proof"};
constexpr std::array kMorePart = {"accepted",   "goodput", "payload_gbps",
                                  "throughput", "hits",    "saturation_gbps"};
constexpr std::array kLessPart = {
    "_ns",      "drop",   "lost",      "fail",        "refused", "wrong", "stall",    "repeated",
    "replayed", "error",  "retries",   "misses",      "late_",   "nacks", "given_up", "sent_again",
    "area",     "power_", "no_quorum", "source_wait", "cost.",   "stuck", "hops_mean"};

template <class Words>
bool has_any(const std::string& metric, const Words& words) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return metric.find(word) != metric.npos; });
}

}  // namespace

Sense sense_of(const std::string& metric) {
  const bool is_neither = std::find(kNeither.begin(), kNeither.end(), metric) != kNeither.end();
  if (is_neither || has_any(metric, kNeitherPart)) return Sense::kNone;
  if (has_any(metric, kMorePart)) return Sense::kHigher;
  return has_any(metric, kLessPart) ? Sense::kLower : Sense::kNone;
}

const char* name_of(Sense sense) {
  return sense == Sense::kHigher ? "higher" : sense == Sense::kLower ? "lower" : "";
}

}  // namespace tinsim
