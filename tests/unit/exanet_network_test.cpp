// SPDX-License-Identifier: Apache-2.0
// ExaNet networks: delivery, bit errors of lines, credits, health, ports that are disabled,
// deadlock.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "base/errors.h"
#include "testbench/bench_random.h"
#include "tests/unit/exanet_lattices.h"

namespace tinsim {
namespace {

using Network = ExanetNetwork<ExanetPaperRouter>;
using SmallNetwork = ExanetNetwork<ExanetSmallRouter>;

/// Random packets between all ports; every packet arrives once, in the order of its pair, as it
/// was.
template <class Net>
void check_delivery(const ExanetParams& params, unsigned packets_per_port, unsigned limit) {
  Net network(params);
  Random random(7);
  std::map<std::pair<unsigned, unsigned>, std::deque<unsigned>> expected;
  unsigned sent = 0, received = 0;
  for (unsigned node = 0; node < network.nodes(); ++node) {
    for (unsigned p = 0; p < 3; ++p) {
      for (unsigned n = 0; n < packets_per_port; ++n) {
        const unsigned to = random.below(network.nodes()), to_port = random.below(3);
        const unsigned bytes = random.chance(50) ? random.below(33) : random.below(513);
        network.port(node, p).send(exanet_packet(network.place(to), to_port, bytes, sent));
        expected[{3 * node + p, 3 * to + to_port}].push_back(sent++ & 0xffff);
      }
    }
  }
  while (received < sent) {
    ASSERT_LT(network.cycle(), limit);
    network.step();
    for (unsigned node = 0; node < network.nodes(); ++node) {
      for (unsigned p = 0; p < 3; ++p) {
        auto& packets = network.port(node, p).received();
        for (; !packets.empty(); packets.pop_front(), ++received) {
          const ExanetHeader& header = packets.front().header;
          auto& of_pair =
              expected[{3 * network.node_at(header.src) + header.src_port, 3 * node + p}];
          ASSERT_FALSE(of_pair.empty());
          ASSERT_EQ(header.tag, of_pair.front());
          of_pair.pop_front();
          ASSERT_EQ(packets.front().payload, exanet_payload(header.bytes, header.tag));
        }
      }
    }
  }
  const ExanetStats stats = network.stats();
  EXPECT_EQ(stats.ports.received, sent);
  EXPECT_EQ(stats.ports.received_bytes, stats.ports.sent_bytes);
  EXPECT_EQ(stats.bad_headers + stats.discarded + stats.ports.crc_errors, 0u);
  EXPECT_EQ(stats.links.framing_errors + stats.links.credit_errors, 0u);
}

TEST(ExanetNetwork, AMeshOf2x2DeliversAll) {
  check_delivery<Network>(exanet_lattice(2, 2, 1, false), 100, 30000);
}
TEST(ExanetNetwork, ATorusOf4x4x4DeliversAll) {
  check_delivery<Network>(exanet_lattice(4, 4, 4, true), 4, 20000);
}
TEST(ExanetNetwork, SmallBuffersDeliverAllUnderEachSafeRule) {
  check_delivery<SmallNetwork>(exanet_lattice(5, 3, 1, true), 60, 100000);
  check_delivery<SmallNetwork>(exanet_lattice(5, 3, 1, true, ExanetVcRule::kDifference), 60,
                               100000);
  check_delivery<SmallNetwork>(exanet_lattice(5, 3, 1, false, ExanetVcRule::kOffset), 60, 100000);
}

/// Networks of models, and of the same with some routers in RTL, step by step.
void check_rtl_routers(ExanetParams params, BlockImpl impl, std::set<unsigned> nodes,
                       unsigned cycles) {
  Network models(params);
  params.impl = impl;
  params.impl_nodes = std::move(nodes);
  Network rtl(params);
  Random random(5);
  while (models.cycle() < cycles) {
    for (unsigned node = 0; node < models.nodes(); ++node) {
      if (models.port(node, 0).queued() > 1) continue;
      const unsigned to = random.below(models.nodes()), bytes = 16 * random.below(33);
      for (Network* network : {&models, &rtl})
        network->port(node, 0).send(exanet_packet(network->place(to), 0, bytes));
    }
    models.step();
    rtl.step();
    for (unsigned node = 0; node < models.nodes(); ++node)
      ASSERT_EQ(take_received(models.port(node, 0)).packets,
                take_received(rtl.port(node, 0)).packets)
          << "node " << node << " cycle " << models.cycle();
    if (models.cycle() % 50 == 0) {
      ASSERT_EQ(models.packets_in_flight(), rtl.packets_in_flight()) << models.cycle();
    }
  }
  EXPECT_GT(models.stats().ports.received, 100u);
  EXPECT_EQ(models.stats().ports.received_bytes, rtl.stats().ports.received_bytes);
}

TEST(ExanetNetwork, RtlRoutersOfAMeshAndATorusDoAsModels) {
  check_rtl_routers(exanet_lattice(2, 2, 1, false), BlockImpl::rtl, {0, 1, 2, 3}, 5000);
  check_rtl_routers(exanet_lattice(2, 2, 1, false), BlockImpl::lockstep, {2}, 5000);
  check_rtl_routers(exanet_lattice(4, 4, 4, true), BlockImpl::lockstep, {0, 21, 63}, 2000);
}

/// Packets that a ring of eight delivers in 30000 cycles, and in the last 10000 of these. The first
/// `senders` nodes send as much as they can, three links ahead.
std::pair<unsigned, unsigned> flood_ring(ExanetVcRule rule, unsigned senders) {
  SmallNetwork network(exanet_lattice(8, 1, 1, true, rule));
  unsigned all = 0, late = 0;
  while (network.cycle() < 30000) {
    for (unsigned node = 0; node < 8; ++node) {
      const ExanetPlace dst{static_cast<std::uint8_t>((node + 3) % 8), 0, 0};
      for (unsigned p = 0; p < 3; ++p) {
        if (node < senders && network.port(node, p).queued() < 2)
          network.port(node, p).send(exanet_packet(dst, p, 512));
        const unsigned taken = take_received(network.port(node, p)).packets;
        all += taken;
        late += network.cycle() > 20000 ? taken : 0;
      }
    }
    network.step();
  }
  return {all, late};
}

TEST(ExanetNetwork, AFloodedRingStopsUnderRuleOffsetAloneAsTheProofSays) {
  EXPECT_GT(flood_ring(ExanetVcRule::kDateline, 8).second, 100u);
  EXPECT_GT(flood_ring(ExanetVcRule::kDifference, 8).second, 100u);
  EXPECT_GT(flood_ring(ExanetVcRule::kOffset, 5).second, 100u);  // the rest of the ring is silent
  EXPECT_EQ(flood_ring(ExanetVcRule::kOffset, 8).second, 0u);
}

/// Flips bits of the line words of packets: word 0 is Magic, 1 Start, 2 and 3 the header.
class LinePlan {
 public:
  /// `plan(packet, word)` is the mask for a word of a packet with `payload` words of payload.
  using Plan = std::function<std::uint64_t(unsigned packet, unsigned word)>;
  LinePlan(unsigned payload, Plan plan) : words_(2 * (payload + 2) + 2), plan_(std::move(plan)) {}

