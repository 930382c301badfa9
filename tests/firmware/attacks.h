// SPDX-License-Identifier: Apache-2.0
// Hostile input for a chip's firmware: DHCP, frames, TCP segments, requests, MOS.
#pragma once

#include "tests/firmware/bench.h"
#include "tests/firmware/mutants.h"
#include "tests/firmware/requested_writes.h"

namespace tinsim::firmware_test {

/// A chip with an address and with all links up, so that the firmware writes no register on its
/// own, and what is sent to it.
class Attacked {
 public:
  static constexpr std::uint64_t kSecond = 1000000;
  static constexpr std::uint32_t kScratch = 0x000c, kTrap = 0x080400;
  static constexpr std::uint32_t kPorts = 4;

  explicit Attacked(const MakeRunner& make = make_host_runner)
      : bench(make), chip(bench.add_chip(true, kPorts)) {
    for (std::uint32_t port = 0; port < kPorts; ++port) chip.set_link(port, true);
    bench.boot();
    wait_for_address();
    chip.register_accesses.clear();
  }

  /// A client that does what it should is served, after half-open connections have ended (200 ms),
  /// and the firmware has not restarted.
  void expect_alive() {
    TcpPeer& peer = bench.add_client(0, 0);
    ApiClient api(bench, peer);
    Bytes operations = write_operation(kScratch, {++value_});
    append(operations, read_operation(kScratch));
    const Message response = api.call(API_ACCESS, operations, kSecond / 2);
    EXPECT_EQ(response.status(), API_OK);
    EXPECT_EQ(response.data(), slice(operations, 8, 4));
    requested.push_back({true, kScratch, value_});
    peer.close();
    bench.run_for(100);
    bench.drop_clients();
    EXPECT_EQ(chip.boots, boots_);
  }
  /// The registers written since the last call are those requested, in that order.
  void expect_requested_writes() {
    std::vector<Access> writes;
    for (const Access& access : chip.register_accesses)
      if (access.write) writes.push_back(access);
    EXPECT_TRUE(writes == requested)
        << writes.size() << " writes, " << requested.size() << " requested";
    chip.register_accesses.clear();
    requested.clear();
  }

  void frame(const Bytes& packet, std::uint16_t type = kIpv4,
             std::uint8_t interface = ECP_INTERFACE_MAC) {
    chip.frame_arrives(interface, make_frame(chip.mac(), kRouterMac, type, packet));
  }
  void dhcp_message(const Bytes& message) {
    frame(make_udp(DhcpServer::kAddress, 0xffffffff, {67, 68, message}));
  }
  /// A TCP segment of the client with a right checksum.
  void segment(Bytes bytes) {
    if (bytes.size() >= 18) {
      write16(bytes, 16, 0);
      write16(bytes, 16, transport_checksum(kClientAddress, address_of(0), kTcp, bytes));
    }
    frame(make_ipv4({kClientAddress, address_of(0), kTcp, bytes}));
  }
  /// Sends `stream` as requests of a connection of its own.
  void requests(const Bytes& stream) {
    TcpPeer& peer = bench.add_client(0, 0);
    peer.write(stream);
    bench.run_for(200);
    peer.close();
    bench.run_for(50);
    for (const Access& write : requested_writes(stream)) requested.push_back(write);
    bench.drop_clients();
  }

  /// From power-on until the client discovers servers; `offered`: until it requests an address. The
  /// server is silent then. Returns the server's answer.
  Bytes restart_dhcp(bool offered) {
    chip.registers.clear();
    ++boots_;
    bench.ethernet_up = false;
    chip.boot(ECP_RESET_POWER_ON);
    bench.run_for(1);
    Bytes answer = bench.dhcp.reply(bench.last_ipv4).packet;
    if (offered && !answer.empty()) {
      chip.frame_arrives(ECP_INTERFACE_MAC, make_frame(kBroadcast, kRouterMac, kIpv4, answer));
      bench.run_for(2);
      answer = bench.dhcp.reply(bench.last_ipv4).packet;
    }
    EXPECT_FALSE(answer.empty());
    chip.register_accesses.clear();
    return slice(answer, 28, answer.size() - 28);
  }
  void wait_for_address() {
    bench.ethernet_up = true;
    EXPECT_TRUE(bench.run_until([&] { return chip.reg(kTrap) == address_of(0); }, 2 * kSecond));
  }

