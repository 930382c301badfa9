// SPDX-License-Identifier: Apache-2.0
// Words, headers and cells of a network: how many words a cell has, and which cycles that costs.
#include "platform/config/chip_shape.h"

#include <algorithm>

#include "rtl_models/parts/cell_header.h"

namespace tinsim {

unsigned longest_cell_words(const PlatformConfig& config) {
  unsigned longest = kMaxCellWords;
  for (const TrafficConfig& entry : config.traffic) {
    if (entry.is_recorded()) continue;
    for (const CellBytes::Item& item : entry.cell_bytes.items)
      longest = std::max(longest, item.bytes / word_bytes(config));
  }
  return longest;
}

PipelineDelays chip_delays(const PlatformConfig& config) {
  PipelineDelays delays = pipeline_delays(config.tin.pipeline);
  delays.rx_to_request += header_words(config) - 1;
  return delays;
}

}  // namespace tinsim
