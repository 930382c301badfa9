// SPDX-License-Identifier: Apache-2.0
// Records of a block of the NIB, and the bytes that store them.
#include "platform/controller/nib/records.h"

#include <zlib.h>

#include <stdexcept>

namespace tinsim::control {
namespace {

constexpr std::size_t kRecordHeader = 6;  ///< bytes before the value
constexpr int kLevel = 6;                 ///< of compression: zlib's default

}  // namespace

Bytes packed(const Records& records) {
  Bytes bytes;
  for (const auto& [number, value] : records) {
    append32(bytes, number);
    append16(bytes, static_cast<std::uint32_t>(value.size()));
    append(bytes, value);
  }
  return bytes;
}

Records unpacked(const Bytes& bytes) {
  Records records;
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t length = read16(bytes, at + 4);
    records.emplace_hint(records.end(), read32(bytes, at),
                         slice(bytes, at + kRecordHeader, length));
    at += kRecordHeader + length;
  }
  return records;
}

Bytes deflated(const Bytes& bytes) {
  uLongf length = compressBound(static_cast<uLong>(bytes.size()));
  Bytes out(length);
  if (compress2(out.data(), &length, bytes.data(), static_cast<uLong>(bytes.size()), kLevel) !=
      Z_OK)
    throw std::runtime_error("zlib cannot compress a block of the NIB");
  out.resize(length);
  out.shrink_to_fit();
  return out;
}

Bytes inflated(const Bytes& bytes, std::size_t length) {
  Bytes out(length);
  uLongf found = static_cast<uLongf>(length);
  const int status = uncompress(out.data(), &found, bytes.data(), static_cast<uLong>(bytes.size()));
  if (status != Z_OK || found != length)
    throw std::runtime_error("a block of the NIB is not what was compressed");
  return out;
}

}  // namespace tinsim::control
