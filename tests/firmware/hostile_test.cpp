// SPDX-License-Identifier: Apache-2.0
// Does any input crash the firmware, or make it write a register without a request?
// The firmware and lwIP are compiled with address and undefined-behaviour sanitizers.
#include <gtest/gtest.h>

#include <set>

#include "tests/firmware/bench.h"

namespace tinsim::firmware_test {
namespace {

constexpr std::uint64_t kSecond = 1000000;
constexpr std::uint32_t kScratch = 0x000c;

/// Changes bytes, lengths and order, as published fuzzers do.
class Mutator {
 public:
  explicit Mutator(std::uint32_t seed) : random_(seed) {}

  std::uint32_t below(std::size_t n) { return static_cast<std::uint32_t>(random_() % n); }

  Bytes mutant(Bytes bytes) {
    for (unsigned n = 1 + below(4); n > 0; --n) change(bytes);
    return bytes;
  }

 private:
  void change(Bytes& bytes) {
    static constexpr std::uint8_t kBoundary[] = {0, 1, 0x7f, 0x80, 0xfe, 0xff};
    if (bytes.empty()) bytes.push_back(0);
    const std::size_t at = below(bytes.size());
    switch (below(6)) {
      case 0:
        bytes[at] ^= static_cast<std::uint8_t>(1u << below(8));
        break;
      case 1:
        bytes[at] = kBoundary[below(6)];
        break;
      case 2:
        bytes[at] = static_cast<std::uint8_t>(random_());
        break;
      case 3:
        bytes.resize(at);
        break;
      case 4:
        bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(at), 1 + below(40),
                     kBoundary[below(6)]);
        break;
      case 5: {
        const Bytes part = slice(bytes, at, 1 + below(bytes.size() - at));
        bytes.insert(bytes.begin() + below(bytes.size()), part.begin(), part.end());
        break;
      }
    }
    if (bytes.size() > 1500) bytes.resize(1500);
  }

  std::mt19937 random_;
};

/// Registers that the firmware writes on its own: link control, traps 0 and 1.
bool is_firmwares_own(std::uint32_t address) {
  return (address >= 0x2400 && address < 0x2440) || (address >= 0x080400 && address < 0x080440);
}

class FirmwareHostile : public testing::Test {
 protected:
  FirmwareHostile() : chip(bench.add_chip(true)) {
    bench.boot();
    EXPECT_TRUE(bench.run_until([&] { return chip.reg(0x080400) != 0; }, kSecond));
    chip.register_accesses.clear();
  }
  /// No write but the firmware's own and those of `asked`.
  void expect_no_other_writes(const std::set<std::uint32_t>& asked = {}) {
    for (const Access& access : chip.register_accesses) {
      if (!access.write || is_firmwares_own(access.address)) continue;
      EXPECT_TRUE(asked.count(access.address)) << std::hex << access.address;
    }
    chip.register_accesses.clear();
  }
  void expect_alive() {
    TcpPeer& peer = bench.add_client(0, 0);
    ApiClient api(bench, peer);
    EXPECT_EQ(api.access(read_operation(kScratch)).status(), API_OK);
    EXPECT_EQ(chip.boots, 1u);
    peer.close();
    bench.run_for(100);
    bench.drop_clients();
  }
  Bytes frame(const Bytes& packet, std::uint16_t type = kIpv4) {
    return make_frame(chip.mac(), kRouterMac, type, packet);
  }

