// SPDX-License-Identifier: Apache-2.0
// Does the register API do what its page says, over TCP and over MOS?
#include <gtest/gtest.h>

#include "tests/firmware/bench.h"

namespace tinsim::firmware_test {
namespace {

constexpr std::uint64_t kSecond = 1000000;
constexpr std::uint32_t kScratch = 0x000c, kBlock = 0x0a0000, kEnd = 0x400000;

class FirmwareApi : public testing::Test {
 protected:
  FirmwareApi() : chip(bench.add_chip(true)) {
    bench.boot();
    EXPECT_TRUE(bench.run_until([&] { return chip.reg(0x080400) != 0; }, kSecond));
    chip.register_accesses.clear();
  }
  TcpPeer& new_client() { return bench.add_client(0, 0); }
  std::vector<Access> accesses_of(std::uint32_t begin, std::uint32_t end) const {
    std::vector<Access> found;
    for (const Access& access : chip.register_accesses)
      if (access.address >= begin && access.address < end) found.push_back(access);
    return found;
  }

  Bench bench;
  FakeChip& chip;
  TcpPeer& peer = new_client();
  ApiClient api{bench, peer};
};

TEST_F(FirmwareApi, OperationsOfARequestAreCarriedOutInOrder) {
  Bytes operations = write_operation(kBlock, {1, 2, 3});
  append(operations, read_operation(kBlock + 4, 2));
  append(operations, write_operation(kBlock + 4, {9}));
  append(operations, read_operation(kBlock, 2));
  const Message response = api.access(operations);
  ASSERT_EQ(response.type, API_ACCESS | API_RESPONSE);
  ASSERT_EQ(response.status(), API_OK);
  Bytes expected;
  for (const std::uint32_t value : {2, 3, 1, 9}) append32(expected, value);
  EXPECT_EQ(response.data(), expected);
  const std::vector<Access> order = {
      {true, kBlock, 1},      {true, kBlock + 4, 2}, {true, kBlock + 8, 3}, {false, kBlock + 4, 2},
      {false, kBlock + 8, 3}, {true, kBlock + 4, 9}, {false, kBlock, 1},    {false, kBlock + 4, 9}};
  EXPECT_EQ(accesses_of(kBlock, kBlock + 16), order);
}

TEST_F(FirmwareApi, ARequestOfTheLargestSizeWritesARouteTable) {
  // The largest body: one operation of 32,766 registers.
  std::vector<std::uint32_t> values((API_BODY_MAX - 8) / 4);
  for (std::size_t n = 0; n < values.size(); ++n)
    values[n] = static_cast<std::uint32_t>(n * 2654435761u);
  ASSERT_EQ(values.size(), 32766u);
  ASSERT_EQ(api.call(API_ACCESS, write_operation(kBlock, values), 10 * kSecond).status(), API_OK);
  const Message back = api.call(API_ACCESS, read_operation(kBlock, 32766), 10 * kSecond);
  ASSERT_EQ(back.status(), API_OK);
  Bytes expected;
  for (const std::uint32_t value : values) append32(expected, value);
  EXPECT_EQ(back.data(), expected);
}

struct Fault {
  const char* name;
  std::uint8_t type;
  Bytes body;
  std::uint32_t status, detail;
};
Bytes joined(Bytes a, const Bytes& b) {
  append(a, b);
  return a;
}
Bytes period(std::uint32_t us, const Bytes& operations = {}) {
  Bytes body;
  append32(body, us);
  return joined(body, operations);
}

TEST_F(FirmwareApi, ABadRequestIsAnsweredWithItsErrorAndWritesNothing) {
  const Bytes good = write_operation(kScratch, {1});
  const std::vector<Fault> faults = {
      {"empty", API_ACCESS, {}, API_BAD_BODY, 0},
      {"cut header", API_ACCESS, joined(good, {1, 0, 0, 1, 0, 0, 0}), API_BAD_BODY, 12},
      {"cut data", API_ACCESS, joined(good, slice(good, 0, 11)), API_BAD_BODY, 12},
      {"code 0", API_ACCESS, joined(good, {0, 0, 0, 1, 0, 0, 0, 0}), API_BAD_BODY, 12},
      {"code 3", API_ACCESS, joined(good, {3, 0, 0, 1, 0, 0, 0, 0}), API_BAD_BODY, 12},
      {"reserved", API_ACCESS, joined(good, {1, 1, 0, 1, 0, 0, 0, 0}), API_BAD_BODY, 12},
      {"count 0", API_ACCESS, joined(good, {1, 0, 0, 0, 0, 0, 0, 0}), API_BAD_BODY, 12},
      {"alignment", API_ACCESS, joined(good, read_operation(kScratch + 2)), API_BAD_ADDRESS, 12},
      {"beyond", API_ACCESS, joined(good, read_operation(kEnd)), API_BAD_ADDRESS, 12},
      {"past the end", API_ACCESS, joined(good, read_operation(kEnd - 4, 2)), API_BAD_ADDRESS, 12},
      {"top", API_ACCESS, joined(good, write_operation(0xfffffffc, {1, 2})), API_BAD_ADDRESS, 12},
      {"too much", API_ACCESS, joined(good, read_operation(0, 32769)), API_TOO_LONG, 12},
      {"sum too much", API_ACCESS, joined(read_operation(0, 32768), read_operation(0)),
       API_TOO_LONG, 8},
      {"type 0", 0, good, API_BAD_TYPE, 0},
      {"type of a response", API_ACCESS | API_RESPONSE, good, API_BAD_TYPE, 0},
      {"report: short", API_REPORT, {0, 0, 1}, API_BAD_BODY, 0},
      {"report: write", API_REPORT, period(1000, good), API_BAD_BODY, 4},
      {"report: period", API_REPORT, period(99, read_operation(0)), API_BAD_VALUE, 0},
      {"report: long period", API_REPORT, period(0x80000000, read_operation(0)), API_BAD_VALUE, 0},
      {"report: stop with registers", API_REPORT, period(0, read_operation(0)), API_BAD_BODY, 0},
      {"report: nothing", API_REPORT, period(1000), API_BAD_BODY, 4},
      {"report: too much", API_REPORT, period(1000, read_operation(0, 1025)), API_TOO_LONG, 12},
      {"MOS: short", API_MOS_SEND, {0}, API_BAD_BODY, 0},
      {"MOS: long", API_MOS_SEND, joined({0, 1}, Bytes(513)), API_BAD_BODY, 0},
      {"MOS: port", API_MOS_SEND, {4, 1, 0}, API_BAD_VALUE, 0},
      {"MOS: channel", API_MOS_SEND, {0, 0, 0}, API_BAD_VALUE, 0},
      {"identify", API_IDENTIFY, {0}, API_BAD_BODY, 0},
      {"reboot: key", API_REBOOT, {0, 0, 0, 0}, API_BAD_VALUE, 0},
      {"reboot: short", API_REBOOT, {0x5e, 0xb0, 0x07}, API_BAD_BODY, 0},
  };
  for (const Fault& fault : faults) {
    const Message response = api.call(fault.type, fault.body);
    EXPECT_EQ(response.status(), fault.status) << fault.name;
    EXPECT_EQ(response.detail(), fault.detail) << fault.name;
    EXPECT_EQ(response.body.size(), 8u) << fault.name;
  }
  for (const Access& access : chip.register_accesses)
    EXPECT_FALSE(access.write && access.address < 0x1000) << access.address;
  EXPECT_EQ(chip.boots, 1u);
  EXPECT_EQ(api.access(good).status(), API_OK);  // the connection still works
}

TEST_F(FirmwareApi, AddressesWithoutRegisterAreReportedAndTheRestIsCarriedOut) {
  chip.registers[FakeChip::kFirstIllegal - 4] = 5;
  Bytes operations = write_operation(kScratch, {1});
  append(operations, read_operation(FakeChip::kFirstIllegal - 4, 2));
  append(operations, write_operation(FakeChip::kFirstIllegal, {3}));
  append(operations, read_operation(kScratch));
  const Message response = api.access(operations);
  EXPECT_EQ(response.status(), API_BUS_ERROR);
  EXPECT_EQ(response.detail(), 12u);
  Bytes expected;
  for (const std::uint32_t value : {5, 0, 1}) append32(expected, value);
  EXPECT_EQ(response.data(), expected);
}

TEST_F(FirmwareApi, ABadHeaderIsAnsweredAndEndsTheConnection) {
  for (const Bytes& header : {Bytes{'X', 'R', 1, 1, 0, 0, 0, 9, 0, 0, 0, 0},
                              Bytes{'T', 'R', 2, 1, 0, 0, 0, 9, 0, 0, 0, 0},
                              Bytes{'T', 'R', 1, 1, 0, 0, 0, 9, 0, 2, 0, 1}}) {
    TcpPeer& client = new_client();
    ASSERT_TRUE(bench.run_until([&] { return client.connected; }, kSecond));
    client.write(header);
    EXPECT_TRUE(bench.run_until([&] { return client.finished; }, kSecond));
    Message response;
    ASSERT_TRUE(take_message(client.received, response));
    EXPECT_EQ(response.type, API_ACCESS | API_RESPONSE);
    EXPECT_EQ(response.id, 9u);
    EXPECT_EQ(response.status(), API_BAD_HEADER);
  }
}

TEST_F(FirmwareApi, ReportsArriveInTheirPeriodUntilTheyAreEnded) {
  ASSERT_EQ(api.call(API_REPORT, period(500, read_operation(kScratch, 2))).status(), API_OK);
  chip.registers[kScratch] = 77;
  bench.run_for(10250);
  ASSERT_EQ(api.call(API_REPORT, period(0)).status(), API_OK);
  bench.run_for(5000);
  Message none;
  ASSERT_FALSE(take_message(peer.received, none));
  ASSERT_GE(api.others.size(), 20u);
  ASSERT_LE(api.others.size(), 21u);
  std::uint32_t before = 0;
  for (std::size_t n = 0; n < api.others.size(); ++n) {
    const Message& report = api.others[n];
    EXPECT_EQ(report.type, API_REPORTED);
    EXPECT_EQ(read32(report.body, 0), n);
    EXPECT_EQ(read32(report.body, 12), 77u);
    EXPECT_EQ(read32(report.body, 8) - before, n ? 500u : read32(report.body, 8));
    before = read32(report.body, 8);
    EXPECT_EQ(report.body.size(), 20u);
  }
}

TEST_F(FirmwareApi, IdentityIsThatOfTheChip) {
  const Message response = api.call(API_IDENTIFY, {});
  ASSERT_EQ(response.status(), API_OK);
  ASSERT_EQ(response.body.size(), 8u + 28u);
  const Mac mac = chip.mac();
  EXPECT_EQ(slice(response.body, 12, 6), Bytes(mac.begin(), mac.end()));
  EXPECT_EQ(read16(response.body, 18), ECP_SYSCTL_FEATURE_MAC | ECP_SYSCTL_FEATURE_PACKETS);
  EXPECT_EQ(read32(response.body, 20), address_of(0));
  EXPECT_EQ(read32(response.body, 24), 4u);
  EXPECT_EQ(read32(response.body, 28), ECP_RESET_POWER_ON);
}

TEST_F(FirmwareApi, AThirdConnectionEndsTheOldest) {
  ASSERT_TRUE(bench.run_until([&] { return peer.connected; }, kSecond));
  TcpPeer& second = new_client();
  ASSERT_TRUE(bench.run_until([&] { return second.connected; }, kSecond));
  TcpPeer& third = new_client();
  ASSERT_TRUE(
      bench.run_until([&] { return third.connected && (peer.finished || peer.reset); }, kSecond));
  EXPECT_FALSE(second.finished || second.reset);
  ApiClient again(bench, third);
  EXPECT_EQ(again.access(read_operation(kScratch)).status(), API_OK);
}

TEST_F(FirmwareApi, AClosedConnectionIsFreeAgain) {
  for (int n = 0; n < 10; ++n) {
    TcpPeer& client = new_client();
    ApiClient one(bench, client);
    ASSERT_EQ(one.access(read_operation(kScratch)).status(), API_OK) << n;
    client.close();
    ASSERT_TRUE(bench.run_until([&] { return client.finished; }, kSecond)) << n;
  }
}

/// The client ends its direction behind the request: the response is longer than TCP's buffer.
TEST_F(FirmwareApi, AClientThatSendsNoMoreReceivesTheWholeResponse) {
  TcpPeer& client = new_client();
  ASSERT_TRUE(bench.run_until([&] { return client.connected; }, kSecond));
  for (std::uint32_t n = 0; n < 32768; ++n) chip.registers[kBlock + 4 * n] = n * 3;
  client.write(message(API_ACCESS, 9, read_operation(kBlock, 32768)));
  client.close();
  ASSERT_TRUE(bench.run_until([&] { return client.finished; }, kSecond));
  Message response{};
  ASSERT_TRUE(take_message(client.received, response));
  ASSERT_EQ(response.status(), API_OK);
  Bytes expected;
  for (std::uint32_t n = 0; n < 32768; ++n) append32(expected, n * 3);
  EXPECT_EQ(response.data(), expected);
}

/// Packets of a neighbour reach the client that reads, whatever the other one does.
TEST(FirmwareApiOverMos, AClientThatDoesNotReadKeepsNoPacketFromTheOther) {
  Bench bench;
  FakeChip& chip = bench.add_chip(true);
  bench.boot();
  ASSERT_TRUE(bench.run_until([&] { return chip.reg(0x080400) != 0; }, kSecond));
  // A connection whose client acknowledges nothing but the handshake.
  const auto segment = [&](std::uint8_t flags, std::uint32_t sequence, std::uint32_t acknowledged,
                           const Bytes& data) {
    Bytes bytes;
    append16(bytes, 50000);
    append16(bytes, API_TCP_PORT);
    append32(bytes, sequence);
    append32(bytes, acknowledged);
    append(bytes, {0x50, flags, 0xff, 0xff, 0, 0, 0, 0});
    append(bytes, data);
    write16(bytes, 16, transport_checksum(kClientAddress, address_of(0), kTcp, bytes));
    chip.frame_arrives(ECP_INTERFACE_MAC,
                       make_frame(chip.mac(), kRouterMac, kIpv4,
                                  make_ipv4({kClientAddress, address_of(0), kTcp, bytes})));
    bench.run_for(20);
  };
  segment(2, 99, 0, {});
  const auto answer = parse_ipv4(bench.last_ipv4);
  ASSERT_TRUE(answer && answer->protocol == kTcp);
  const Bytes request = message(API_ACCESS, 1, read_operation(kBlock, 32768));
  segment(0x18, 100, read32(answer->payload, 4) + 1, request);

  TcpPeer& peer = bench.add_client(0, 0);
  ASSERT_TRUE(bench.run_until([&] { return peer.connected; }, kSecond));
  pmos neighbour{};
  pmos_init(
      &neighbour, 5, 0, [](void*, std::uint8_t, const std::uint8_t*, std::size_t) { return true; },
      nullptr);
  chip.on_word = [&](std::uint32_t port, pmos_word word) {
    if (port == 0) pmos_receive(&neighbour, word);
  };
  constexpr unsigned kPackets = 60;  // more than the space behind the response
  const Bytes data(PMOS_DATA_MAX, 7);
  const std::uint64_t begin = bench.now;
  for (unsigned n = 0; n < kPackets; ++n) {
    ASSERT_TRUE(pmos_send(&neighbour, 9, data.data(), data.size()));
    for (unsigned us = 0; us < 5000 && !pmos_ready(&neighbour); ++us) {
      pmos_word word;
      while (pmos_next_word(&neighbour, static_cast<std::uint32_t>(bench.now), &word))
        chip.word_arrives(0, word);
      bench.run_for(1);
    }
    ASSERT_TRUE(pmos_ready(&neighbour)) << n;
  }
  EXPECT_LT(bench.now - begin, 20000u);  // the slow client is still connected
  Message message{};
  unsigned received = 0;
  bench.run_for(1000);
  while (take_message(peer.received, message)) received += message.type == API_MOS_RECEIVED;
  EXPECT_EQ(received, kPackets);
}

/// The register API of a neighbour through its proxy: parts of messages in PMOS packets.
TEST(FirmwareApiOverMos, AProxyReadsAndWritesItsNeighbour) {
  Bench bench;
  FakeChip& proxy = bench.add_chip(true);
  FakeChip& target = bench.add_chip(false);
  bench.connect(0, 2, 1, 1, 1e-5, 0.02);
  bench.boot();
  ASSERT_TRUE(bench.run_until([&] { return proxy.reg(0x080400) != 0; }, kSecond));
  TcpPeer& peer = bench.add_client(0, 0);
  ApiClient api(bench, peer);

  std::vector<std::uint32_t> values(300);
  for (std::size_t n = 0; n < values.size(); ++n) values[n] = static_cast<std::uint32_t>(n * 77);
  Bytes operations = write_operation(kBlock, values);
  append(operations, read_operation(kBlock, 300));
  const Bytes request = message(API_ACCESS, 5, operations);
  for (std::size_t at = 0; at < request.size(); at += 509) {
    Bytes body = {2, 2, static_cast<std::uint8_t>(at == 0 ? 1 : 0)};
    append(body, slice(request, at, std::min<std::size_t>(509, request.size() - at)));
    Message response = api.call(API_MOS_SEND, body);
    while (response.status() == API_BUSY) {
      bench.run_for(100);
      response = api.call(API_MOS_SEND, body);
    }
    ASSERT_EQ(response.status(), API_OK);
  }
  Bytes stream;
  Message response{};
  ASSERT_TRUE(bench.run_until(
      [&] {
        Message part;
        while (take_message(peer.received, part)) api.others.push_back(part);
        for (; !api.others.empty(); api.others.pop_front()) {
          const Bytes& body = api.others.front().body;
          if (body.at(1) == 3) append(stream, slice(body, 3, body.size() - 3));
        }
        return take_message(stream, response);
      },
      kSecond));
  EXPECT_EQ(response.id, 5u);
  ASSERT_EQ(response.status(), API_OK);
  Bytes expected;
  for (const std::uint32_t value : values) append32(expected, value);
  EXPECT_EQ(response.data(), expected);
  EXPECT_EQ(target.reg(kBlock + 4 * 299), 299u * 77);
}

}  // namespace
}  // namespace tinsim::firmware_test
