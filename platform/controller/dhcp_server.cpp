// SPDX-License-Identifier: Apache-2.0
// A DHCP server (RFC 2131).
#include "platform/controller/dhcp_server.h"

#include <algorithm>

namespace tinsim::control {
namespace {

constexpr std::size_t kOptions = 240, kClientMac = 28, kYourAddress = 16;
constexpr std::uint8_t kDiscover = 1, kOffer = 2, kRequest = 3, kAck = 5;

/// Value of option 53; 0 if it is missing.
std::uint8_t type_of(const Bytes& query) {
  for (std::size_t at = kOptions; at + 2 < query.size() && query[at] != 255;
       at += 2u + query[at + 1])
    if (query[at] == 53) return query[at + 2];
  return 0;
}

}  // namespace

Bytes DhcpServer::message(const Bytes& query, std::uint8_t type, std::uint32_t address) const {
  Bytes reply = slice(query, 0, kOptions);
  reply[0] = 2;
  for (unsigned n = 0; n < 4; ++n)
    reply[kYourAddress + n] = static_cast<std::uint8_t>(address >> (24 - 8 * n));
  append(reply, {53, 1, type, 54, 4});
  append32(reply, own_);
  append(reply, {51, 4});
  append32(reply, 86400);
  append(reply, {1, 4, 255, 255, 0, 0, 255});
  const std::uint32_t to = 0xffffffff;
  return make_udp(own_, to, {67, 68, reply});
}

DhcpServer::Answer DhcpServer::reply(const Bytes& packet) {
  const auto ip = parse_ipv4(packet);
  const auto udp = ip ? parse_udp(*ip) : std::nullopt;
  if (!udp || udp->destination != 67 || udp->payload.size() < kOptions) return {};
  const Bytes& query = udp->payload;
  Answer answer;
  std::copy_n(query.begin() + kClientMac, 6, answer.client.begin());
  const auto found = addresses_.find(answer.client);
  if (found == addresses_.end()) return {};
  switch (type_of(query)) {
    case kDiscover:
      ++discovers;
      answer.packet = message(query, kOffer, found->second);
      break;
    case kRequest:
      ++requests;
      answer.packet = message(query, kAck, found->second);
      answer.acknowledges = true;
      break;
    default:
      break;
  }
  return answer;
}

}  // namespace tinsim::control
