// SPDX-License-Identifier: Apache-2.0
// Program images: reading and decoding.
#include "tlm/tin/ecp/ecp_image.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "base/errors.h"
#include "base/input_file.h"

namespace tinsim {
namespace {

uint16_t half_of(const uint8_t* data, uint32_t entry) {
  return static_cast<uint16_t>(data[2 * entry] | data[2 * entry + 1] << 8);
}

}  // namespace

ThumbInstruction decode_entry(const uint8_t* data, uint32_t page, uint32_t entry) {
  const uint16_t first = half_of(data, entry);
  const bool is_last = entry + 1 == kEcpPageEntries;
  if (is_last && is_32_bit_thumb(first)) return {ThumbOp::kCrossing, 0, 0, 0, 0};
  const uint32_t base = page * kEcpPageBytes;
  return decode_thumb(first, is_last ? uint16_t{0} : half_of(data, entry + 1), base + 2 * entry,
                      base, base + kEcpPageBytes);
}

EcpImage::EcpImage(const std::vector<uint8_t>& bytes) {
  if (bytes.empty() || bytes.size() > ECP_SRAM_BYTES) {
    throw ConfigError(
        fmt::format("has {} octets; expected 1 to {}, the SRAM of the "
                    "control processor",
                    bytes.size(), ECP_SRAM_BYTES));
  }
  const std::size_t pages = (bytes.size() + kEcpPageBytes - 1) / kEcpPageBytes;
  data_.resize(pages);
  code_.resize(pages);
  for (uint32_t page = 0; page < pages; ++page) {
    const std::size_t from = std::size_t{page} * kEcpPageBytes;
    const std::size_t count = std::min<std::size_t>(kEcpPageBytes, bytes.size() - from);
    data_[page].fill(0);
    std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(from), count, data_[page].begin());
    for (uint32_t entry = 0; entry < kEcpPageEntries; ++entry) {
      code_[page][entry] = decode_entry(data_[page].data(), page, entry);
    }
    code_[page][kEcpPageEntries].op = ThumbOp::kPageEnd;
  }
}

std::shared_ptr<const EcpImage> read_ecp_image(const std::string& file) {
  const std::string fault = input_fault(file);
  if (!fault.empty()) {
    throw ConfigError(fmt::format(
        "'{}' cannot be read: {}; expected an image of the control processor", file, fault));
  }
  std::ifstream in(file, std::ios::binary);
  const std::vector<uint8_t> bytes{std::istreambuf_iterator<char>(in), {}};
  try {
    return std::make_shared<const EcpImage>(bytes);
  } catch (const ConfigError& error) {
    throw ConfigError(fmt::format("'{}' {}", file, error.what()));
  }
}

}  // namespace tinsim
