// SPDX-License-Identifier: Apache-2.0
// Do chips get links and addresses in-band, and keep them over a reboot of the firmware?
#include <gtest/gtest.h>

#include "tests/firmware/bench.h"

namespace tinsim::firmware_test {
namespace {

constexpr std::uint32_t kTrap = 0x080400, kTrapMatch = 0x14;
constexpr std::uint32_t kLinkControl = 0x2400;
constexpr std::uint64_t kSecond = 1000000;

bool has_address(const FakeChip& chip, std::uint32_t number) {
  return chip.reg(kTrap) == address_of(number) && (chip.reg(kTrap + kTrapMatch) & 0xff01) == 0x2001;
}

std::vector<Access> writes(const FakeChip& chip) {
  std::vector<Access> found;
  for (const Access& access : chip.register_accesses)
    if (access.write) found.push_back(access);
  return found;
}

TEST(FirmwareBringUp, AChipWithAMacGetsItsAddressByDhcpOverEthernet) {
  Bench bench;
  FakeChip& chip = bench.add_chip(true);
  bench.boot();
  ASSERT_TRUE(bench.run_until([&] { return has_address(chip, 0); }, kSecond));
  EXPECT_EQ(bench.dhcp.discovers, 1u);
  EXPECT_EQ(bench.dhcp.requests, 1u);
}

TEST(FirmwareBringUp, DhcpIsRepeatedUntilAServerAnswers) {
  Bench bench;
  FakeChip& chip = bench.add_chip(true);
  bench.ethernet_up = false;
  bench.boot();
  bench.run_for(100000);
  EXPECT_FALSE(has_address(chip, 0));
  bench.ethernet_up = true;
  EXPECT_TRUE(bench.run_until([&] { return has_address(chip, 0); }, kSecond));
}

/// The controller of the paper's section 4.4: relays DHCP between MOS of a proxy's neighbours and
/// the server.
class Relay {
 public:
  Relay(Bench& bench, TcpPeer& peer) : bench_(bench), peer_(peer) {}

  void poll() {
    Message received;
    while (take_message(peer_.received, received)) {
      if (received.type != API_MOS_RECEIVED || received.body.at(1) != 1) continue;
      ++relayed;
      const Bytes answer =
          bench_.dhcp.reply(slice(received.body, 2, received.body.size() - 2)).packet;
      if (answer.empty()) continue;
      Bytes body = {received.body[0], 1};
      append(body, answer);
      peer_.write(message(API_MOS_SEND, ++id_, body));
    }
  }

  unsigned relayed = 0;

