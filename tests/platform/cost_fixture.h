// SPDX-License-Identifier: Apache-2.0
// The figures of docs/reference/synthesis.md as rows, and configurations whose cost is computed.
#pragma once

#include <fstream>
#include <map>
#include <regex>
#include <string>
#include <vector>

#include "platform/cost/chip_cost.h"

namespace tinsim {

/// A shape of a block that was mapped.
struct SynthRow {
  std::string block;
  BlockShape shape{};
  double gates = 0, flops = 0;
  uint64_t memory_bits = 0;
};

inline double synth_number(const std::string& text) {
  std::string digits;
  for (const char c : text)
    if (c != ',') digits += c;
  return std::stod(digits);
}

/// Those of the page, read by another program than the one that writes formulas.
inline std::vector<SynthRow> synth_rows() {
  std::ifstream page(TINSIM_SOURCE_DIR "/docs/reference/synthesis.md");
  const std::regex row(R"(^\| `(\w+)` \| ([^|]*) \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \| .*)");
  const std::regex parameter(R"(\w+=(\d+))");
  const std::regex value("=\\d+");
  std::map<std::string, std::string>
      names;  // of the first row of each block; rows with others are in no formula
  std::vector<SynthRow> rows;
  std::smatch found;
  for (std::string line; std::getline(page, line);) {
    if (!std::regex_match(line, found, row)) continue;
    SynthRow of;
    of.block = found[1];
    const std::string parameters = found[2];
    const std::string of_row = std::regex_replace(parameters, value, "");
    if (names.emplace(of.block, of_row).first->second != of_row) continue;
    std::size_t i = 0;
    for (std::sregex_iterator at(parameters.begin(), parameters.end(), parameter), end; at != end;
         ++at)
      of.shape.at(i++) = static_cast<unsigned>(std::stoul((*at)[1]));
    of.gates = synth_number(found[3]);
    of.flops = synth_number(found[4]);
    of.memory_bits = static_cast<uint64_t>(synth_number(found[5]));
    rows.push_back(of);
  }
  return rows;
}

/// The chip of configs/aquila.yaml, in its network.
inline PlatformConfig aquila_config() {
  PlatformConfig config;
  config.topology.pods = 48;
  config.topology.global_links_per_pair = 2;
  config.ip.enabled = config.rma.enabled = true;
  config.ip.ingress.interleaved_packets = 16;
  return config;
}

inline ChipCost cost_of(const PlatformConfig& config) {
  return chip_cost(config, make_topology(config));
}

}  // namespace tinsim
