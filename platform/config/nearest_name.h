// SPDX-License-Identifier: Apache-2.0
// Nearest name: the hint for a misspelt key or value.
#pragma once

#include <string>
#include <vector>

namespace tinsim {

/// " (did you mean 'name'?)" for the candidate that few enough edits turn into `name`; else empty.
std::string did_you_mean(const std::string& name, const std::vector<std::string>& candidates);

/// Optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours
/// that turn `a` into `b` (Damerau 1964).
unsigned edit_distance(const std::string& a, const std::string& b);

}  // namespace tinsim