 private:
  Bench& bench_;
  TcpPeer& peer_;
  std::uint32_t id_ = 0;
};

struct MosNoise {
  double ber, loss;
};
class FirmwareBringUpOverMos : public testing::TestWithParam<MosNoise> {};

TEST_P(FirmwareBringUpOverMos, AChipWithoutAMacGetsItsAddressThroughAProxy) {
  Bench bench;
  FakeChip& proxy = bench.add_chip(true);
  FakeChip& target = bench.add_chip(false);
  bench.connect(0, 1, 1, 3, GetParam().ber, GetParam().loss);
  bench.boot();
  ASSERT_TRUE(bench.run_until([&] { return has_address(proxy, 0); }, kSecond));
  TcpPeer& controller = bench.add_client(0, 0);
  Relay relay(bench, controller);
  ASSERT_TRUE(bench.run_until(
      [&] {
        relay.poll();
        return has_address(target, 1);
      },
      kSecond));
  EXPECT_GE(relay.relayed, 2u);

  // The target is then reached through the fabric.
  TcpPeer& client = bench.add_client(1, 0);
  ApiClient api(bench, client);
  target.registers[0x000c] = 0xcafe1234;
  const Message response = api.access(read_operation(0x000c));
  ASSERT_EQ(response.status(), API_OK);
  EXPECT_EQ(read32(response.body, 8), 0xcafe1234u);
}

INSTANTIATE_TEST_SUITE_P(Noise, FirmwareBringUpOverMos,
                         testing::Values(MosNoise{0, 0}, MosNoise{1e-4, 0}, MosNoise{1e-5, 0.05}));

TEST(FirmwareBringUp, AllLinksAreEnabledAndThoseThatDoNotTrainAreRestarted) {
  Bench bench;
  FakeChip& chip = bench.add_chip(true);
  bench.add_chip(true);
  bench.connect(0, 2, 1, 0);
  bench.boot();
  for (std::uint32_t port = 0; port < 4; ++port)
    EXPECT_EQ(chip.reg(kLinkControl + 16 * port) & 1, 1u);
  bench.run_for(2000);
  chip.register_accesses.clear();
  bench.run_for(100000);
  std::array<unsigned, 4> restarts{};
  for (const Access& access : writes(chip)) {
    if (access.address < kLinkControl || access.address >= kLinkControl + 64) continue;
    if (access.value == 0) ++restarts[(access.address - kLinkControl) / 16];
  }
  // After 10, 30 and 70 ms: each interval is twice the one before.
  EXPECT_EQ(restarts, (std::array<unsigned, 4>{3, 3, 0, 3}));
  for (std::uint32_t port = 0; port < 4; ++port)
    EXPECT_EQ(chip.reg(kLinkControl + 16 * port) & 1, 1u);
}

/// Reading the changes clears them: here the controller always reads them first.
TEST(FirmwareBringUp, ALinkIsRestartedWhoseChangeTheControllerHasRead) {
  constexpr std::uint32_t kLinkChanged = 0x2000;
  Bench bench;
  FakeChip& chip = bench.add_chip(true);
  chip.set_link(0, true);
  bench.boot();
  bench.run_for(20000);
  ASSERT_EQ(chip.reg(kLinkControl + 4) & 7, 2u);  // UP
  chip.register_accesses.clear();
  ASSERT_TRUE(bench.run_until([&] { return !chip.register_accesses.empty(); }, 2000));
  chip.register_accesses.clear();
  chip.set_link(0, false);
  chip.run(bench.now - 1);  // before the next reading of the changes
  std::uint32_t changed = 0;
  ASSERT_TRUE(chip.load(ECP_REGISTER_BUS_BASE + kLinkChanged, changed));
  ASSERT_EQ(changed, 1u);
  ASSERT_EQ(writes(chip), std::vector<Access>{});
  bench.run_for(40000);
  unsigned restarts = 0;
  for (const Access& access : writes(chip))
    restarts += access.address == kLinkControl && access.value == 0;
  EXPECT_GE(restarts, 1u);
}

TEST(FirmwareBringUp, ALinkThatTheControllerDisabledStaysSo) {
  Bench bench;
  FakeChip& chip = bench.add_chip(true);
  bench.boot();
  chip.registers[kLinkControl] = 0;
  bench.run_for(200000);
  EXPECT_EQ(chip.reg(kLinkControl), 0u);
}

TEST(FirmwareReboot, WritesNoRegisterAndTheClientReconnects) {
  Bench bench;
  FakeChip& chip = bench.add_chip(true);
  bench.add_chip(true);
  bench.connect(0, 0, 1, 0);
  bench.connect(0, 1, 1, 1);
  bench.connect(0, 2, 1, 2);
  bench.connect(0, 3, 1, 3);
  bench.boot();
  ASSERT_TRUE(bench.run_until([&] { return has_address(chip, 0); }, kSecond));
  TcpPeer& client = bench.add_client(0, 0);
  ApiClient api(bench, client);
  ASSERT_EQ(api.access(write_operation(0x000c, {7})).status(), API_OK);
  const auto before = chip.registers;
  chip.register_accesses.clear();
  Bytes key;
  append32(key, API_REBOOT_KEY);
  ASSERT_EQ(api.call(API_REBOOT, key).status(), API_OK);
  ASSERT_TRUE(bench.run_until([&] { return chip.boots == 2; }, 10000));

  TcpPeer& again = bench.add_client(0, 0);  // at once: no DHCP is needed
  ApiClient after(bench, again);
  const Message identity = after.call(API_IDENTIFY, {}, 10000);
  ASSERT_EQ(identity.status(), API_OK);
  EXPECT_EQ(read32(identity.body, 8 + 12), address_of(0));
  EXPECT_EQ(read32(identity.body, 8 + 20), ECP_RESET_REBOOT);
  bench.run_for(100000);
  EXPECT_EQ(writes(chip), std::vector<Access>{});
  EXPECT_EQ(chip.registers, before);
  EXPECT_EQ(bench.dhcp.discovers, 2u);  // both chips, once each
}

/// Each chip's accesses are the same whether it runs alone or with others.
TEST(FirmwareReboot, ChipsShareNoState) {
  const auto run = [](unsigned chips) {
    Bench bench;
    for (unsigned n = 0; n < chips; ++n) bench.add_chip(true);
    bench.boot();
    TcpPeer& client = bench.add_client(0, 0);
    ApiClient api(bench, client);
    for (std::uint32_t n = 0; n < 20; ++n) {
      EXPECT_EQ(api.access(write_operation(0x000c, {n})).status(), API_OK);
      bench.run_for(777);
    }
    return bench.chips[0]->register_accesses;
  };
  const auto alone = run(1);
  EXPECT_GT(alone.size(), 100u);
  EXPECT_EQ(alone, run(3));
}

}  // namespace
}  // namespace tinsim::firmware_test
