// SPDX-License-Identifier: Apache-2.0
// Whether all ranks were given one configuration and the same files.
#include "platform/run/same_input.h"

#include <fmt/format.h>

#include <array>
#include <boost/crc.hpp>
#include <filesystem>
#include <fstream>
#include <string>

#include "base/usage_error.h"
#include "platform/config/reader.h"

namespace tinsim {
namespace {

/// Calls `take` with each path of a file that the configuration names.
template <class Config, class Take>
void each_file(Config& config, Take take) {
  const auto if_any = [&](auto& file) {
    if (!file.empty()) take(file);
  };
  if_any(config.topology.file);
  if_any(config.topology.nodes_file);
  if_any(config.cliquemap.value_cdf);
  if_any(config.flows.file);
  if_any(config.flows.size_cdf);
  if_any(config.tap.replay);
  for (auto& entry : config.traffic) if_any(entry.file);
  for (auto& entry : config.ip_traffic) if_any(entry.size_cdf);
  for (auto& entry : config.ip.replay) if_any(entry.file);
}

/// CRC-32 and length: against mistakes, not against intent.
std::string sum_of(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  boost::crc_32_type crc;
  uint64_t length = 0;
  std::array<char, 1 << 16> block;
  do {
    in.read(block.data(), block.size());
    const auto count = static_cast<std::size_t>(in.gcount());
    crc.process_bytes(block.data(), count);
    length += count;
  } while (in);
  return fmt::format("{:08x} {}", crc.checksum(), length);
}

/// Throws where `text`, which identifies `what` of this rank, differs from that of rank 0.
void require_same(Ranks& ranks, const std::string& what, const std::string& text) {
  const Bytes own(text.begin(), text.end());
  const Bytes first = ranks.broadcast(own);
  ranks.run_collectively([&] {
    if (own == first) return;
    throw UsageError(fmt::format("rank {} has another {} than rank 0; expected the same for all",
                                 ranks.rank(), what));
  });
}

}  // namespace

void require_same_config(Ranks& ranks, PlatformConfig config) {
  each_file(config, [](std::string& file) { file = std::filesystem::path(file).filename(); });
  require_same(ranks, "configuration", print_config(config));
}

void require_same_files(Ranks& ranks, const PlatformConfig& config) {
  if (ranks.size() == 1) return;
  each_file(config, [&](const std::string& file) { require_same(ranks, file, sum_of(file)); });
}

}  // namespace tinsim
