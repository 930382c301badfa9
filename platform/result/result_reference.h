// SPDX-License-Identifier: Apache-2.0
// Reference of the result files, from the lists of their fields.
#pragma once

#include <string>

namespace tinsim {

/// Tables in Markdown: the sections of summary.json and the columns of CSV files.
std::string results_reference();

}  // namespace tinsim