  void operator()(unsigned node, unsigned, std::uint64_t& word) {
    if (node != 0) return;
    if (at_ == 0 && word != 0x4558414E45544D47) return;  // a credit word
    word ^= plan_(packet_, at_);
    if (++at_ == words_) {
      at_ = 0;
      ++packet_;
    }
  }

 private:
  unsigned words_;
  Plan plan_;
  unsigned at_ = 0, packet_ = 0;
};

struct Outcome {
  ExanetTaken taken;
  ExanetStats stats;
};
/// Packets that were sent whole are read, dropped and counted, or found in buffers and on lines.
void expect_all_accounted_for(const Network& network) {
  const ExanetStats stats = network.stats();
  ASSERT_EQ(stats.ports.sent, stats.ports.received + stats.ports.crc_errors + stats.bad_headers +
                                  stats.discarded + stats.links.lost_packets +
                                  network.packets_in_flight())
      << "cycle " << network.cycle();
}

/// Sends packets from node 0 to node 1 with the errors of a plan.
Outcome send_with_errors(unsigned packets, unsigned bytes, LinePlan::Plan plan) {
  Network network(exanet_lattice(2, 1, 1, false));
  network.set_line_fault(LinePlan(exanet_words(bytes), std::move(plan)));
  Outcome outcome;
  for (unsigned sent = 0; sent < packets || network.port(0, 0).busy();) {
    if (sent < packets && network.port(0, 0).queued() < 2)
      network.port(0, 0).send(exanet_packet({1, 0, 0}, 0, bytes, sent++));
    network.step();
    if (network.cycle() % 97 == 0) expect_all_accounted_for(network);
  }
  network.run(20000);
  expect_all_accounted_for(network);
  outcome.taken = take_received(network.port(1, 0));
  outcome.stats = network.stats();
  return outcome;
}
/// The mask of 64 bits at a half of a 128-bit word.
std::uint64_t half(unsigned bit, unsigned upper) {
  return bit / 64 == upper ? std::uint64_t{1} << bit % 64 : 0;
}

TEST(ExanetNetwork, EverySingleBitErrorOfAHeaderIsCorrected) {
  const Outcome outcome = send_with_errors(128, 32, [](unsigned packet, unsigned word) {
    return word == 2 || word == 3 ? half(packet, word - 2) : 0;
  });
  EXPECT_EQ(outcome.taken.packets, 128u);
  EXPECT_EQ(outcome.taken.wrong, 0u);
  EXPECT_EQ(outcome.stats.corrected_headers, 128u);
  EXPECT_EQ(outcome.stats.bad_headers, 0u);
}

TEST(ExanetNetwork, EveryDoubleBitErrorOfAHeaderIsFoundAndThePacketDropped) {
  std::vector<std::pair<unsigned, unsigned>> pairs;
  for (unsigned i = 0; i < 128; ++i)
    for (unsigned j = i + 1; j < 128; ++j) pairs.emplace_back(i, j);
  const auto count = static_cast<unsigned>(pairs.size());
  const Outcome outcome = send_with_errors(count, 16, [&](unsigned packet, unsigned word) {
    const auto [i, j] = pairs[packet];
    return word == 2 || word == 3 ? half(i, word - 2) | half(j, word - 2) : 0;
  });
  EXPECT_EQ(count, 8128u);
  EXPECT_EQ(outcome.taken.packets, 0u);
  EXPECT_EQ(outcome.stats.bad_headers, count);
  EXPECT_EQ(outcome.stats.corrected_headers, 0u);
}

TEST(ExanetNetwork, PayloadErrorsAreCountedAndNeverDelivered) {
  constexpr unsigned kBits = 128 * 3;  // two words of payload and the footer
  const Outcome single = send_with_errors(kBits, 32, [](unsigned packet, unsigned word) {
    return word < 4 ? 0 : half(packet % 128, word % 2) * (packet / 128 == word / 2 - 2);
  });
  EXPECT_EQ(single.taken.packets, 0u);
  EXPECT_EQ(single.stats.ports.crc_errors, kBits);

  Random random(3);
  const Outcome any = send_with_errors(2000, 512, [&](unsigned packet, unsigned word) {
    return word >= 4 && word < 68 && packet % 2 && random.chance(word == 4 ? 100 : 10)
               ? random.bits() | 1
               : 0;
  });
  EXPECT_EQ(any.taken.packets, 1000u);
  EXPECT_EQ(any.taken.wrong, 0u);
  EXPECT_EQ(any.stats.ports.crc_errors, 1000u);
}

TEST(ExanetNetwork, AStartThatIsDamagedLosesItsPacketAlone) {
  const Outcome outcome = send_with_errors(64, 64, [](unsigned packet, unsigned word) {
    return packet % 8 == 0 && word == 1 ? std::uint64_t{1} << packet : 0;
  });
  EXPECT_EQ(outcome.taken.packets, 56u);
  EXPECT_EQ(outcome.taken.wrong, 0u);
  EXPECT_GE(outcome.stats.links.framing_errors, 8u);
  EXPECT_EQ(outcome.stats.links.lost_packets, 8u);
}

TEST(ExanetNetwork, DamagedCreditWordsDelayAndLoseNothing) {
  Network network(exanet_lattice(2, 1, 1, false));
  Random random(5);
  unsigned credits = 0;
  network.set_line_fault([&](unsigned node, unsigned, std::uint64_t& word) {
    if (node == 0 || !random.chance(30)) return;  // node 1 sends credit words alone
    ++credits;
    word ^= std::uint64_t{1} << random.below(56);
  });
  unsigned sent = 0, received = 0;
  while (received < 1000) {
    ASSERT_LT(network.cycle(), 100000u);
    if (sent < 1000 && network.port(0, 0).queued() < 2)
      network.port(0, 0).send(exanet_packet({1, 0, 0}, 0, 512, sent++));
    network.step();
    const ExanetTaken taken = take_received(network.port(1, 0));
    received += taken.packets;
    ASSERT_EQ(taken.wrong, 0u);
  }
  EXPECT_GT(credits, 100u);
  EXPECT_GT(network.stats().links.credit_errors, 100u);
}

TEST(ExanetNetwork, CreditHoldsBackASenderUntilTheFarNodeReads) {
  ExanetParams params = exanet_lattice(2, 1, 1, false);
  Network network(params);
  network.port(1, 0).set_access({1, 100000});  // a packet is not read in this test
  for (unsigned n = 0; n < 500; ++n) network.port(0, 0).send(exanet_packet({1, 0, 0}, 0, 512, n));
  network.run(60000);
  const std::uint64_t held = network.link(0, 0).stats().packets;
  // 128 header words of the port that is not read have two words for each of 64 packets; 1024
  // payload words of the far router's queue hold 32 more.
  EXPECT_EQ(held, 64u + 32u);
  network.port(1, 0).set_access(kExanetDma);
  network.run(60000 + 100000);
  EXPECT_EQ(take_received(network.port(1, 0)).packets, 500u);
}

TEST(ExanetNetwork, ThresholdStopsASender) {
  ExanetParams params = exanet_lattice(2, 1, 1, false);
  params.tred = 1025;  // more than the far buffer has
  Network network(params);
  network.port(0, 0).send(exanet_packet({1, 0, 0}, 0, 512));
  network.run(3000);
  EXPECT_TRUE(network.port(1, 0).received().empty());
  params.tred = 1024;
  Network other(params);
  other.port(0, 0).send(exanet_packet({1, 0, 0}, 0, 512));
  other.run(300);
  EXPECT_EQ(other.port(1, 0).received().size(), 1u);
}

TEST(ExanetNetwork, HealthReachesTheNeighbours) {
  Network network(exanet_lattice(3, 1, 1, true));
  network.link(0, 0).set_health(0x81);
  network.run(100);
  EXPECT_EQ(network.link(1, 1).neighbour_health(), 0x81u);
  EXPECT_EQ(network.link(2, 0).neighbour_health(), 0u);
}

TEST(ExanetNetwork, ADisabledDirectionDiscardsAndThePriorityLeadsAround) {
  Network network(exanet_lattice(2, 2, 1, false));
  network.registers(0).enable_i[0] = false;
  network.port(0, 0).send(exanet_packet({1, 1, 0}, 0, 64));
  network.run(300);
  EXPECT_EQ(network.stats().discarded, 1u);
  EXPECT_EQ(network.stats().ports.received, 0u);
  network.registers(0).priority_i = {1, 0, 2};  // Y before X
  network.port(0, 0).send(exanet_packet({1, 1, 0}, 0, 64));
  network.run(300);
  EXPECT_EQ(network.stats().discarded, 1u);
  EXPECT_EQ(network.stats().ports.received, 1u);
}

TEST(ExanetNetwork, WrongParametersAreErrors) {
  EXPECT_THROW(Network(exanet_lattice(0, 1, 1, false)), ConfigError);
  EXPECT_THROW(Network(exanet_lattice(1, 65, 1, false)), ConfigError);
  Network network(exanet_lattice(1, 1, 1, false));
  EXPECT_THROW(network.port(0, 0).send(exanet_packet({}, 0, 513)), InvariantError);
}

}  // namespace
}  // namespace tinsim
