// SPDX-License-Identifier: Apache-2.0
// Brings a network up over its own links: sessions with chips.
#include "platform/controller/network_controller.h"

#include <algorithm>

namespace tinsim::control {
namespace {

constexpr std::size_t kAddressInIdentity = 12, kBootInIdentity = 24;
constexpr unsigned kMostDoublings = 4;  // of the time until a session is opened again

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

NetworkController::NetworkController(ControllerPlan plan, NetworkTables& tables, Send send)
    : plan_(std::move(plan)),
      tables_(tables),
      send_(std::move(send)),
      dhcp_(addresses_of(plan_), server_of(plan_)),
      progress_(plan_.chips.size()),
      connections_(plan_.chips.size()),
      streams_(plan_.chips.size()) {
  for (std::size_t chip = 0; chip < plan_.chips.size(); ++chip)
    chip_of_[plan_.chips[chip].mac] = chip;
}

void NetworkController::receive(std::size_t chip, const Bytes& ip_packet) {
  ++counts_.packets_received;
  answer_dhcp(chip, ip_packet, std::nullopt);
  for (ChipConnection& connection : connections_)
    if (connection.session && connection.entry == chip) connection.session->receive(ip_packet);
}

void NetworkController::poll(std::uint64_t now_us) {
  now_us_ = now_us;
  open_reachable();
  for (std::size_t chip = 0; chip < connections_.size(); ++chip) poll_chip(chip);
  open_reachable();
  const auto is_read = [](const ChipProgress& chip) { return chip.read_us.has_value(); };
  if (!complete_us_ && std::all_of(progress_.begin(), progress_.end(), is_read))
    complete_us_ = now_us;
  poll_reboots();
}

void NetworkController::poll_chip(std::size_t chip) {
  ChipConnection& connection = connections_[chip];
  if (!connection.session) return;
  connection.session->poll(now_us_);
  if (connection.drop_us && now_us_ >= *connection.drop_us) return drop(chip);
  if (connection.session->has_ended(now_us_)) {
    if (!connection.drop_us) session_ended(chip);
    return;
  }
  step(chip);
  poll_stream(chip);
}

/// Sessions with chips that have an address, and routes from and to a host; others with an address
/// are served by their proxies.
void NetworkController::open_reachable() {
  if (!has_news_ && now_us_ < next_open_us_) return;
  has_news_ = false;
  next_open_us_ = UINT64_MAX;
  for (std::size_t chip = 0; chip < plan_.chips.size(); ++chip) {
    const ChipConnection& connection = connections_[chip];
    if (connection.session || !progress_[chip].addressed_us || progress_[chip].is_given_up)
      continue;
    if (now_us_ < connection.open_after_us) {
      next_open_us_ = std::min(next_open_us_, connection.open_after_us);
    } else if (const auto entry = entry_of(chip)) {
      open(chip, *entry);
    } else {
      queue_stream(chip);
    }
  }
}

/// The chip whose Ethernet a session can use.
std::optional<std::size_t> NetworkController::entry_of(std::size_t chip) const {
  if (has_ethernet(chip)) return chip;
  for (std::size_t entry = 0; entry < plan_.chips.size(); ++entry)
    if (has_ethernet(entry) && tables_.has_path(entry, chip) && tables_.has_path(chip, entry))
      return entry;
  return std::nullopt;
}

void NetworkController::open(std::size_t chip, std::size_t entry) {
  ChipConnection& connection = connections_[chip];
  connection.entry = entry;
  ++counts_.connections;
  ++progress_[chip].sessions;
  TcpPeer peer(
      plan_.chips[entry].host_address, next_port_++, plan_.chips[chip].address, API_TCP_PORT,
      [this, entry](const Bytes& packet) {
        ++counts_.packets_sent;
        send_(entry, packet);
      },
      kTcpTimeoutUs);
  connection.session = std::make_unique<ApiSession>(
      std::move(peer), counts_.sessions,
      [this, chip](std::uint8_t port, std::uint8_t channel, const Bytes& data) {
        neighbour_sent(chip, port, channel, data);
      });
  connection.session->connect(now_us_);
  request(chip, API_IDENTIFY, {},
          [this, chip](const Message& identity) { identified(chip, identity); });
}

void NetworkController::identified(std::size_t chip, const Message& identity) {
  ChipConnection& connection = connections_[chip];
  if (!is_accepted(chip, identity)) {
    connection.drop_us = now_us_ + kRetryUs;
    return;
  }
  const Bytes data = identity.data();
  progress_[chip].address = read32(data, kAddressInIdentity);
  connection.boot = read32(data, kBootInIdentity);
  connection.is_identified = true;
  if (!progress_[chip].connected_us) progress_[chip].connected_us = now_us_;
}

void NetworkController::session_ended(std::size_t chip) {
  ChipConnection& connection = connections_[chip];
  ++counts_.sessions_ended;
  drop(chip);
  connection.open_after_us = now_us_ + (kRetryUs << std::min(connection.ended, kMostDoublings));
  if (++connection.ended > kMostEnded) give_up(chip);
}

void NetworkController::drop(std::size_t chip) {
  ChipConnection& connection = connections_[chip];
  leave_proxy(chip);
  counts_.tcp_repeated += connection.session->repeated();
  connection.session.reset();
  connection.drop_us.reset();
  connection.is_identified = connection.is_busy = false;
  connection.links_after_us = 0;
  has_news_ = true;
}

ControllerCounts NetworkController::counts() const {
  ControllerCounts counts = counts_;
  counts.discovers = dhcp_.discovers;
  counts.requests = dhcp_.requests;
  for (const ChipConnection& connection : connections_)
    if (connection.session) counts.tcp_repeated += connection.session->repeated();
  return counts;
}

}  // namespace tinsim::control
