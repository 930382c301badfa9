// SPDX-License-Identifier: Apache-2.0
// Words, headers and cells of a network: how many words a cell has, and which cycles that costs.
#pragma once

#include "platform/config/platform_config.h"
#include "tlm/gnet/pipeline_delays.h"

namespace tinsim {

/// Of a cell in any variant of the switch.
constexpr unsigned kMostCellWords = 255;

constexpr unsigned word_bytes(const PlatformConfig& config) {
  return config.tin.switch_.word_bits / 8;
}

/// Words that a header takes, the last one perhaps in part.
constexpr unsigned header_words(const PlatformConfig& config) {
  return (config.tin.switch_.header_bytes + word_bytes(config) - 1) / word_bytes(config);
}

/// Words or headers are not those of the base chip.
constexpr bool has_other_words(const PlatformConfig& config) {
  const SwitchConfig base;
  return config.tin.switch_.word_bits != base.word_bits ||
         config.tin.switch_.header_bytes != base.header_bytes;
}

/// Of the cells that the traffic makes; at least 20, those of the base chip.
unsigned longest_cell_words(const PlatformConfig& config);

/// Depths of the pipeline; a look-up waits for the last word of the header.
PipelineDelays chip_delays(const PlatformConfig& config);

/// Rate at which a port moves words, headers included, in Gb/s.
constexpr double port_gbps(const PlatformConfig& config) {
  return config.tin.core_mhz * config.tin.switch_.word_bits / 1000.0;
}

}  // namespace tinsim