  Bench bench;
  FakeChip& chip;
  std::vector<Access> requested;

 private:
  std::uint32_t value_ = 0, boots_ = 1;
};

/// Requests of every kind.
inline std::vector<Bytes> request_seeds() {
  Bytes writes = write_operation(0x0a0000, {1, 2, 3});
  append(writes, read_operation(Attacked::kScratch, 2));
  append(writes, write_operation(Attacked::kScratch, {4}));
  Bytes period;
  append32(period, 1000);
  append(period, read_operation(Attacked::kScratch, 4));
  return {message(API_ACCESS, 1, writes), message(API_REPORT, 2, period),
          message(API_MOS_SEND, 3, {1, 2, 1, 0x54, 0x52}), message(API_IDENTIFY, 4, {}),
          message(API_REBOOT, 5, {0, 0, 0, 0})};
}

/// TCP header of the client's next segment, or of a new connection.
inline Bytes tcp_header(std::uint16_t port, std::uint8_t flags, std::uint32_t sequence,
                        std::uint32_t acknowledged) {
  Bytes header;
  append16(header, port);
  append16(header, API_TCP_PORT);
  append32(header, sequence);
  append32(header, acknowledged);
  append(header, {0x60, flags, 0xff, 0xff, 0, 0, 0, 0, 2, 4, 5, 0xb4});  // maximum segment size
  return header;
}

/// Connections that the firmware ends, one after another; then half-open ones.
inline void attack_by_connections(Attacked& to, unsigned count) {
  for (unsigned n = 0; n < count; ++n) to.requests(Bytes(12, 0xff));
  to.expect_alive();
  for (unsigned n = 0; n < count; ++n) {
    to.segment(tcp_header(static_cast<std::uint16_t>(1024 + n), 2, n, 0));
    to.bench.run_for(2);
  }
  to.expect_alive();
}

/// Clients that take no response and send in pieces as small as can be, out of order and in order;
/// then are silent.
inline void attack_by_silence(Attacked& to, unsigned clients, unsigned pieces) {
  const Bytes reads = message(API_ACCESS, 1, read_operation(0x0a0000, 32768));
  for (unsigned client = 0; client < clients; ++client) {
    TestPeer& peer = to.bench.add_client(0, 0);
    EXPECT_TRUE(to.bench.run_until([&] { return peer.connected; }, Attacked::kSecond));
    const std::uint16_t port = peer.own_port();
    std::uint32_t next = peer.next_sequence();
    const std::uint32_t acknowledged = peer.acknowledged_sequence();
    to.bench.drop_clients();
    const auto send = [&](std::uint32_t at, const Bytes& data) {
      Bytes bytes = tcp_header(port, 0x18, at, acknowledged);
      append(bytes, data);
      to.segment(bytes);
      to.bench.run_for(3);
    };
    for (unsigned n = 0; n < 3; ++n, next += static_cast<std::uint32_t>(reads.size()))
      send(next, reads);
    for (unsigned n = 0; n < pieces; n += 2) send(next + 1 + n, {0});
    for (unsigned n = 0; n < pieces; n += 2) send(next + n, {0});
  }
  to.bench.run_for(2 * Attacked::kSecond);
  to.expect_alive();
}

/// Frames whose headers are mutants: IPv4, TCP, ICMP, ARP, neighbour discovery.
inline void attack_by_frames(Attacked& to, Mutator& mutator, unsigned count) {
  Bytes solicitation = {0x60, 0, 0, 0, 0, 32, 58, 255};
  append(solicitation, Bytes(16, 0xfd));
  append(solicitation,
         {0xff, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0xff, 0xfd, 0xfd, 0xfd, 135, 0, 0, 0, 0, 0, 0, 0});
  append(solicitation, Bytes(16, 0xfd));
  append(solicitation, {1, 1, 2, 0, 0, 0, 0, 1});
  const Bytes arp = {0,  1, 8, 0, 6, 4, 0, 1, 2, 0, 0,  0, 0, 1,
                     10, 0, 0, 2, 0, 0, 0, 0, 0, 0, 10, 0, 1, 0};
  const Bytes ping =
      make_ipv4({kClientAddress, address_of(0), kIcmp, {8, 0, 0xf7, 0xff, 0, 0, 0, 0}});
  for (unsigned n = 0; n < count; ++n) {
    const auto interface = static_cast<std::uint8_t>(mutator.below(256));
    switch (mutator.below(5)) {
      case 0:
        to.segment(mutator.mutant(tcp_header(50000, 2, 7, 0)));
        break;
      case 1:
        to.frame(mutator.mutant(ping), kIpv4, interface);
        break;
      case 2:
        to.frame(mutator.mutant(arp), kArp, interface);
        break;
      case 3:
        to.frame(mutator.mutant(solicitation), kIpv6, interface);
        break;
      case 4:
        to.chip.frame_arrives(interface,
                              mutator.mutant(make_frame(to.chip.mac(), kRouterMac, kArp, arp)));
        break;
    }
    to.bench.run_for(1 + mutator.below(50));
  }
}

inline void attack_by_requests(Attacked& to, Mutator& mutator, unsigned count) {
  const auto seeds = request_seeds();
  for (unsigned n = 0; n < count; ++n) {
    Bytes stream;
    for (unsigned part = 0; part < 3; ++part) append(stream, seeds[mutator.below(seeds.size())]);
    to.requests(mutator.mutant(stream));
  }
}

/// A neighbour that speaks PMOS, with packets whose content is a mutant, on any channel; and words
/// of any content on all ports. Requests in channel 2 begin a stream each and are carried out.
inline void attack_by_mos(Attacked& to, Mutator& mutator, unsigned count) {
  constexpr std::uint8_t kStreamBegins = 1;
  pmos neighbour{};
  pmos_init(
      &neighbour, 77, 0, [](void*, std::uint8_t, const std::uint8_t*, std::size_t) { return true; },
      nullptr);
  to.chip.on_word = [&](std::uint32_t port, pmos_word word) {
    if (port == 0) pmos_receive(&neighbour, word);
  };
  const Bytes request = message(API_ACCESS, 1, write_operation(Attacked::kScratch, {1}));
  for (unsigned n = 0; n < count; ++n) {
    const std::uint8_t channel =
        static_cast<std::uint8_t>(mutator.below(2) ? 1 + mutator.below(3) : 1 + mutator.below(255));
    Bytes data = mutator.mutant(channel == 1 ? to.bench.last_dhcp_answer : request);
    // Half of the streams begin with a sound request.
    if (channel == 2 && mutator.below(2)) data.insert(data.begin(), request.begin(), request.end());
    if (channel == 2) data.insert(data.begin(), kStreamBegins);
    if (data.size() > PMOS_DATA_MAX) data.resize(PMOS_DATA_MAX);
    EXPECT_TRUE(pmos_send(&neighbour, channel, data.data(), data.size()));
    if (channel == 2)
      for (const Access& write : requested_writes(slice(data, 1, data.size() - 1)))
        to.requested.push_back(write);
    for (unsigned us = 0; us < 3000 && !pmos_ready(&neighbour); ++us) {
      pmos_word word;
      while (pmos_next_word(&neighbour, static_cast<std::uint32_t>(to.bench.now), &word))
        to.chip.word_arrives(0, word);
      for (std::uint32_t port = 1; port < Attacked::kPorts; ++port) {
        const std::uint64_t high = mutator.below(65536), low = mutator.below(0xffffffff);
        to.chip.word_arrives(port,
                             {high << 32 | low, static_cast<std::uint8_t>(mutator.below(16))});
      }
      to.bench.run_for(1);
    }
    EXPECT_TRUE(pmos_ready(&neighbour)) << "packet " << n << " of channel " << int{channel};
  }
  to.chip.on_word = [](std::uint32_t, pmos_word) {};
}

}  // namespace tinsim::firmware_test
