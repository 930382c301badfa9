// SPDX-License-Identifier: Apache-2.0
// Messages of BGP-4 (RFC 4271, section 4) for IPv4 unicast, and their faults (section 6).
#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "platform/controller/packets.h"

namespace tinsim::control {

/// Code and subcode of a NOTIFICATION (4.5), with its data.
struct BgpError {
  std::uint8_t code = 0, subcode = 0;
  Bytes data;
  bool operator==(const BgpError& o) const {
    return code == o.code && subcode == o.subcode && data == o.data;
  }
};

enum BgpErrorCode : std::uint8_t {
  kBgpHeaderError = 1,
  kBgpOpenError = 2,
  kBgpUpdateError = 3,
  kBgpHoldTimerExpired = 4,
  kBgpStateError = 5,
  kBgpCease = 6,
};
// Subcodes that others than the parser use (6.2).
constexpr std::uint8_t kBgpBadPeerAs = 2, kBgpBadIdentifier = 3;

/// Addresses whose first `length` bits are those of `address`; the others are zero.
struct BgpPrefix {
  std::uint32_t address = 0;
  std::uint8_t length = 0;
  bool operator==(const BgpPrefix& o) const { return address == o.address && length == o.length; }
  bool operator<(const BgpPrefix& o) const {
    return address != o.address ? address < o.address : length < o.length;
  }
};

struct BgpOpen {
  std::uint16_t as = 0;
  std::uint16_t hold_s = 0;  ///< 0: no hold timer; else 3 at least
  std::uint32_t identifier = 0;
  bool operator==(const BgpOpen& o) const {
    return as == o.as && hold_s == o.hold_s && identifier == o.identifier;
  }
};

enum class BgpOrigin : std::uint8_t { kIgp, kEgp, kIncomplete };

/// Attributes of the routes of an UPDATE (4.3, 5.1) that decide about them; others are checked and
/// not kept.
struct BgpAttributes {
  struct Segment {
    bool is_set = false;  ///< AS_SET; false: AS_SEQUENCE
    std::vector<std::uint16_t> as;
    bool operator==(const Segment& o) const { return is_set == o.is_set && as == o.as; }
  };
  BgpOrigin origin = BgpOrigin::kIgp;
  std::vector<Segment> as_path;
  std::uint32_t next_hop = 0;
  bool operator==(const BgpAttributes& o) const {
    return origin == o.origin && as_path == o.as_path && next_hop == o.next_hop;
  }
  /// A set counts as one (9.1.2.2).
  std::size_t path_length() const;
  bool visits(std::uint16_t as) const;
};

struct BgpUpdate {
  std::vector<BgpPrefix> withdrawn;
  std::optional<BgpAttributes> attributes;  ///< of `reachable`; nothing without these
  std::vector<BgpPrefix> reachable;
  bool operator==(const BgpUpdate& o) const {
    return withdrawn == o.withdrawn && attributes == o.attributes && reachable == o.reachable;
  }
};

struct BgpKeepalive {
  bool operator==(const BgpKeepalive& /*o*/) const { return true; }
};

using BgpMessage = std::variant<BgpOpen, BgpUpdate, BgpError, BgpKeepalive>;

/// Message with header. Precondition: it has at most 4096 octets.
Bytes bgp_octets(const BgpMessage& message);

/// Takes the first whole message from the octets of a connection; nothing while it is not whole.
/// A fault of the message is returned in its place: as soon as its header is there, if it lies in
/// the header. AS numbers have two octets, as with a peer without RFC 6793.
struct BgpTaken {
  std::optional<BgpMessage> message;
  std::optional<BgpError> fault;
};
BgpTaken take_bgp_message(Bytes& stream);

}  // namespace tinsim::control
