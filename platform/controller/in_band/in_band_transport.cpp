// SPDX-License-Identifier: Apache-2.0
// Sessions with the TiNs of a network over its own links: their begin and end, and TCP.
#include "platform/controller/in_band/in_band_transport.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/errors.h"

namespace tinsim::control {
namespace {

constexpr std::size_t kAddressInIdentity = 12;
constexpr std::uint32_t kStateMask = 7, kStateUp = 2;  // of a link's status
constexpr unsigned kMostDoublings = 4;                 // of the time until a session begins again
constexpr std::uint8_t kWriteOperation = API_WRITE;

std::map<Mac, std::uint32_t> addresses_of(const ControllerPlan& plan) {
  std::map<Mac, std::uint32_t> addresses;
  for (const ControlledChip& chip : plan.chips) addresses[chip.mac] = chip.address;
  return addresses;
}

std::uint32_t server_of(const ControllerPlan& plan) {
  for (const ControlledChip& chip : plan.chips)
    if (chip.host_address != 0) return chip.host_address;
  return DhcpServer::kAddress;
}

}  // namespace

InBandTransport::InBandTransport(ControllerPlan plan, const InBandSettings& settings, Send send,
                                 HasPath has_path, Observer& observer)
    : plan_(std::move(plan)),
      settings_(settings),
      send_(std::move(send)),
      has_path_(std::move(has_path)),
      observer_(observer),
      dhcp_(addresses_of(plan_), server_of(plan_)),
      tins_(plan_.chips.size()),
      progress_(plan_.chips.size()) {
  for (std::size_t tin = 0; tin < plan_.chips.size(); ++tin) tin_of_[plan_.chips[tin].mac] = tin;
}

void InBandTransport::receive(std::size_t tin, const Bytes& ip_packet) {
  ++counts_.packets_received;
  answer_dhcp(tin, ip_packet, std::nullopt);
  for (Tin& of : tins_)
    if (of.session && of.entry == tin) of.session->receive(ip_packet);
}

void InBandTransport::poll(std::uint64_t now_us, bool may_move) {
  now_us_ = now_us;
  for (std::size_t tin = 0; tin < tins_.size(); ++tin) {
    poll_tin(tin, may_move);
    watch_reachability(tin);
  }
}

void InBandTransport::poll_tin(std::size_t tin, bool may_move) {
  Tin& of = tins_[tin];
  if (of.carrier == Carrier::kNone && now_us_ >= of.retry_us) connect(tin);
  if (of.carrier == Carrier::kByTcp) {
    of.session->poll(now_us_);
    const bool is_silent = of.is_identified && settings_.report_us != 0 &&
                           now_us_ >= of.heard_us + std::max(kSilenceUs, 4 * settings_.report_us);
    if (of.must_end || is_silent || of.session->has_ended(now_us_)) return lose(tin);
  } else if (of.carrier == Carrier::kByProxy) {
    poll_stream(tin);
    if (of.must_end) return lose(tin);
  }
  if (!of.is_identified) return;
  if (of.is_wanted) {
    of.is_wanted = false;
    of.is_open = true;
    if (client_ != nullptr) client_->opened(tin);
  }
  const bool is_idle = of.carrier == Carrier::kByProxy && !of.stream && !of.has_request;
  if (!is_idle) return;
  if (may_move && now_us_ >= of.move_us && entry_of(tin)) {
    of.move_us = now_us_ + kMoveUs;
    return lose(tin);
  }
  poll_links_by_proxy(tin);
}

/// Over TCP unless that failed the last time, or there are no routes; else by a neighbour.
void InBandTransport::connect(std::size_t tin) {
  Tin& of = tins_[tin];
  of.retry_us = now_us_ + kRetryUs;
  if (!progress_[tin].addressed_us) return;
  const auto entry = entry_of(tin);
  if (entry && !of.avoids_tcp) return connect_by_tcp(tin, *entry);
  of.avoids_tcp = false;
  if (const auto neighbour = next_proxy(tin)) connect_by_proxy(tin, *neighbour);
}

/// The session has ended, or is to.
void InBandTransport::lose(std::size_t tin) {
  Tin& of = tins_[tin];
  const bool was_open = of.is_open, moves = of.carrier == Carrier::kByProxy && !of.must_end;
  counts_.sessions_ended += !moves;
  counts_.proxied_lost += of.stream != nullptr;
  of.avoids_tcp = of.carrier == Carrier::kByTcp;
  of.failures = moves ? 0 : of.failures + 1;
  end_session(tin, moves ? 0 : kRetryUs << std::min(of.failures, kMostDoublings));
  of.is_open = false;
  if (was_open && client_ != nullptr) client_->closed(tin);
}

void InBandTransport::end_session(std::size_t tin, std::uint64_t delay_us) {
  Tin& of = tins_[tin];
  if (of.session) {
    counts_.tcp_repeated += of.session->repeated();
    for (Tin& other : tins_)
      if (other.carrier == Carrier::kByProxy && other.proxy == tin) other.must_end = true;
  }
  if (of.is_identified) {
    of.lost_us = now_us_;
    note(ControlEvent::Kind::kEnded, tin);
  }
  of.session.reset();
  of.stream.reset();
  of.response.reset();
  of.waiting.reset();
  of.carrier = Carrier::kNone;
  of.is_identified = of.must_end = of.has_request = false;
  of.retry_us = now_us_ + delay_us;
}

void InBandTransport::set_linked(std::size_t tin, bool is_linked) {
  Tin& of = tins_[tin];
  if (!is_linked) {
    of.must_end |= of.carrier == Carrier::kByTcp;
    return;
  }
  of.must_end |= of.carrier == Carrier::kByProxy && !of.is_identified;
  of.avoids_tcp = false;
  of.failures = 0;
  of.retry_us = std::min(of.retry_us, now_us_ + kRetryUs);
}

void InBandTransport::watch_reachability(std::size_t tin) {
  Tin& of = tins_[tin];
  const bool is_lost = !of.is_identified && now_us_ >= of.lost_us + kUnreachableUs;
  if (of.is_identified == of.is_reachable || (of.is_reachable && !is_lost)) return;
  of.is_reachable = of.is_identified;
  observer_.reachable(tin, of.is_reachable);
}

void InBandTransport::set_client(Client* client) {
  client_ = client;
  for (Tin& of : tins_) of.is_wanted = of.is_open = false;
}

/// A request without a response could still be on its way: its session ends, and the new one begins
/// when it cannot be carried out any more.
void InBandTransport::open(std::size_t tin) {
  if (tins_[tin].has_request) end_session(tin, kLingerUs);
  tins_[tin].is_open = false;
  tins_[tin].is_wanted = true;
}

void InBandTransport::request(std::size_t tin, api_type type, const Bytes& body) {
  Tin& of = tins_[tin];
  if (!of.is_open || of.has_request)
    throw InvariantError(
        fmt::format("TiN {}: the controller sends a request {}", tin,
                    of.has_request ? "while another one is outstanding" : "without a session"));
  of.has_request = true;
  of.is_write = !body.empty() && body.front() == kWriteOperation;
  of.request_us = now_us_;
  of.request_bytes = body.size();
  if (of.must_end) return;  // it has no result
  const auto on_response = [this, tin](const Message& response) { answered(tin, response); };
  if (of.carrier == Carrier::kByTcp) {
    ++counts_.accesses_by_tcp;
    of.session->request(type, body, on_response);
    return;
  }
  ++counts_.accesses_by_proxy;
  if (of.stream) {
    of.waiting.emplace(type, body);
  } else {
    send_by_proxy(tin, type, body, on_response);
  }
}

void InBandTransport::answered(std::size_t tin, const Message& response) {
  Tin& of = tins_[tin];
  of.has_request = false;
  ControlEvent event;
  event.kind = of.is_write ? ControlEvent::Kind::kWrite : ControlEvent::Kind::kRead;
  event.tin = tin;
  event.from_us = of.request_us;
  event.to_us = now_us_;
  event.value = of.request_bytes + response.body.size();
  event.carrier = of.carrier;
  observer_.noted(event);
  if (client_ != nullptr) client_->responded(tin, response);
}

void InBandTransport::note(ControlEvent::Kind kind, std::size_t tin, std::uint64_t value) {
  ControlEvent event;
  event.kind = kind;
  event.tin = tin;
  event.from_us = event.to_us = now_us_;
  event.value = value;
  observer_.noted(event);
}

/// The TiN whose Ethernet a connection can use: its own, or one of its pod, or any.
std::optional<std::size_t> InBandTransport::entry_of(std::size_t tin) const {
  if (has_ethernet(tin)) return tin;
  std::optional<std::size_t> found;
  for (std::size_t entry = 0; entry < plan_.chips.size(); ++entry) {
    if (!has_ethernet(entry) || !can_be_proxy(entry)) continue;
    const bool is_near = plan_.chips[entry].pod == plan_.chips[tin].pod;
    if ((found && !is_near) || !has_path_(entry, tin)) continue;
    found = entry;
    if (is_near) break;
  }
  return found;
}

void InBandTransport::connect_by_tcp(std::size_t tin, std::size_t entry) {
  Tin& of = tins_[tin];
  of.carrier = Carrier::kByTcp;
  of.entry = entry;
  of.heard_us = now_us_;
  ++counts_.connections;
  ++progress_[tin].connections;
  if (next_port_ == UINT16_MAX) next_port_ = kFirstPort;
  TcpPeer peer(
      plan_.chips[entry].host_address, next_port_++, plan_.chips[tin].address, API_TCP_PORT,
      [this, entry](const Bytes& packet) {
        ++counts_.packets_sent;
        send_(entry, packet);
      },
      kTcpTimeoutUs);
  of.session = std::make_unique<ApiSession>(
      std::move(peer), counts_.sessions,
      [this, tin](std::uint8_t port, std::uint8_t channel, const Bytes& data) {
        neighbour_sent(tin, port, channel, data);
      });
  of.session->set_on_report([this, tin](const Bytes& registers) { take_links(tin, registers); });
  of.session->connect(now_us_);
  ++counts_.identifies;
  of.session->request(API_IDENTIFY, {}, [this, tin](const Message& identity) {
    identified(tin, identity);
    if (tins_[tin].is_identified && settings_.report_us != 0) subscribe(tin);
  });
}

void InBandTransport::identified(std::size_t tin, const Message& response) {
  Tin& of = tins_[tin];
  of.must_end = response.status() != API_OK;
  if (of.must_end) return;
  TinProgress& progress = progress_[tin];
  progress.address = read32(response.data(), kAddressInIdentity);
  if (!progress.reached_us) progress.reached_us = now_us_;
  if (of.carrier == Carrier::kByTcp && !progress.connected_us) progress.connected_us = now_us_;
  of.is_identified = true;
  of.heard_us = now_us_;
  of.failures = 0;
  note(
      of.carrier == Carrier::kByTcp ? ControlEvent::Kind::kConnected : ControlEvent::Kind::kReached,
      tin);
}

/// To reports of the states of its links.
void InBandTransport::subscribe(std::size_t tin) {
  Bytes body;
  append32(body, static_cast<std::uint32_t>(settings_.report_us));
  append(body, link_operations(tin));
  ++counts_.subscriptions;
  tins_[tin].session->request(API_REPORT, body, [this, tin](const Message& response) {
    tins_[tin].must_end |= response.status() != API_OK;
  });
}

Bytes InBandTransport::link_operations(std::size_t tin) const {
  Bytes operations;
  for (unsigned port = 0; port < plan_.chips[tin].link_ports; ++port)
    append(operations, read_operation(plan_.link_status_address + port * plan_.link_status_stride));
  return operations;
}

void InBandTransport::take_links(std::size_t tin, const Bytes& registers) {
  tins_[tin].heard_us = now_us_;
  std::uint64_t up = 0;
  for (unsigned port = 0; 4 * port + 4 <= registers.size(); ++port)
    if ((read32(registers, 4 * port) & kStateMask) == kStateUp) up |= std::uint64_t{1} << port;
  observer_.links_reported(tin, up);
}

InBandCounts InBandTransport::counts() const {
  InBandCounts counts = counts_;
  counts.discovers = dhcp_.discovers;
  counts.requests = dhcp_.requests;
  for (const Tin& of : tins_)
    if (of.session) counts.tcp_repeated += of.session->repeated();
  return counts;
}

}  // namespace tinsim::control
