// SPDX-License-Identifier: Apache-2.0
// The body of an UPDATE: withdrawn routes, path attributes, reachable prefixes.
#include "platform/controller/ibr/bgp_update.h"

#include <algorithm>
#include <bitset>

namespace tinsim::control {
namespace {

// Flags and types of path attributes (4.3, 5).
constexpr std::uint8_t kOptional = 0x80, kTransitive = 0x40, kPartial = 0x20, kExtended = 0x10;
enum Attribute : std::uint8_t {
  kOrigin = 1,
  kAsPath = 2,
  kNextHop = 3,
  kMultiExit = 4,
  kLocalPreference = 5,
  kAtomicAggregate = 6,
  kAggregator = 7,
};
constexpr std::uint8_t kAsSet = 1, kAsSequence = 2;
constexpr unsigned kAddressBits = 32;
// Subcodes (6.3).
enum Subcode : std::uint8_t {
  kMalformedList = 1,
  kUnknownWellKnown = 2,
  kMissingWellKnown = 3,
  kWrongFlags = 4,
  kWrongLength = 5,
  kInvalidOrigin = 6,
  kInvalidNextHop = 8,
  kOptionalError = 9,
  kInvalidNetwork = 10,
  kMalformedAsPath = 11,
};

/// Ends the parsing of an UPDATE.
struct Fault {
  BgpError error;
};
[[noreturn]] void fail(Subcode subcode, const Bytes& data = {}) {
  throw Fault{{kBgpUpdateError, subcode, data}};
}

std::uint32_t mask_of(unsigned length) {
  return length == 0 ? 0 : ~std::uint32_t{0} << (kAddressBits - length);
}

/// Bits behind the length have no meaning (4.3), and become zero.
std::vector<BgpPrefix> prefixes_of(const Bytes& body, std::size_t begin, std::size_t end) {
  std::vector<BgpPrefix> prefixes;
  for (std::size_t at = begin; at != end;) {
    const std::uint8_t length = body[at++];
    const std::size_t bytes = (length + 7u) / 8;
    if (length > kAddressBits || bytes > end - at) fail(kInvalidNetwork);
    std::uint32_t address = 0;
    for (std::size_t i = 0; i < bytes; ++i) address |= std::uint32_t{body[at + i]} << (24 - 8 * i);
    prefixes.push_back({address & mask_of(length), length});
    at += bytes;
  }
  return prefixes;
}

void append_prefixes(Bytes& to, const std::vector<BgpPrefix>& prefixes) {
  for (const BgpPrefix& prefix : prefixes) {
    to.push_back(prefix.length);
    for (unsigned i = 0; i < (prefix.length + 7u) / 8; ++i)
      to.push_back(static_cast<std::uint8_t>(prefix.address >> (24 - 8 * i)));
  }
}

/// One attribute of the list.
struct Item {
  std::uint8_t flags, type;
  Bytes octets;  ///< whole, for the data of a NOTIFICATION
  Bytes value;
};

Item item_at(const Bytes& body, std::size_t at, std::size_t end) {
  if (end - at < 3) fail(kMalformedList);
  const bool is_long = (body[at] & kExtended) != 0;
  const std::size_t head = is_long ? 4 : 3;
  if (end - at < head) fail(kMalformedList);
  const std::size_t bytes = is_long ? read16(body, at + 2) : body[at + 2];
  if (end - at - head < bytes) fail(kMalformedList);
  return {body[at], body[at + 1], slice(body, at, head + bytes), slice(body, at + head, bytes)};
}

/// Optional and transitive bits that a type has, and whether it is known.
std::optional<std::uint8_t> flags_of(std::uint8_t type) {
  switch (type) {
    case kOrigin:
    case kAsPath:
    case kNextHop:
    case kLocalPreference:
    case kAtomicAggregate:
      return kTransitive;
    case kMultiExit:
      return kOptional;
    case kAggregator:
      return kOptional | kTransitive;
    default:
      return std::nullopt;
  }
}

std::optional<std::size_t> bytes_of(std::uint8_t type) {
  switch (type) {
    case kOrigin:
      return 1;
    case kNextHop:
    case kMultiExit:
    case kLocalPreference:
      return 4;
    case kAtomicAggregate:
      return 0;
    case kAggregator:
      return 6;
    default:
      return std::nullopt;
  }
}

void check(const Item& item) {
  const auto flags = flags_of(item.type);
  if (!flags) {
    if ((item.flags & kOptional) == 0) fail(kUnknownWellKnown, item.octets);
    return;
  }
  const bool may_be_partial = *flags == (kOptional | kTransitive);
  if ((item.flags & (kOptional | kTransitive)) != *flags ||
      (!may_be_partial && (item.flags & kPartial) != 0)) {
    fail(kWrongFlags, item.octets);
  }
  const auto bytes = bytes_of(item.type);
  if (bytes && item.value.size() != *bytes) fail(kWrongLength, item.octets);
}

std::vector<BgpAttributes::Segment> path_of(const Bytes& value) {
  std::vector<BgpAttributes::Segment> path;
  for (std::size_t at = 0; at != value.size();) {
    if (value.size() - at < 2) fail(kMalformedAsPath);
    const std::uint8_t type = value[at];
    const std::size_t count = value[at + 1];
    at += 2;
    if ((type != kAsSet && type != kAsSequence) || count == 0 || value.size() - at < 2 * count)
      fail(kMalformedAsPath);
    BgpAttributes::Segment segment{type == kAsSet, {}};
    for (std::size_t i = 0; i < count; ++i) segment.as.push_back(read16(value, at + 2 * i));
    path.push_back(segment);
    at += 2 * count;
  }
  return path;
}

/// The address of a host: not of this network, a loopback, multicast or reserved.
std::uint32_t next_hop_of(const Item& item) {
  const std::uint32_t address = read32(item.value, 0);
  const std::uint32_t first = address >> 24;
  if (first == 0 || first == 127 || first >= 224) fail(kInvalidNextHop, item.octets);
  return address;
}

/// The attributes; `seen` are their types.
BgpAttributes attributes_of(const Bytes& body, std::size_t begin, std::size_t end,
                            std::bitset<256>& seen) {
  BgpAttributes attributes;
  for (std::size_t at = begin; at != end;) {
    const Item item = item_at(body, at, end);
    at += item.octets.size();
    if (seen[item.type]) fail(kMalformedList);
    seen[item.type] = true;
    check(item);
    if (item.type == kOrigin) {
      if (item.value[0] > static_cast<std::uint8_t>(BgpOrigin::kIncomplete))
        fail(kInvalidOrigin, item.octets);
      attributes.origin = static_cast<BgpOrigin>(item.value[0]);
    }
    if (item.type == kAsPath) attributes.as_path = path_of(item.value);
    if (item.type == kNextHop) attributes.next_hop = next_hop_of(item);
  }
  return attributes;
}

void append_attribute(Bytes& to, std::uint8_t type, const Bytes& value) {
  append(to, {static_cast<std::uint8_t>(kTransitive | kExtended), type});
  append16(to, static_cast<std::uint32_t>(value.size()));
  append(to, value);
}

Bytes octets_of(const BgpAttributes& attributes) {
  Bytes path, hop, all;
  for (const BgpAttributes::Segment& segment : attributes.as_path) {
    append(path,
           {segment.is_set ? kAsSet : kAsSequence, static_cast<std::uint8_t>(segment.as.size())});
    for (const std::uint16_t as : segment.as) append16(path, as);
  }
  append32(hop, attributes.next_hop);
  append_attribute(all, kOrigin, {static_cast<std::uint8_t>(attributes.origin)});
  append_attribute(all, kAsPath, path);
  append_attribute(all, kNextHop, hop);
  return all;
}

BgpUpdate update_of(const Bytes& body) {
  const std::size_t withdrawn_end = 2u + read16(body, 0);
  if (withdrawn_end + 2 > body.size()) fail(kMalformedList);
  const std::size_t begin = withdrawn_end + 2, end = begin + read16(body, withdrawn_end);
  if (end > body.size()) fail(kMalformedList);
  std::bitset<256> seen;
  BgpUpdate update;
  update.withdrawn = prefixes_of(body, 2, withdrawn_end);
  const BgpAttributes attributes = attributes_of(body, begin, end, seen);
  update.reachable = prefixes_of(body, end, body.size());
  if (update.reachable.empty()) return update;
  for (const std::uint8_t type : {kOrigin, kAsPath, kNextHop})
    if (!seen[type]) fail(kMissingWellKnown, {type});
  update.attributes = attributes;
  return update;
}

}  // namespace

std::size_t BgpAttributes::path_length() const {
  std::size_t length = 0;
  for (const Segment& segment : as_path) length += segment.is_set ? 1 : segment.as.size();
  return length;
}

bool BgpAttributes::visits(std::uint16_t as) const {
  return std::any_of(as_path.begin(), as_path.end(), [as](const Segment& segment) {
    return std::find(segment.as.begin(), segment.as.end(), as) != segment.as.end();
  });
}

std::variant<BgpUpdate, BgpError> parse_bgp_update(const Bytes& body) try {
  return update_of(body);
} catch (const Fault& fault) {
  return fault.error;
}

Bytes bgp_update_body(const BgpUpdate& update) {
  Bytes withdrawn, body;
  append_prefixes(withdrawn, update.withdrawn);
  append16(body, static_cast<std::uint32_t>(withdrawn.size()));
  append(body, withdrawn);
  const Bytes attributes = update.attributes ? octets_of(*update.attributes) : Bytes{};
  append16(body, static_cast<std::uint32_t>(attributes.size()));
  append(body, attributes);
  append_prefixes(body, update.reachable);
  return body;
}

}  // namespace tinsim::control
