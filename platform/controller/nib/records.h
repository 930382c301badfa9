// SPDX-License-Identifier: Apache-2.0
// Records of a block of the NIB, and the bytes that store them.
#pragma once

#include <map>

#include "platform/controller/packets.h"

namespace tinsim::control {

/// By their numbers.
using Records = std::map<std::uint32_t, Bytes>;

/// Records one after another: number (4 bytes), length (2), value.
Bytes packed(const Records& records);
/// Precondition: `bytes` are from packed().
Records unpacked(const Bytes& bytes);

/// By zlib.
Bytes deflated(const Bytes& bytes);
/// `length`: of the result. Precondition: `bytes` are from deflated().
Bytes inflated(const Bytes& bytes, std::size_t length);

// Values of one number.
inline Bytes bytes16(std::uint32_t value) {
  Bytes bytes;
  append16(bytes, value);
  return bytes;
}
inline Bytes bytes32(std::uint32_t value) {
  Bytes bytes;
  append32(bytes, value);
  return bytes;
}
inline Bytes bytes64(std::uint64_t value) {
  Bytes bytes = bytes32(static_cast<std::uint32_t>(value >> 32));
  append32(bytes, static_cast<std::uint32_t>(value));
  return bytes;
}
inline std::uint64_t read64(const Bytes& from, std::size_t at) {
  return std::uint64_t{read32(from, at)} << 32 | read32(from, at + 4);
}

}  // namespace tinsim::control
