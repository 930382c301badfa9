// SPDX-License-Identifier: Apache-2.0
// Time to live of an IP packet that is forwarded: one less, or expired.
#pragma once

#include <cstdint>

namespace tinsim {

/// Octets 0..7 and 8..15 of an IP header, the first of each in bits 7:0.
struct IpHead {
  std::uint64_t lo = 0, hi = 0;

  bool operator==(const IpHead& o) const { return lo == o.lo && hi == o.hi; }
};

/// The octets with which a packet goes on; those of an expired one are unchanged.
struct ForwardedHead {
  IpHead head;
  bool is_expired = false;
};

/// The head of a packet that is forwarded.
ForwardedHead forwarded_head(IpHead head, bool v6);

}  // namespace tinsim
