// SPDX-License-Identifier: Apache-2.0
// Brings a network up over its own links.
#include "platform/controller/network_controller.h"

#include <algorithm>

namespace tinsim::control {
namespace {

constexpr std::uint8_t kDhcp = 1, kResponse = 3;  // channels of PMOS
constexpr std::size_t kAddressInIdentity = 12;

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

NetworkController::NetworkController(ControllerPlan plan, HasPath has_path, Send send)
    : plan_(std::move(plan)),
      has_path_(std::move(has_path)),
      send_(std::move(send)),
      dhcp_(addresses_of(plan_), server_of(plan_)),
      progress_(plan_.chips.size()),
      links_(plan_.chips.size()),
      entries_(plan_.chips.size()),
      proxy_port_(plan_.chips.size()),
      written_(plan_.chips.size()) {
  for (std::size_t chip = 0; chip < plan_.chips.size(); ++chip) {
    chip_of_[plan_.chips[chip].mac] = chip;
    written_[chip] = plan_.chips[chip].tables.empty();
  }
}

void NetworkController::receive(std::size_t chip, const Bytes& ip_packet) {
  ++counts_.packets_received;
  answer_dhcp(chip, ip_packet, std::nullopt);
  for (std::size_t n = 0; n < links_.size(); ++n)
    if (links_[n].session && entries_[n] == chip) links_[n].session->receive(ip_packet);
}

/// `port`: that of the proxy `chip` which received the packet; none: it came over Ethernet.
void NetworkController::answer_dhcp(std::size_t chip, const Bytes& packet,
                                    std::optional<std::uint8_t> port) {
  const DhcpServer::Answer answer = dhcp_.reply(packet);
  if (answer.packet.empty()) return;
  if (!port) {
    ++counts_.packets_sent;
    send_(chip, answer.packet);
  } else {
    ++counts_.relayed;
    Bytes body = {*port, kDhcp};
    append(body, answer.packet);
    links_[chip].session->request(API_MOS_SEND, body, [](const Message&) {});
  }
  if (!answer.acknowledges) return;
  const std::size_t target = chip_of_.at(answer.client);
  if (progress_[target].addressed_us) return;
  if (port) {
    progress_[target].proxy = chip;
    proxy_port_[target] = *port;
  }
  addressed(target);
}

void NetworkController::addressed(std::size_t chip) {
  progress_[chip].addressed_us = now_us_;
  has_news_ = true;
  if (written_[chip] && !progress_[chip].written_us) progress_[chip].written_us = now_us_;
  if (!has_ethernet(chip) && !written_[chip]) {
    links_[*progress_[chip].proxy].waiting.push_back(chip);
    run_stream(*progress_[chip].proxy);
  }
}

/// Sessions with chips that have an address, and routes from and to the Ethernet of `entry`.
void NetworkController::open_reachable() {
  if (!has_news_) return;
  has_news_ = false;
  for (std::size_t chip = 0; chip < plan_.chips.size(); ++chip) {
    if (links_[chip].session || !progress_[chip].addressed_us) continue;
    if (has_ethernet(chip)) {
      open(chip, chip);
      continue;
    }
    for (std::size_t entry = 0; entry < plan_.chips.size(); ++entry) {
      if (!has_ethernet(entry) || !has_path_(entry, chip, written_) ||
          !has_path_(chip, entry, written_))
        continue;
      open(chip, entry);
      break;
    }
  }
}

void NetworkController::open(std::size_t chip, std::size_t entry) {
  entries_[chip] = entry;
  ++counts_.connections;
  if (links_[chip].session) counts_.tcp_repeated += links_[chip].session->repeated();
  TcpPeer peer(
      plan_.chips[entry].host_address, next_port_++, plan_.chips[chip].address, API_TCP_PORT,
      [this, entry](const Bytes& packet) {
        ++counts_.packets_sent;
        send_(entry, packet);
      },
      kTcpTimeoutUs);
  links_[chip].session = std::make_unique<ApiSession>(
      std::move(peer), counts_.sessions,
      [this, chip](std::uint8_t port, std::uint8_t channel, const Bytes& data) {
        neighbour_sent(chip, port, channel, data);
      });
  links_[chip].session->connect(now_us_);
  links_[chip].session->request(API_IDENTIFY, {}, [this, chip](const Message& identity) {
    if (identity.status() != API_OK) return;
    progress_[chip].address = read32(identity.data(), kAddressInIdentity);
    opened(chip);
  });
}

void NetworkController::opened(std::size_t chip) {
  if (progress_[chip].connected_us) return reconcile(chip);
  progress_[chip].connected_us = now_us_;
  if (written_[chip]) return read_counters(chip);
  links_[chip].session->request(API_ACCESS, write_operations(chip),
                                [this, chip](const Message& response) {
                                  if (response.status() != API_OK) return;
                                  written(chip);
                                  read_counters(chip);
                                });
}

void NetworkController::written(std::size_t chip) {
  counts_.registers_written += registers_in(plan_.chips[chip].tables);
  progress_[chip].written_us = now_us_;
  written_[chip] = true;
  has_news_ = true;
}

void NetworkController::neighbour_sent(std::size_t proxy, std::uint8_t port, std::uint8_t channel,
                                       const Bytes& data) {
  if (channel == kDhcp) return answer_dhcp(proxy, data, port);
  Link& link = links_[proxy];
  if (channel != kResponse || !link.stream || link.stream->port() != port) return;
  if (!link.stream->receive(data)) return;
  link.stream.reset();
  run_stream(proxy);
}

/// One target at a time for each proxy.
void NetworkController::run_stream(std::size_t proxy) {
  Link& link = links_[proxy];
  if (link.stream || link.waiting.empty()) return;
  const std::size_t chip = link.waiting.front();
  link.waiting.pop_front();
  link.target = chip;
  link.stream_deadline_us = now_us_ + kStreamTimeoutUs;
  ++counts_.streams;
  link.stream = std::make_unique<MosStream>(*link.session, proxy_port_[chip],
                                            message(API_ACCESS, 1, write_operations(chip)),
                                            [this, chip, proxy](const Message& response) {
                                              if (response.status() == API_OK) return written(chip);
                                              links_[proxy].waiting.push_back(chip);
                                            });
}

void NetworkController::read_counters(std::size_t chip) {
  links_[chip].session->request(API_ACCESS,
                                read_operation(plan_.counters_address, plan_.counters_count),
                                [this, chip](const Message& response) {
                                  if (response.status() != API_OK) return;
                                  const Bytes data = response.data();
                                  for (std::size_t at = 0; at + 4 <= data.size(); at += 4)
                                    progress_[chip].counters.push_back(read32(data, at));
                                  progress_[chip].read_us = now_us_;
                                });
}

void NetworkController::poll(std::uint64_t now_us) {
  now_us_ = now_us;
  open_reachable();
  for (std::size_t chip = 0; chip < links_.size(); ++chip) {
    Link& link = links_[chip];
    if (!link.session) continue;
    link.session->poll(now_us);
    if (!link.stream || now_us < link.stream_deadline_us) continue;
    link.stream.reset();
    link.waiting.push_back(link.target);
    run_stream(chip);
  }
  open_reachable();
  const auto is_read = [](const ChipProgress& chip) { return chip.read_us.has_value(); };
  if (!complete_us_ && std::all_of(progress_.begin(), progress_.end(), is_read))
    complete_us_ = now_us;
  poll_reboots();
}

void NetworkController::poll_reboots() {
  if (reopen_us_ && now_us_ >= *reopen_us_) {
    reopen_us_.reset();
    open(next_reboot_, *entries_[next_reboot_]);
  }
  const bool is_due = complete_us_ && plan_.reboot_us && now_us_ >= *plan_.reboot_us;
  if (!is_due || is_rebooting_ || next_reboot_ == links_.size()) return;
  is_rebooting_ = true;
  Bytes key;
  append32(key, API_REBOOT_KEY);
  links_[next_reboot_].session->request(API_REBOOT, key, [this](const Message& response) {
    if (response.status() != API_OK) return;
    progress_[next_reboot_].rebooted_us = now_us_;
    reopen_us_ = now_us_ + kRebootUs;
  });
}

/// After a reboot the registers have to be what was written.
void NetworkController::reconcile(std::size_t chip) {
  const auto done = [this, chip] {
    progress_[chip].reconciled_us = now_us_;
    ++next_reboot_;
    is_rebooting_ = false;
  };
  if (plan_.chips[chip].tables.empty()) return done();
  links_[chip].session->request(API_ACCESS, read_operations(chip),
                                [this, chip, done](const Message& response) {
                                  if (response.status() != API_OK) return;
                                  progress_[chip].differing = differing(chip, response);
                                  done();
                                });
}

Bytes NetworkController::write_operations(std::size_t chip) const {
  Bytes operations;
  for (const RegisterRun& run : plan_.chips[chip].tables)
    append(operations, write_operation(run.address, run.values));
  return operations;
}

Bytes NetworkController::read_operations(std::size_t chip) const {
  Bytes operations;
  for (const RegisterRun& run : plan_.chips[chip].tables)
    append(operations, read_operation(run.address, static_cast<std::uint32_t>(run.values.size())));
  return operations;
}

std::uint64_t NetworkController::differing(std::size_t chip, const Message& response) const {
  const Bytes data = response.data();
  std::uint64_t count = 0;
  std::size_t at = 0;
  for (const RegisterRun& run : plan_.chips[chip].tables) {
    for (std::size_t n = 0; n < run.values.size(); ++n, at += 4)
      count += at + 4 > data.size() || (read32(data, at) & run.masks[n]) != run.values[n];
  }
  return count;
}

ControllerCounts NetworkController::counts() const {
  ControllerCounts counts = counts_;
  counts.discovers = dhcp_.discovers;
  counts.requests = dhcp_.requests;
  for (const Link& link : links_)
    if (link.session) counts.tcp_repeated += link.session->repeated();
  return counts;
}

}  // namespace tinsim::control
