// SPDX-License-Identifier: Apache-2.0
// Reference of the result files, from the lists of their fields.
#pragma once

#include <string>

namespace tinsim {

class ResultSections;

/// Tables in Markdown: the sections of summary.json and the columns of CSV files.
/// `all`: one section of each type.
std::string results_reference(const ResultSections& all);

/// Whether summary.json may have a figure of that name (keys joined with dots, entries of lists by
/// number), in runs with some sections of `all`.
bool is_figure(const ResultSections& all, const std::string& name);

}  // namespace tinsim
