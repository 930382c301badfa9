// SPDX-License-Identifier: Apache-2.0
// Sessions with the TiNs of a network over its own links: DHCP, and requests by way of neighbours.
#include <algorithm>
#include <utility>

#include "platform/controller/in_band/in_band_transport.h"

namespace tinsim::control {
namespace {

constexpr std::uint8_t kDhcp = 1, kResponse = 3;  // channels of PMOS
constexpr unsigned kMostHalvings = 3;             // of the packets of sessions that fail

}  // namespace

/// The neighbour after the one before that has a connection, and serves no other TiN.
std::optional<std::size_t> InBandTransport::next_proxy(std::size_t tin) const {
  const auto& neighbours = plan_.chips[tin].neighbours;
  const auto is_free = [this](std::size_t proxy) {
    return std::none_of(tins_.begin(), tins_.end(), [proxy](const Tin& other) {
      return other.carrier == Carrier::kByProxy && other.proxy == proxy;
    });
  };
  for (std::size_t n = 1; n <= neighbours.size(); ++n) {
    const std::size_t next = (tins_[tin].neighbour + n) % neighbours.size();
    if (can_be_proxy(neighbours[next].chip) && is_free(neighbours[next].chip)) return next;
  }
  return std::nullopt;
}

void InBandTransport::connect_by_proxy(std::size_t tin, std::size_t neighbour) {
  Tin& of = tins_[tin];
  of.carrier = Carrier::kByProxy;
  of.neighbour = neighbour;
  of.proxy = plan_.chips[tin].neighbours[neighbour].chip;
  of.links_us = now_us_ + kLinksByProxyUs;
  if (!progress_[tin].proxy) progress_[tin].proxy = of.proxy;
  ++progress_[tin].proxied;
  ++counts_.identifies;
  send_by_proxy(tin, API_IDENTIFY, {},
                [this, tin](const Message& identity) { identified(tin, identity); });
}

/// Precondition: no request is outstanding.
void InBandTransport::send_by_proxy(std::size_t tin, api_type type, const Bytes& body,
                                    OnResponse on_response) {
  Tin& of = tins_[tin];
  of.on_response = std::move(on_response);
  of.packets = 0;
  of.deadline_us = now_us_ + kSilenceUs;
  of.stream = std::make_unique<MosStream>(
      *tins_[of.proxy].session, plan_.chips[tin].neighbours[of.neighbour].port,
      message(static_cast<std::uint8_t>(type), ++of.id, body),
      MosStream::kMostPart >> std::min(of.failures, kMostHalvings),
      [this, tin](const Message& response) { tins_[tin].response = response; });
}

/// A response is taken outside of the calls of the proxy's session.
void InBandTransport::poll_stream(std::size_t tin) {
  Tin& of = tins_[tin];
  if (!of.stream || of.must_end) return;
  if (of.response) {
    const Message response = *std::exchange(of.response, std::nullopt);
    of.must_end = response.id != of.id;
    of.stream.reset();
    if (of.must_end) return;
    std::exchange(of.on_response, nullptr)(response);
    if (auto next = std::exchange(of.waiting, std::nullopt); next && !of.must_end)
      send_by_proxy(tin, next->first, next->second,
                    [this, tin](const Message& answer) { answered(tin, answer); });
    return;
  }
  if (of.stream->packets() != of.packets) {
    of.packets = of.stream->packets();
    of.deadline_us = now_us_ + kSilenceUs;
  }
  of.must_end = of.stream->has_failed() || now_us_ >= of.deadline_us;
}

/// A TiN without a connection sends no reports.
void InBandTransport::poll_links_by_proxy(std::size_t tin) {
  Tin& of = tins_[tin];
  if (now_us_ < of.links_us) return;
  of.links_us = now_us_ + kLinksByProxyUs;
  ++counts_.link_reads;
  send_by_proxy(tin, API_ACCESS, link_operations(tin), [this, tin](const Message& response) {
    tins_[tin].must_end = response.status() != API_OK;
    if (!tins_[tin].must_end) take_links(tin, response.data());
  });
}

void InBandTransport::neighbour_sent(std::size_t proxy, std::uint8_t port, std::uint8_t channel,
                                     const Bytes& data) {
  if (channel == kDhcp) return answer_dhcp(proxy, data, port);
  if (channel != kResponse) return;
  for (std::size_t tin = 0; tin < tins_.size(); ++tin) {
    Tin& of = tins_[tin];
    const bool is_its = of.carrier == Carrier::kByProxy && of.proxy == proxy && of.stream &&
                        of.stream->port() == port && !of.response;
    if (is_its) of.stream->receive(data);
  }
}

/// `port`: that of the proxy `tin` which received the packet; none: it came over Ethernet.
void InBandTransport::answer_dhcp(std::size_t tin, const Bytes& packet,
                                  std::optional<std::uint8_t> port) {
  const DhcpServer::Answer answer = dhcp_.reply(packet);
  if (answer.packet.empty()) return;
  if (!port) {
    ++counts_.packets_sent;
    send_(tin, answer.packet);
  } else {
    ++counts_.relayed;
    Bytes body = {*port, kDhcp};
    append(body, answer.packet);
    tins_[tin].session->request(API_MOS_SEND, body, [](const Message&) {});
  }
  if (!answer.acknowledges) return;
  const std::size_t target = tin_of_.at(answer.client);
  if (progress_[target].addressed_us) return;
  progress_[target].addressed_us = now_us_;
  note(ControlEvent::Kind::kAddressed, target);
  if (!port) return;
  // The neighbour that relayed is the first proxy.
  const auto& neighbours = plan_.chips[target].neighbours;
  for (std::size_t n = 0; n < neighbours.size(); ++n)
    if (neighbours[n].chip == tin && neighbours[n].port == *port)
      tins_[target].neighbour = (n + neighbours.size() - 1) % neighbours.size();
}

}  // namespace tinsim::control
