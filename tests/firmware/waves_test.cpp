// SPDX-License-Identifier: Apache-2.0
// Does a Dragonfly of four pods come up in-band from one chip with an Ethernet link, by waves of
// proxies?
#include <gtest/gtest.h>

#include "tests/firmware/bench.h"

namespace tinsim::firmware_test {
namespace {

constexpr std::uint32_t kPods = 4, kChips = 12, kTrap = 0x080400;
constexpr std::uint32_t kPorts = kChips - 1 + kPods - 1;
constexpr std::uint32_t kScratch = 0x000c;

struct Waves {
  double ber, loss;
  std::uint32_t lost_links;  ///< every n-th link has no cable; 0: none
};
class FirmwareWaves : public testing::TestWithParam<Waves> {
 protected:
  /// Chips of a pod have links with each other, and equal chips of the pods.
  void build() {
    for (std::uint32_t n = 0; n < kPods * kChips; ++n) bench.add_chip(n == 0, kPorts);
    std::uint32_t number = 0;
    const auto link = [&](std::uint32_t a, std::uint32_t a_port, std::uint32_t b,
                          std::uint32_t b_port) {
      if (GetParam().lost_links != 0 && ++number % GetParam().lost_links == 0) return;
      bench.connect(a, a_port, b, b_port, GetParam().ber, GetParam().loss);
      ++links;
    };
    for (std::uint32_t pod = 0; pod < kPods; ++pod)
      for (std::uint32_t a = 0; a < kChips; ++a)
        for (std::uint32_t b = a + 1; b < kChips; ++b)
          link(pod * kChips + a, b - 1, pod * kChips + b, a);
    for (std::uint32_t chip = 0; chip < kChips; ++chip)
      for (std::uint32_t p = 0; p < kPods; ++p)
        for (std::uint32_t q = p + 1; q < kPods; ++q)
          link(p * kChips + chip, kChips - 1 + q - 1, q * kChips + chip, kChips - 1 + p);
  }

  /// The controller connects to each chip that has its address, and relays DHCP of its neighbours.
  void control() {
    for (std::uint32_t n = 0; n < bench.chips.size(); ++n) {
      if (sessions.count(n) == 0 && bench.chips[n]->reg(kTrap) == address_of(n)) {
        sessions[n] = &bench.add_client(n, 0);
        last_us = bench.now;
      }
    }
    for (auto& [chip, peer] : sessions) {
      Message received;
      while (take_message(peer->received, received)) relay(*peer, received);
    }
  }
  void relay(TcpPeer& peer, const Message& received) {
    if (received.type != API_MOS_RECEIVED || received.body.at(1) != 1) return;
    const Bytes answer = bench.dhcp.reply(slice(received.body, 2, received.body.size() - 2)).packet;
    ++relayed;
    if (answer.empty()) return;
    Bytes body = {received.body[0], 1};
    append(body, answer);
    peer.write(message(API_MOS_SEND, ++id, body));
  }

  Bench bench;
  std::map<std::uint32_t, TcpPeer*> sessions;
  std::uint32_t links = 0, relayed = 0, id = 0;
  std::uint64_t last_us = 0;
};

TEST_P(FirmwareWaves, AllChipsGetTheirAddressesAndAreReadOverTcp) {
  build();
  bench.boot();
  ASSERT_TRUE(bench.run_until(
      [&] {
        control();
        return sessions.size() == kPods * kChips;
      },
      4000000))
      << sessions.size() << " chips after " << bench.now << " us";
  RecordProperty("links", static_cast<int>(links));
  RecordProperty("us", static_cast<int>(last_us));
  RecordProperty("dhcp_messages_relayed", static_cast<int>(relayed));
  for (std::uint32_t n = 0; n < kPods * kChips; ++n) {
    bench.chips[n]->registers[kScratch] = 0x1000 + n;
    ApiClient api(bench, *sessions[n]);
    const Message response = api.access(read_operation(kScratch));
    ASSERT_EQ(response.status(), API_OK) << n;
    EXPECT_EQ(read32(response.body, 8), 0x1000 + n);
    EXPECT_EQ(bench.chips[n]->boots, 1u);
  }
}

INSTANTIATE_TEST_SUITE_P(Noise, FirmwareWaves,
                         testing::Values(Waves{0, 0, 0}, Waves{1e-5, 0.02, 5}, Waves{1e-4, 0, 3}));

}  // namespace
}  // namespace tinsim::firmware_test
