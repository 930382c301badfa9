// SPDX-License-Identifier: Apache-2.0
// CRC-8/ROHC: polynomial 0x07, initial 0xFF, reflected, no final XOR; check value 0xD0.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tinsim {

std::uint8_t crc8_rohc(const std::uint8_t* bytes, std::size_t count);

/// Over the low `count` bytes of a word, the lowest byte first.
std::uint8_t crc8_rohc(std::uint64_t word, unsigned count);

}  // namespace tinsim
