// SPDX-License-Identifier: Apache-2.0
// A DHCP server (RFC 2131) with an address for each Ethernet address.
#pragma once

#include <map>

#include "platform/controller/packets.h"

namespace tinsim::control {

class DhcpServer {
 public:
  static constexpr std::uint32_t kAddress = 0x0a000001;  // 10.0.0.1

  struct Answer {
    Bytes packet;  ///< IPv4, for the client; empty: none
    Mac client{};
    bool acknowledges = false;  ///< the client has its address from now on
  };

  explicit DhcpServer(std::map<Mac, std::uint32_t> addresses, std::uint32_t own = kAddress)
      : addresses_(std::move(addresses)), own_(own) {}

  /// To an IPv4 packet of a client.
  Answer reply(const Bytes& packet);

  unsigned discovers = 0, requests = 0;

 private:
  Bytes message(const Bytes& query, std::uint8_t type, std::uint32_t address) const;

  std::map<Mac, std::uint32_t> addresses_;
  std::uint32_t own_;
};

}  // namespace tinsim::control
