// SPDX-License-Identifier: Apache-2.0
// Does any input crash the firmware, stop its service, or make it write a register without a
// request? The firmware and lwIP are compiled with address and undefined-behaviour sanitizers.
#include <gtest/gtest.h>

#include "tests/firmware/attacks.h"

namespace tinsim::firmware_test {
namespace {

class FirmwareHostile : public testing::Test {
 protected:
  /// Whether the mutant is one of those after which the service is checked.
  bool is_check(std::size_t n, std::size_t every = 2000) const { return n % every == every - 1; }

  Attacked to;
  Mutator mutator{1};
};

/// Mutants of an offer or acknowledgement: the chip takes the address of the message or none, and
/// one from the server later.
class FirmwareHostileDhcp : public FirmwareHostile {
 protected:
  void send_to_client(bool offered, const std::vector<Bytes>& mutants) {
    for (std::size_t n = 0; n < mutants.size(); ++n) {
      const Bytes answer = to.restart_dhcp(offered);
      Bytes mutant = mutants[n];
      // The transaction's number changes with each restart.
      if (mutant.size() >= 8 && slice(mutant, 4, 4) == Bytes(4, 0xdd))
        std::copy_n(answer.begin() + 4, 4, mutant.begin() + 4);
      to.dhcp_message(mutant);
      to.bench.run_for(3);
      const std::uint32_t address = to.chip.reg(Attacked::kTrap);
      EXPECT_TRUE(address == 0 || address == read32(mutant, 16)) << address;
      for (const Access& access : to.chip.register_accesses) {
        if (!access.write) continue;
        EXPECT_TRUE(access.address >= Attacked::kTrap && access.address < Attacked::kTrap + 0x20)
            << std::hex << access.address;
        EXPECT_NE(address, 0u);
      }
      to.chip.register_accesses.clear();
      if (!is_check(n, 300) || address != 0) continue;
      to.wait_for_address();
      to.expect_alive();
    }
    to.restart_dhcp(false);
    to.wait_for_address();
    to.expect_alive();
  }
  /// The server's answer, with a mark where its transaction number is.
  Bytes marked(bool offered) {
    Bytes answer = to.restart_dhcp(offered);
    std::fill_n(answer.begin() + 4, 4, std::uint8_t{0xdd});
    return answer;
  }
};

TEST_F(FirmwareHostileDhcp, EachFieldInTurn) {
  constexpr std::size_t kAddresses = 44, kOptions = 236;  // names of server and file lie between
  for (const bool offered : {false, true}) {
    const Bytes answer = marked(offered);
    auto mutants = field_mutants(answer, 0, kAddresses);
    for (const Bytes& mutant : field_mutants(answer, kOptions, answer.size()))
      mutants.push_back(mutant);
    EXPECT_GT(mutants.size(), 1000u);
    send_to_client(offered, mutants);
  }
}

TEST_F(FirmwareHostileDhcp, AtRandom) {
  for (const bool offered : {false, true}) {
    const Bytes answer = marked(offered);
    std::vector<Bytes> mutants(8000);
    for (Bytes& mutant : mutants) mutant = mutator.mutant(answer);
    send_to_client(offered, mutants);
  }
}

TEST_F(FirmwareHostile, MalformedFrames) {
  for (int part = 0; part < 15; ++part) {
    attack_by_frames(to, mutator, 2000);
    to.expect_requested_writes();
    to.expect_alive();
  }
  to.expect_requested_writes();
}

/// Segments of an established connection, which carries a request.
TEST_F(FirmwareHostile, MalformedSegments) {
  const Bytes request = message(API_IDENTIFY, 1, {});
  TestPeer* peer = nullptr;
  const auto genuine = [&] {
    Bytes bytes =
        tcp_header(peer->own_port(), 0x18, peer->next_sequence(), peer->acknowledged_sequence());
    append(bytes, request);
    return bytes;
  };
  const auto connect = [&] {
    to.bench.drop_clients();
    peer = &to.bench.add_client(0, 0);
    return to.bench.run_until([&] { return peer->connected; }, Attacked::kSecond / 2);
  };
  ASSERT_TRUE(connect());
  const std::size_t count = field_mutants(genuine(), 0, genuine().size()).size();
  EXPECT_GT(count, 600u);
  for (std::size_t n = 0; n < count + 8000; ++n) {
    const Bytes bytes = genuine();
    to.segment(n < count ? field_mutants(bytes, 0, bytes.size())[n] : mutator.mutant(bytes));
    to.bench.run_for(1 + mutator.below(20));
    if (peer->reset || n % 16 == 15) {  // mutants have moved the connection's sequence numbers
      peer->close();
      to.bench.run_for(100);
      if (is_check(n / 16, 100)) to.expect_alive();
      ASSERT_TRUE(connect()) << n;
    }
  }
  to.expect_alive();
  to.expect_requested_writes();
}

/// Requests that are mutants, on connections that are sound. Those that are still well formed are
/// carried out.
TEST_F(FirmwareHostile, MalformedRequests) {
  for (int part = 0; part < 100 && !HasFailure(); ++part) {
    attack_by_requests(to, mutator, 200);
    EXPECT_GT(to.requested.size(), 20u);
    to.expect_requested_writes();
    if (part % 10 == 9) to.expect_alive();
  }
}

TEST_F(FirmwareHostile, EachFieldOfARequest) {
  for (const Bytes& seed : request_seeds()) {
    for (const Bytes& mutant : field_mutants(seed, 0, seed.size())) {
      to.requests(mutant);
      to.expect_requested_writes();
      if (HasFailure()) return;
    }
    to.expect_alive();
  }
}

TEST_F(FirmwareHostile, MalformedMos) {
  for (int part = 0; part < 30 && !HasFailure(); ++part) {
    attack_by_mos(to, mutator, 1000);
    EXPECT_GT(to.requested.size(), 20u);
    to.expect_requested_writes();
    to.expect_alive();
  }
}

TEST_F(FirmwareHostile, FloodsOfConnections) {
  attack_by_connections(to, 2000);
  to.expect_requested_writes();
}

TEST_F(FirmwareHostile, ClientsThatDoNotReadKeepNoneOut) {
  attack_by_silence(to, 2, 8000);
  to.expect_requested_writes();
}

}  // namespace
}  // namespace tinsim::firmware_test
