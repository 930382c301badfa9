// SPDX-License-Identifier: Apache-2.0
// Routes to destinations outside of the Clique, and their records in the NIB.
#pragma once

#include <string>
#include <vector>

#include "platform/controller/nib/records.h"
#include "tlm/ethernet/address.h"

namespace tinsim::control {

struct IpPrefix {
  IpAddress address;        ///< bits beyond the length are zero
  std::uint8_t length = 0;  ///< 0 to 32, or to 128

  bool operator==(const IpPrefix& o) const { return address == o.address && length == o.length; }
  bool operator<(const IpPrefix& o) const;
};

/// The first `length` bits of an address.
IpPrefix prefix_of(IpAddress address, unsigned length);

/// As in RFC 4632 and RFC 4291: `192.0.2.0/24`.
std::string text_of(const IpPrefix& prefix);

struct ExternalRoute {
  IpPrefix prefix;
  std::vector<std::uint16_t> egress;  ///< TiNs, ascending, each once
};

Bytes external_bytes(const ExternalRoute& route);
/// Precondition: the bytes are from external_bytes().
ExternalRoute external_of(const Bytes& bytes);

}  // namespace tinsim::control
