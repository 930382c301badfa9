// SPDX-License-Identifier: Apache-2.0
// A program image of control processors, decoded once and shared by all chips that are loaded with
// it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tlm/tin/ecp/ecp_map.h"
#include "tlm/tin/ecp/thumb_instruction.h"

namespace tinsim {

constexpr uint32_t kEcpPageBytes = 4096;
constexpr uint32_t kEcpPages = ECP_SRAM_BYTES / kEcpPageBytes;
constexpr uint32_t kEcpPageEntries = kEcpPageBytes / 2;

using EcpPageData = std::array<uint8_t, kEcpPageBytes>;
/// An entry for each halfword, and kPageEnd.
using EcpPageCode = std::array<ThumbInstruction, kEcpPageEntries + 1>;

/// Octets from address 0 on, the vector table first. Not changed after construction.
class EcpImage {
 public:
  /// Throws ConfigError if `bytes` is empty or longer than the SRAM.
  explicit EcpImage(const std::vector<uint8_t>& bytes);

  /// Pages that hold the image; the octets behind its end are zero.
  uint32_t pages() const { return static_cast<uint32_t>(data_.size()); }
  const EcpPageData& data(uint32_t page) const { return data_[page]; }
  const EcpPageCode& code(uint32_t page) const { return code_[page]; }
  /// Host memory that its chips share.
  std::size_t host_bytes() const {
    return data_.size() * sizeof(EcpPageData) + code_.size() * sizeof(EcpPageCode);
  }

 private:
  std::vector<EcpPageData> data_;
  std::vector<EcpPageCode> code_;
};

/// Reads a raw binary image. Throws ConfigError, which says what is wrong with the file.
std::shared_ptr<const EcpImage> read_ecp_image(const std::string& file);

/// Entry `entry` of the decoded page `page` whose octets are `data`.
ThumbInstruction decode_entry(const uint8_t* data, uint32_t page, uint32_t entry);

}  // namespace tinsim
