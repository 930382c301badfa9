// SPDX-License-Identifier: Apache-2.0
// Chips with firmware, joined by links that carry MOS, with a DHCP server and TCP clients on an
// Ethernet.
#pragma once

#include <gtest/gtest.h>

#include "platform/controller/api_messages.h"
#include "platform/controller/dhcp_server.h"
#include "tests/firmware/fake_chip.h"
#include "tests/firmware/frames.h"
#include "tests/firmware/noisy_mos.h"
#include "tlm/tin/ecp/ecp_map.h"

namespace tinsim::firmware_test {

using namespace control;

constexpr std::uint32_t kClientAddress = 0x0a000002;
constexpr Mac kRouterMac = {0x02, 0, 0, 0, 0, 1};
constexpr std::uint32_t address_of(std::uint32_t chip) { return 0x0a000100 + chip; }

class Bench {
 public:
  explicit Bench(MakeRunner make = make_host_runner) : dhcp({}), make_(std::move(make)) {}

  FakeChip& add_chip(bool has_mac, std::uint32_t mos_ports = 4) {
    const auto number = static_cast<std::uint32_t>(chips.size());
    chips.push_back(std::make_unique<FakeChip>(number, has_mac, mos_ports, make_));
    addresses_[chips.back()->mac()] = address_of(number);
    dhcp = DhcpServer(addresses_);
    return *chips.back();
  }

  /// A cable between port `a_port` of chip `a` and port `b_port` of chip `b`.
  void connect(std::uint32_t a, std::uint32_t a_port, std::uint32_t b, std::uint32_t b_port,
               double ber = 0, double loss = 0) {
    wires_.push_back({a, a_port, b, b_port, NoisyMos(ber, loss, 1, 100 + wires_.size())});
    wires_.push_back({b, b_port, a, a_port, NoisyMos(ber, loss, 1, 100 + wires_.size())});
    chips[a]->set_link(a_port, true);
    chips[b]->set_link(b_port, true);
  }
  void boot() {
    for (std::uint32_t n = 0; n < chips.size(); ++n) {
      chips[n]->on_word = [this, n](std::uint32_t port, pmos_word word) {
        send_word(n, port, word);
      };
      chips[n]->boot(ECP_RESET_POWER_ON);
    }
  }

  /// A client on the Ethernet of chip `via`, for the register API of chip `chip`.
  TestPeer& add_client(std::uint32_t chip, std::uint32_t via) {
    const auto port = static_cast<std::uint16_t>(1024 + clients_so_far_++ % 60000);
    clients_.push_back({via, nullptr});
    clients_.back().peer = std::make_unique<TestPeer>(
        kClientAddress, port, address_of(chip), API_TCP_PORT,
        [this, via, chip](const Bytes& packet) {
          const std::uint8_t interface = via == chip ? ECP_INTERFACE_MAC : ECP_INTERFACE_FABRIC;
          chips[chip]->frame_arrives(interface,
                                     make_frame(chips[chip]->mac(), kRouterMac, kIpv4, packet));
        });
    clients_.back().peer->connect(now);
    return *clients_.back().peer;
  }

  void drop_clients() { clients_.clear(); }

  /// False if `condition` does not hold within `limit_us`.
  template <class Condition>
  bool run_until(Condition condition, std::uint64_t limit_us) {
    const std::uint64_t end = now + limit_us;
    while (!condition()) {
      if (now >= end) return false;
      step(end);
    }
    return true;
  }
  void run_for(std::uint64_t us) {
    run_until([] { return false; }, us);
  }

  std::vector<std::unique_ptr<FakeChip>> chips;
  DhcpServer dhcp;
  std::uint64_t now = 1;
  std::vector<Frame> frames;  ///< sent by chips, of other kinds than DHCP and TCP
  bool ethernet_up = true;
  Bytes last_dhcp_answer;  ///< an IPv4 packet
  Bytes last_ipv4;         ///< sent by a chip over Ethernet
  std::uint64_t icmp_packets = 0;

 private:
  struct Wire {
    std::uint32_t from, from_port, to, to_port;
    NoisyMos way;
  };
  struct Client {
    std::uint32_t via;
    std::unique_ptr<TestPeer> peer;
  };

  void send_word(std::uint32_t chip, std::uint32_t port, pmos_word word) {
    for (Wire& wire : wires_)
      if (wire.from == chip && wire.from_port == port)
        wire.way.send(static_cast<std::uint32_t>(now), word);
  }

  void deliver_frame(FakeChip& chip, const Frame& frame) {
    const Bytes packet = slice(frame.bytes, 14, frame.bytes.size() - 14);
    if (read16(frame.bytes, 12) != kIpv4) {
      frames.push_back(frame);
      return;
    }
    last_ipv4 = packet;
    if (packet.at(9) == kIcmp) ++icmp_packets;
    const Bytes answer = ethernet_up ? dhcp.reply(packet).packet : Bytes{};
    if (!answer.empty()) last_dhcp_answer = answer;
    if (!answer.empty())
      chip.frame_arrives(frame.interface, make_frame(kBroadcast, kRouterMac, kIpv4, answer));
    for (Client& client : clients_) client.peer->receive(packet);
  }

  /// To the next event, or to `end`.
  void step(std::uint64_t end) {
    std::uint64_t next = end;
    for (Wire& wire : wires_) {
      pmos_word word;
      while (wire.way.receive(static_cast<std::uint32_t>(now), word))
        chips[wire.to]->word_arrives(wire.to_port, word);
    }
    for (Client& client : clients_) client.peer->poll(now);
    bool again = false;
    for (auto& chip : chips) {
      chip->run(now);
      while (!chip->sent.empty()) {
        const Frame frame = chip->sent.front();
        chip->sent.pop_front();
        deliver_frame(*chip, frame);
        again = true;
      }
      next = std::min(next, chip->next_alarm());
    }
    for (Wire& wire : wires_)
      next = std::min(next, now + wire.way.next_arrival(static_cast<std::uint32_t>(now), 1000));
    for (Client& client : clients_) next = std::min(next, client.peer->next_event());
    now = again ? now + 1 : std::max(next, now + 1);
  }

  MakeRunner make_;
  std::map<Mac, std::uint32_t> addresses_;
  std::vector<Wire> wires_;
  std::deque<Client> clients_;
  std::uint32_t clients_so_far_ = 0;
};

/// Sends a request and runs until its response; reports that arrive meanwhile are kept.
class ApiClient {
 public:
  ApiClient(Bench& bench, TcpPeer& peer) : bench_(bench), peer_(peer) {}

  Message call(std::uint8_t type, const Bytes& body, std::uint64_t limit_us = 1000000) {
    const std::uint32_t id = ++id_;
    peer_.write(message(type, id, body));
    Message found{};
    const bool done = bench_.run_until([&] { return take_response(id, found); }, limit_us);
    EXPECT_TRUE(done) << "no response to a request of type " << int{type};
    if (!done) found.body.resize(8, 0xff);
    return found;
  }
  Message access(const Bytes& operations) { return call(API_ACCESS, operations); }

  std::deque<Message> others;

 private:
  bool take_response(std::uint32_t id, Message& out) {
    while (take_message(peer_.received, out)) {
      if (out.id == id && (out.type & API_RESPONSE)) return true;
      others.push_back(out);
    }
    return false;
  }

  Bench& bench_;
  TcpPeer& peer_;
  std::uint32_t id_ = 0;
};

}  // namespace tinsim::firmware_test
