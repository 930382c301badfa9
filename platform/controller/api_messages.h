// SPDX-License-Identifier: Apache-2.0
// Messages of the register API, written from docs/reference/register_api.md.
#pragma once

#include "firmware_stub/api_wire.h"
#include "platform/controller/tcp_peer.h"

namespace tinsim::control {

struct Message {
  std::uint8_t type;
  std::uint32_t id;
  Bytes body;

  std::uint32_t status() const { return read32(body, 0); }
  std::uint32_t detail() const { return read32(body, 4); }
  Bytes data() const { return slice(body, 8, body.size() - 8); }
};

inline Bytes message(std::uint8_t type, std::uint32_t id, const Bytes& body) {
  Bytes out = {'T', 'R', 1, type};
  append32(out, id);
  append32(out, static_cast<std::uint32_t>(body.size()));
  append(out, body);
  return out;
}

inline Bytes read_operation(std::uint32_t address, std::uint32_t count = 1) {
  Bytes out = {1, 0};
  append16(out, count);
  append32(out, address);
  return out;
}

inline Bytes write_operation(std::uint32_t address, const std::vector<std::uint32_t>& values) {
  Bytes out = {2, 0};
  append16(out, static_cast<std::uint32_t>(values.size()));
  append32(out, address);
  for (const std::uint32_t value : values) append32(out, value);
  return out;
}

/// Takes the first whole message from a stream; false if there is none.
inline bool take_message(Bytes& stream, Message& out) {
  if (stream.size() < 12) return false;
  const std::size_t length = read32(stream, 8);
  if (stream.size() < 12 + length) return false;
  out = {stream[3], read32(stream, 4), slice(stream, 12, length)};
  stream.erase(stream.begin(), stream.begin() + static_cast<std::ptrdiff_t>(12 + length));
  return true;
}

}  // namespace tinsim::control
