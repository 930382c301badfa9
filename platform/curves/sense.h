// SPDX-License-Identifier: Apache-2.0
// Whether more of a figure is better.
#pragma once

#include <string>

namespace tinsim {

enum class Sense { kNone, kLower, kHigher };

/// Of a figure of summary.json, by its name (docs/reference/compare.md has the rule); kNone:
/// neither direction is better, or the figure is of the machine that simulated.
Sense sense_of(const std::string& metric);

/// `lower`, `higher`, or empty.
const char* name_of(Sense sense);

}  // namespace tinsim
