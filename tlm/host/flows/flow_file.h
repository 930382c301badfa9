// SPDX-License-Identifier: Apache-2.0
// A list of flows in a CSV file, read line by line.
#pragma once

#include <fstream>
#include <string>
#include <string_view>

#include "tlm/host/flows/flow_source.h"

namespace tinsim {

/// Lines `id,src,dst,bytes,start_ns,after` below that header; `after` has ids separated by spaces,
/// or nothing. Empty lines and lines from `#` on are skipped. One line is in memory at a time.
class FlowFile final : public FlowSource {
 public:
  /// Throws ConfigError where the file cannot be opened.
  explicit FlowFile(std::string file);

  /// Throws ConfigError `file:line:column` where a line is no flow.
  bool next(Flow& flow) override;
  std::string place() const override;

 private:
  struct Field {
    std::size_t at;  ///< offset in the line
    std::string_view text;
  };

  bool read_line();
  Field take_field(std::size_t& at) const;
  uint64_t number(const Field& field, const char* name, uint64_t least, uint64_t most) const;
  void take_predecessors(const Field& field, Flow& flow) const;
  [[noreturn]] void fail(std::size_t column, const std::string& sentence) const;

  std::string file_;
  std::ifstream in_;
  std::string line_;
  unsigned number_ = 0;  ///< of the line
  bool has_header_ = false;
};

}  // namespace tinsim
