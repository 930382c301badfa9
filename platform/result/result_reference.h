// SPDX-License-Identifier: Apache-2.0
// Reference of the result files, from the lists of their fields.
#pragma once

#include <string>

namespace tinsim {

class ResultSections;

/// Tables in Markdown: the sections of summary.json and the columns of CSV files.
/// `all`: one section of each type.
std::string results_reference(const ResultSections& all);

}  // namespace tinsim
