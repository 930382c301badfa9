// SPDX-License-Identifier: Apache-2.0
#include "base/output_file.h"

#include <iterator>

namespace tinsim {

void OutputFile::print_args(fmt::string_view format, fmt::format_args args) {
  fmt::vformat_to(std::back_inserter(buffer_), format, args);
  if (buffer_.size() >= kFlushBytes) flush();
}

}  // namespace tinsim
