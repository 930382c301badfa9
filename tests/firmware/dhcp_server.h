// SPDX-License-Identifier: Apache-2.0
// A DHCP server (RFC 2131) with an address for each Ethernet address.
#pragma once

#include <map>

#include "tests/firmware/packets.h"

namespace tinsim::firmware_test {

class DhcpServer {
 public:
  static constexpr std::uint32_t kAddress = 0x0a000001;  // 10.0.0.1

  explicit DhcpServer(std::map<Mac, std::uint32_t> addresses) : addresses_(std::move(addresses)) {}

  /// The IPv4 packet that answers an IPv4 packet of a client; empty: none.
  Bytes answer(const Bytes& packet);

  unsigned discovers = 0, requests = 0;

 private:
  Bytes message(const Bytes& query, std::uint8_t type, std::uint32_t address) const;

  std::map<Mac, std::uint32_t> addresses_;
};

}  // namespace tinsim::firmware_test
