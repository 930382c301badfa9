// SPDX-License-Identifier: Apache-2.0
// The register writes that a stream of messages requests, decoded from
// docs/reference/register_api.md, apart from the firmware.
#pragma once

#include "platform/controller/packets.h"
#include "tests/firmware/fake_chip.h"

namespace tinsim::firmware_test {

using namespace control;

/// Writes of a body of ACCESS; none if any of its operations is wrong.
inline std::vector<Access> writes_of_access(const Bytes& body) {
  constexpr std::uint64_t kBus = 0x400000, kMostData = 131072;
  std::vector<Access> writes;
  std::uint64_t data = 0;
  for (std::size_t at = 0; at < body.size();) {
    if (body.size() - at < 8) return {};
    const std::uint64_t count = read16(body, at + 2), address = read32(body, at + 4);
    const bool is_write = body[at] == 2;
    if ((body[at] != 1 && !is_write) || body[at + 1] != 0 || count == 0) return {};
    if (address % 4 != 0 || address + 4 * count > kBus) return {};
    if (is_write && body.size() - at - 8 < 4 * count) return {};
    for (std::uint64_t n = 0; is_write && n < count; ++n)
      if (address + 4 * n < FakeChip::kFirstIllegal)
        writes.push_back(
            {true, static_cast<std::uint32_t>(address + 4 * n), read32(body, at + 8 + 4 * n)});
    data += is_write ? 0 : 4 * count;
    if (data > kMostData) return {};
    at += is_write ? 8 + 4 * count : 8;
  }
  return writes;
}

inline std::vector<Access> requested_writes(const Bytes& stream) {
  constexpr std::uint32_t kMagic = 0x5452, kMostBody = 131072;
  constexpr std::size_t kHeader = 12;
  std::vector<Access> writes;
  for (std::size_t at = 0; stream.size() - at >= kHeader;) {
    const std::uint32_t length = read32(stream, at + 8);
    if (read16(stream, at) != kMagic || stream[at + 2] != 1 || length > kMostBody) break;
    if (stream.size() - at - kHeader < length) break;
    if (stream[at + 3] == 1) {
      const auto more = writes_of_access(slice(stream, at + kHeader, length));
      writes.insert(writes.end(), more.begin(), more.end());
    }
    at += kHeader + length;
  }
  return writes;
}

}  // namespace tinsim::firmware_test
