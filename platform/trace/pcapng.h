// SPDX-License-Identifier: Apache-2.0
// Packet capture files: the blocks of pcapng that a capture needs (draft-ietf-opsawg-pcapng).
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

#include "platform/output_file.h"

namespace tinsim {

/// Link types (tcpdump.org/linktypes.html).
constexpr uint16_t kLinkTypeEthernet = 1;
constexpr uint16_t kLinkTypeUser0 = 147;  ///< GNet cells, docs/tracing.md

struct PcapngInterface {
  uint16_t link_type = kLinkTypeUser0;
  std::string name;
  std::string description;
  uint64_t bits_per_second = 0;
};

/// Writes little endian, times in picoseconds. All interfaces come first, then packets in any
/// order; the caller sorts. Throws ConfigError when the file cannot be written.
class PcapngWriter {
 public:
  /// The file begins with a section header that names `application`.
  PcapngWriter(const std::filesystem::path& path, const std::string& application);

  /// Returns the interface's number: 0, 1, …
  uint32_t add_interface(const PcapngInterface& interface);
  void add_packet(uint32_t interface, uint64_t time_ps, const uint8_t* bytes, std::size_t count);
  /// Without packets, or without interfaces, the file is still a valid capture.
  void close() { file_.close(); }

 private:
  void write_block(uint32_t type, const std::string& body);

  OutputFile file_;
  uint32_t interfaces_ = 0;
  std::string packet_;  ///< reused from packet to packet
};

}  // namespace tinsim
