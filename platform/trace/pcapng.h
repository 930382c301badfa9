// SPDX-License-Identifier: Apache-2.0
// Packet capture files: the blocks of pcapng that a capture needs (draft-ietf-opsawg-pcapng).
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

#include "base/output_file.h"

namespace tinsim {

/// Link types (tcpdump.org/linktypes.html).
constexpr uint16_t kLinkTypeEthernet = 1;
constexpr uint16_t kLinkTypeUser0 = 147;  ///< GNet cells, docs/reference/traces.md
constexpr uint16_t kLinkTypeUser1 = 148;  ///< ExaNet frames, docs/reference/traces.md

struct PcapngInterface {
  uint16_t link_type = kLinkTypeUser0;
  std::string name;
  std::string description;
  uint64_t bits_per_second = 0;
  uint8_t time_digits = 12;  ///< times are in 10^-time_digits s
  uint8_t fcs_bytes = 0;     ///< at the end of each packet
};

enum class PacketDirection : uint8_t { kUnknown, kInbound, kOutbound };

/// Optional fields of a packet beyond its bytes.
struct PacketNote {
  PacketDirection direction = PacketDirection::kUnknown;
  std::size_t wire_bytes = 0;  ///< length on the wire where more than was captured
};

/// Writes little endian. All interfaces come first, then packets in any
/// order; the caller sorts. Throws OutputError when the file cannot be written.
class PcapngWriter {
 public:
  /// The file begins with a section header that names `application`.
  PcapngWriter(const std::filesystem::path& path, const std::string& application);

  /// Returns the interface's number: 0, 1, …
  uint32_t add_interface(const PcapngInterface& interface);
  /// `time` is in the unit of the interface.
  void add_packet(uint32_t interface, uint64_t time, const uint8_t* bytes, std::size_t count,
                  const PacketNote& note = {});
  /// Without packets, or without interfaces, the file is still a valid capture.
  void close() { file_.close(); }

 private:
  void write_block(uint32_t type, const std::string& body);

  OutputFile file_;
  uint32_t interfaces_ = 0;
  std::string packet_;  ///< reused from packet to packet
};

}  // namespace tinsim