  Bench bench;
  FakeChip& chip;
  Mutator mutator{1};
};

Bytes dhcp_message(std::uint8_t type) {
  Bytes message = {2, 1, 6, 0};
  message.resize(240);
  const Bytes mac = {0x02, 0x54, 0x69, 0x4e, 0, 0};
  std::copy(mac.begin(), mac.end(), message.begin() + 28);
  write16(message, 236, 0x6382);
  write16(message, 238, 0x5363);
  append(message, {53, 1, type, 54,  4,   10, 0, 0, 1, 51, 4, 0, 0, 1,
                   0,  1, 4,    255, 255, 0,  0, 3, 4, 10, 0, 0, 1, 255});
  return message;
}

TEST_F(FirmwareHostile, MalformedDhcp) {
  for (int n = 0; n < 20000; ++n) {
    if (n % 200 == 0) chip.boot(ECP_RESET_POWER_ON);  // DHCP begins again if trap 0 is free
    if (n % 200 == 0) chip.registers.clear();
    Bytes message = dhcp_message(static_cast<std::uint8_t>(1 + mutator.below(8)));
    if (n % 2) message = slice(bench.last_dhcp_answer, 28, bench.last_dhcp_answer.size() - 28);
    message = mutator.mutant(message);
    chip.frame_arrives(ECP_INTERFACE_MAC,
                       frame(make_udp(DhcpServer::kAddress, 0xffffffff, {67, 68, message})));
    bench.run_for(1 + mutator.below(20));
  }
  expect_no_other_writes();
}

/// Frames whose headers are mutants: IPv4, UDP, TCP, ICMP, ARP, neighbour discovery.
TEST_F(FirmwareHostile, MalformedFrames) {
  Bytes syn;
  append16(syn, 50000);
  append16(syn, API_TCP_PORT);
  append32(syn, 7);
  append32(syn, 0);
  append(syn, {0x60, 2, 0xff, 0xff, 0, 0, 0, 0, 2, 4, 5, 0xb4});
  Bytes solicitation = {0x60, 0, 0, 0, 0, 32, 58, 255};
  append(solicitation, Bytes(16, 0xfd));
  append(solicitation,
         {0xff, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0xff, 0xfd, 0xfd, 0xfd, 135, 0, 0, 0, 0, 0, 0, 0});
  append(solicitation, Bytes(16, 0xfd));
  append(solicitation, {1, 1, 2, 0, 0, 0, 0, 1});
  for (int n = 0; n < 30000; ++n) {
    Bytes packet;
    switch (mutator.below(4)) {
      case 0: {
        Bytes segment = mutator.mutant(syn);
        if (segment.size() >= 18) {
          write16(segment, 16, 0);
          write16(segment, 16,
                  0xffff & ~transport_sum(kClientAddress, address_of(0), kTcp, segment));
        }
        packet = frame(make_ipv4({kClientAddress, address_of(0), kTcp, segment}));
        break;
      }
      case 1:
        packet = frame(mutator.mutant(
            make_ipv4({kClientAddress, address_of(0), kIcmp, {8, 0, 0xf7, 0xff, 0, 0, 0, 0}})));
        break;
      case 2:
        packet = frame(mutator.mutant({0,  1, 8, 0, 6, 4, 0, 1, 2, 0, 0,  0, 0, 1,
                                       10, 0, 0, 2, 0, 0, 0, 0, 0, 0, 10, 0, 1, 0}),
                       kArp);
        break;
      case 3:
        packet = frame(mutator.mutant(solicitation), kIpv6);
        break;
    }
    if (mutator.below(8) == 0) packet = mutator.mutant(packet);
    chip.frame_arrives(static_cast<std::uint8_t>(mutator.below(256)), packet);
    bench.run_for(1 + mutator.below(50));
    if (n % 5000 == 4999) expect_alive();
  }
  expect_no_other_writes();
}

/// Requests that are mutants, on connections that are sound. Those that are still well formed are
/// carried out: their writes are decoded here, apart from the firmware.
TEST_F(FirmwareHostile, MalformedRequests) {
  const auto asked_by = [](const Bytes& stream) {
    std::set<std::uint32_t> asked;
    for (std::size_t at = 0; at + 12 <= stream.size();) {
      const std::uint64_t end = at + 12 + std::uint64_t{read32(stream, at + 8)};
      if (read16(stream, at) != 0x5452 || stream[at + 2] != 1 || end > stream.size()) break;
      for (std::size_t op = at + 12; stream[at + 3] == API_ACCESS && op + 8 <= end;) {
        const std::uint32_t count = read16(stream, op + 2), address = read32(stream, op + 4);
        if (stream[op] != 1 && stream[op] != 2) break;
        for (std::uint32_t n = 0; stream[op] == 2 && n < count; ++n) asked.insert(address + 4 * n);
        op += stream[op] == 2 ? 8 + 4 * count : 8;
      }
      at = end;
    }
    return asked;
  };
  Bytes writes = write_operation(0x0a0000, {1, 2, 3});
  append(writes, read_operation(kScratch, 2));
  append(writes, write_operation(kScratch, {4}));
  Bytes period;
  append32(period, 1000);
  append(period, read_operation(kScratch, 4));
  const std::vector<Bytes> seeds = {message(API_ACCESS, 1, writes), message(API_REPORT, 2, period),
                                    message(API_MOS_SEND, 3, {1, 2, 1, 0x54, 0x52}),
                                    message(API_IDENTIFY, 4, {}),
                                    message(API_REBOOT, 5, {0, 0, 0, 0})};
  for (int n = 0; n < 20000; ++n) {
    TcpPeer& peer = bench.add_client(0, 0);
    Bytes stream;
    for (unsigned part = 0; part < 3; ++part) append(stream, seeds[mutator.below(seeds.size())]);
    stream = mutator.mutant(stream);
    peer.write(stream);
    bench.run_for(200);
    peer.close();
    bench.run_for(50);
    expect_no_other_writes(asked_by(stream));
    bench.drop_clients();
    if (n % 5000 == 4999) expect_alive();
  }
}

TEST_F(FirmwareHostile, MalformedMos) {
  std::vector<pmos_word> genuine;
  pmos other{};
  pmos_init(
      &other, 77, 0, [](void*, std::uint8_t, const std::uint8_t*, std::size_t) { return true; },
      nullptr);
  for (int n = 0; n < 30000; ++n) {
    const auto port = mutator.below(4);
    Bytes data = message(API_ACCESS, 1, write_operation(kScratch, {1}));
    data.insert(data.begin(), 1);
    // A neighbour that speaks PMOS, with a packet whose content is a mutant, on any channel.
    data = mutator.mutant(data);
    if (data.size() > PMOS_DATA_MAX) data.resize(PMOS_DATA_MAX);
    data[0] = static_cast<std::uint8_t>(mutator.below(2));
    if (n % 3 == 0) {
      pmos_cancel(&other);
      // Channel 2 is left out: its requests would be carried out.
      const std::uint8_t channel =
          mutator.below(2) ? 1 : static_cast<std::uint8_t>(3 + mutator.below(253));
      pmos_send(&other, channel, data.data(), data.size());
      pmos_word word;
      for (std::uint32_t us = n * 100u; pmos_next_word(&other, us, &word) || ++us < n * 100u + 40;)
        chip.word_arrives(0, word);
    } else {
      for (int words = 0; words < 10; ++words)
        chip.word_arrives(port,
                          {(std::uint64_t{mutator.below(65536)} << 32) | mutator.below(0xffffffff),
                           static_cast<std::uint8_t>(mutator.below(16))});
    }
    bench.run_for(1 + mutator.below(30));
    if (n % 10000 == 9999) expect_alive();
  }
  expect_no_other_writes();
}

}  // namespace
}  // namespace tinsim::firmware_test
