// SPDX-License-Identifier: Apache-2.0
// The CSV file with a row for each flow, in the order of their ends.
#pragma once

#include <filesystem>
#include <vector>

#include "base/output_file.h"
#include "tlm/host/flows/flow_stats.h"

namespace tinsim {

/// Holds the rows whose place in the file is not known yet, and no others.
class FlowTableFile {
 public:
  /// Throws OutputError, as write_until() and close() do.
  FlowTableFile(const std::filesystem::path& file, unsigned core_mhz, const FlowAlone& alone);

  void add(const std::vector<FlowRow>& rows) {
    rows_.insert(rows_.end(), rows.begin(), rows.end());
  }
  /// All flows that end before `cycle` have been added: their rows are written.
  void write_until(Cycle cycle);
  void close() { file_.close(); }

 private:
  void write(const FlowRow& row);

  OutputFile file_;
  unsigned core_mhz_;
  FlowAlone alone_;
  std::vector<FlowRow> rows_;
};

}  // namespace tinsim
