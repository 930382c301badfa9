// SPDX-License-Identifier: Apache-2.0
// Messages of BGP-4: from octets to fields and back.
#include "platform/controller/ibr/bgp_message.h"

#include <algorithm>

#include "platform/controller/ibr/bgp_update.h"

namespace tinsim::control {
namespace {

enum Type : std::uint8_t { kOpen = 1, kUpdate = 2, kNotification = 3, kKeepalive = 4 };
constexpr std::size_t kMarkerBytes = 16, kHeaderBytes = 19, kMostBytes = 4096;
constexpr std::size_t kLeastOpen = 29, kLeastUpdate = 23, kLeastNotification = 21;
constexpr std::uint8_t kVersion = 4, kCapabilities = 2;  // RFC 5492
// Subcodes (6.1, 6.2).
constexpr std::uint8_t kNotSynchronized = 1, kBadLength = 2, kBadType = 3;
constexpr std::uint8_t kBadVersion = 1, kBadParameter = 4, kBadHoldTime = 6, kUnspecific = 0;
constexpr std::uint16_t kLeastHold = 3;

Bytes with_header(Type type, const Bytes& body) {
  Bytes out(kMarkerBytes, 0xff);
  append16(out, static_cast<std::uint32_t>(kHeaderBytes + body.size()));
  out.push_back(type);
  append(out, body);
  return out;
}

std::size_t least_bytes(std::uint8_t type) {
  switch (type) {
    case kOpen:
      return kLeastOpen;
    case kUpdate:
      return kLeastUpdate;
    case kNotification:
      return kLeastNotification;
    default:
      return kHeaderBytes;
  }
}

/// 6.1. Precondition: the header is whole.
std::optional<BgpError> header_fault(const Bytes& stream) {
  const auto marker_end = stream.begin() + kMarkerBytes;
  if (std::any_of(stream.begin(), marker_end, [](std::uint8_t octet) { return octet != 0xff; }))
    return BgpError{kBgpHeaderError, kNotSynchronized, {}};
  const std::uint16_t length = read16(stream, kMarkerBytes);
  const std::uint8_t type = stream[kMarkerBytes + 2];
  if (type < kOpen || type > kKeepalive) return BgpError{kBgpHeaderError, kBadType, {type}};
  if (length < least_bytes(type) || length > kMostBytes ||
      (type == kKeepalive && length != kHeaderBytes)) {
    return BgpError{kBgpHeaderError, kBadLength, slice(stream, kMarkerBytes, 2)};
  }
  return std::nullopt;
}

/// Capabilities are not used, and no other parameter is known.
std::optional<BgpError> parameters_fault(const Bytes& body, std::size_t at) {
  const std::size_t end = at + 1 + body[at];
  if (end != body.size()) return BgpError{kBgpOpenError, kUnspecific, {}};
  for (++at; at != end;) {
    if (end - at < 2 || end - at - 2 < body[at + 1])
      return BgpError{kBgpOpenError, kUnspecific, {}};
    if (body[at] != kCapabilities) return BgpError{kBgpOpenError, kBadParameter, {}};
    at += 2u + body[at + 1];
  }
  return std::nullopt;
}

BgpTaken open_of(const Bytes& body) {
  if (body[0] != kVersion) return {{}, BgpError{kBgpOpenError, kBadVersion, {0, kVersion}}};
  const BgpOpen open = {read16(body, 1), read16(body, 3), read32(body, 5)};
  if (open.as == 0) return {{}, BgpError{kBgpOpenError, kBgpBadPeerAs, {}}};
  if (open.hold_s != 0 && open.hold_s < kLeastHold)
    return {{}, BgpError{kBgpOpenError, kBadHoldTime, {}}};
  if (open.identifier == 0) return {{}, BgpError{kBgpOpenError, kBgpBadIdentifier, {}}};
  if (auto fault = parameters_fault(body, 9)) return {{}, fault};
  return {open, {}};
}

Bytes body_of(const BgpOpen& open) {
  Bytes body = {kVersion};
  append16(body, open.as);
  append16(body, open.hold_s);
  append32(body, open.identifier);
  body.push_back(0);
  return body;
}

BgpTaken message_of(std::uint8_t type, const Bytes& body) {
  switch (type) {
    case kOpen:
      return open_of(body);
    case kUpdate: {
      const auto update = parse_bgp_update(body);
      if (const auto* fault = std::get_if<BgpError>(&update)) return {{}, *fault};
      return {std::get<BgpUpdate>(update), {}};
    }
    case kNotification:
      return {BgpError{body[0], body[1], slice(body, 2, body.size() - 2)}, {}};
    default:
      return {BgpKeepalive{}, {}};
  }
}

}  // namespace

Bytes bgp_octets(const BgpMessage& message) {
  if (const auto* open = std::get_if<BgpOpen>(&message)) return with_header(kOpen, body_of(*open));
  if (const auto* update = std::get_if<BgpUpdate>(&message))
    return with_header(kUpdate, bgp_update_body(*update));
  if (const auto* error = std::get_if<BgpError>(&message)) {
    Bytes body = {error->code, error->subcode};
    append(body, error->data);
    return with_header(kNotification, body);
  }
  return with_header(kKeepalive, {});
}

BgpTaken take_bgp_message(Bytes& stream) {
  if (stream.size() < kHeaderBytes) return {};
  if (auto fault = header_fault(stream)) return {{}, fault};
  const std::size_t length = read16(stream, kMarkerBytes);
  if (stream.size() < length) return {};
  const BgpTaken taken =
      message_of(stream[kMarkerBytes + 2], slice(stream, kHeaderBytes, length - kHeaderBytes));
  stream.erase(stream.begin(), stream.begin() + static_cast<std::ptrdiff_t>(length));
  return taken;
}

}  // namespace tinsim::control
