// SPDX-License-Identifier: Apache-2.0
// ExaNet router: latency, efficiencies, arbitration, cut-through, errors, and a random scoreboard.
#include "rtl_models/exanet_router/exanet_router.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "testbench/drive.h"
#include "testbench/stimulus/exanet_router_stimulus.h"
#include "tests/unit/exanet_router_bench.h"

namespace tinsim {
namespace {

using Bench5 = ExanetRouterBench;

TEST(ExanetRouter, AHeaderLeavesTenCyclesAfterItWasStored) {
  Bench5 bench;
  bench.send(0, Bench5::packet(48, 2, 7));
  bench.run(30);  // the header is offered in cycle 0
  ASSERT_EQ(bench.out[2].size(), 5u);
  for (unsigned n = 0; n < 5; ++n) {
    EXPECT_EQ(bench.out[2][n].cycle, 10 + n);
    EXPECT_EQ(bench.out[2][n].kind, n == 0 ? 0u : n == 4 ? 2u : 1u);
    EXPECT_EQ(bench.out[2][n].word, Bench5::packet(48, 2, 7)[n].word);
  }
}

TEST(ExanetRouter, OneSenderHasEightIdleCyclesForEachPacket) {
  for (unsigned bytes : {0u, 16u, 256u, 320u, 384u, 448u, 512u}) {
    Bench5 bench;
    for (unsigned n = 0; n < 30; ++n) bench.send(1, Bench5::packet(bytes, 0));
    bench.run(2000);
    const unsigned words = exanet_words(bytes);
    ASSERT_EQ(bench.footers(0), 30u);
    std::uint64_t first = 0;
    for (const auto& seen : bench.out[0]) {
      if (seen.kind != 0) continue;
      if (first != 0) {
        ASSERT_EQ(seen.cycle - first, words + 2 + 8) << bytes;
      }
      first = seen.cycle;
    }
  }
}

/// Payload words per cycle at output 0 between two ends of packets, over a multiple of four
/// packets.
double efficiency(unsigned senders, unsigned bytes) {
  Bench5 bench;
  for (unsigned n = 0; n < 60; ++n)
    for (unsigned s = 0; s < senders; ++s) bench.send(s, Bench5::packet(bytes, 0));
  std::uint64_t from = 0;
  while (bench.footers(0) < 8) bench.clock();
  from = bench.cycle;
  while (bench.footers(0) < 48) bench.clock();
  return 40.0 * exanet_words(bytes) / static_cast<double>(bench.cycle - from);
}

TEST(ExanetRouter, EfficienciesFollowTheFormulaAndThePaper) {
  EXPECT_NEAR(efficiency(1, 512), 0.762, 0.0005);
  EXPECT_NEAR(efficiency(2, 512), 0.895, 0.0005);
  for (unsigned bytes : {256u, 320u, 384u, 448u, 512u}) {
    const double words = bytes / 16.0;
    EXPECT_NEAR(efficiency(1, bytes), words / (words + 2 + 8), 1e-9) << bytes;
    EXPECT_NEAR(efficiency(2, bytes), 4 * words / (4 * (words + 2) + 7), 1e-9) << bytes;
  }
}

TEST(ExanetRouter, AFourthPacketIsFollowedByFourIdleCycles) {
  Bench5 bench;
  for (unsigned n = 0; n < 12; ++n)
    for (unsigned s = 0; s < 3; ++s) bench.send(s, Bench5::packet(160, 1));
  bench.run(800);
  unsigned packet = 0;
  for (std::size_t n = 0; n + 1 < bench.out[1].size(); ++n) {
    if (bench.out[1][n].kind != 2) continue;
    ++packet;
    ASSERT_EQ(bench.out[1][n + 1].cycle - bench.out[1][n].cycle, packet % 4 == 0 ? 5u : 2u);
  }
  EXPECT_EQ(packet, 35u);
}

/// Packets of inputs 0, 1 and 2 among the first `count` at output 0.
std::array<unsigned, 3> shares(Bench5& bench, unsigned count) {
  for (unsigned n = 0; n < count; ++n)
    for (unsigned s = 0; s < 3; ++s) bench.send(s, Bench5::packet(256, 0, s));
  const std::size_t before = bench.footers(0);
  while (bench.footers(0) < before + count) bench.clock();
  std::array<unsigned, 3> found{};
  std::size_t packet = 0;
  for (const auto& seen : bench.out[0])
    if (seen.kind == 2 && packet++ >= before) ++found[seen.word.high];
  return found;
}

TEST(ExanetRouter, RoundRobinIsFairAndFixedPriorityIsNotAndCanBeSwitched) {
  Bench5 bench;
  EXPECT_EQ(shares(bench, 30), (std::array<unsigned, 3>{10, 10, 10}));
  bench.held.fixed_i[0] = true;
  bench.held.rank_i[0] = 5;
  bench.held.rank_i[1] = 9;
  bench.held.rank_i[2] = 1;
  std::array<unsigned, 3> found = shares(bench, 40);
  // A queue is not ready at the end of its own packet: the two of the best ranks alternate.
  EXPECT_LE(found[1], 1u);
  EXPECT_GE(found[2], 19u);
  bench.held.rank_i[1] = 0;
  found = shares(bench, 40);
  EXPECT_LE(found[0], 1u);
  bench.held.fixed_i[0] = false;
  found = shares(bench, 42);
  for (unsigned share : found) EXPECT_NEAR(share, 14, 1);
}

TEST(ExanetRouter, AllOutputsWorkAtOnce) {
  Bench5 bench;
  for (unsigned n = 0; n < 20; ++n) {
    bench.send(0, Bench5::packet(512, 1));
    bench.send(1, Bench5::packet(512, 0));
    bench.send(2, Bench5::packet(512, 0, 0, {2, 1, 0}));
    bench.send(3, Bench5::packet(512, 2));
    bench.send(4, Bench5::packet(512, 0, 0, {1, 2, 0}));
  }
  bench.run(20 * 42 + 20);
  for (unsigned o = 0; o < 5; ++o) EXPECT_EQ(bench.footers(o), 20u) << o;
}

TEST(ExanetRouter, ThePacketWaitsForSpaceForAllOfIt) {
  Bench5 bench;
  bench.drain = false;
  bench.held.out_payload_words_i[2][0] = 40;
  bench.router.reset(bench.held);
  bench.send(0, Bench5::packet(512, 2));
  bench.send(0, Bench5::packet(144, 2));
  bench.send(1, Bench5::packet(128, 2));
  bench.run(300);
  // 32 of 40 words are taken; 9 more do not fit, 8 do.
  ASSERT_EQ(bench.footers(2), 2u);
  EXPECT_EQ(bench.out[2].size(), 34u + 10u);
}

TEST(ExanetRouter, AHeaderDoesNotWaitForItsPayload) {
  Bench5 bench;
  std::vector<Bench5::Word> words = Bench5::packet(64, 1);
  bench.send(0, {words[0]});
  bench.run(50);
  ASSERT_EQ(bench.out[1].size(), 1u);
  EXPECT_EQ(bench.out[1][0].cycle, 10u);
  bench.send(0, {words[1], words[2]});
  bench.run(10);  // stored in 50 and 51
  ASSERT_EQ(bench.out[1].size(), 3u);
  EXPECT_EQ(bench.out[1][1].cycle, 52u);
  EXPECT_EQ(bench.out[1][2].cycle, 53u);
  bench.send(0, {words.begin() + 3, words.end()});
  bench.run(20);
  EXPECT_EQ(bench.footers(1), 1u);
}

TEST(ExanetRouter, ChannelsFollowTheDateline) {
  Bench5 bench;
  bench.send(0, Bench5::packet(16, 0, 0, {3, 1, 0}));  // a tie: plus, no wrap link yet
  bench.send(1, Bench5::packet(16, 0, 0, {1, 0, 0}));  // minus
  bench.run(40);
  ASSERT_EQ(bench.footers(3), 1u);
  EXPECT_FALSE(bench.out[3][0].vc);
  ASSERT_EQ(bench.footers(4), 1u);
  EXPECT_FALSE(bench.out[4][0].vc);
  Bench5::Router::In straps = Bench5::straps();
  straps.here_i = {3, 1, 0};
  Bench5 end(straps);
  end.send(2, Bench5::packet(16, 0, 0, {0, 1, 0}));  // over the wrap link
  end.run(40);
  ASSERT_EQ(end.footers(3), 1u);
  EXPECT_TRUE(end.out[3][0].vc);
}

TEST(ExanetRouter, ASingleBitErrorOfAHeaderIsCorrected) {
  for (unsigned bit = 0; bit < 128; ++bit) {
    Bench5 bench;
    std::vector<Bench5::Word> words = Bench5::packet(32, 1, bit);
    const ExanetWord right = words[0].word;
    words[0].word.flip(bit);
    bench.send(0, words);
    bench.run(30);
    ASSERT_EQ(bench.footers(1), 1u) << bit;
    EXPECT_EQ(bench.out[1][0].word, right) << bit;
    EXPECT_EQ(bench.corrected[0], 1u);
    EXPECT_EQ(bench.bad[0], 0u);
  }
}

TEST(ExanetRouter, ADoubleBitErrorOfAHeaderDropsThePacketAlone) {
  Bench5 bench;
  for (unsigned bit = 1; bit < 128; ++bit) {
    std::vector<Bench5::Word> words = Bench5::packet(512, 1, bit);
    words[0].word.flip(0);
    words[0].word.flip(bit);
    bench.send(0, words);
    bench.send(0, Bench5::packet(48, 2, bit));
  }
  bench.run(127 * 60);
  EXPECT_EQ(bench.bad[0], 127u);
  EXPECT_EQ(bench.out[1].size(), 0u);
  EXPECT_EQ(bench.footers(2), 127u);
}

TEST(ExanetRouter, PacketsWithoutRouteAreDiscardedAndCounted) {
  Bench5 bench;
  bench.held.enable_i[2] = false;
  bench.send(0, Bench5::packet(512, 3));                // no such port
  bench.send(0, Bench5::packet(100, 0, 0, {1, 2, 0}));  // direction disabled
  bench.send(0, Bench5::packet(0, 0, 0, {1, 1, 1}));    // outside
  std::vector<Bench5::Word> too_long = Bench5::packet(64, 1);
  too_long[0] = Bench5::packet(513, 1)[0];
  bench.send(0, too_long);
  bench.send(0, Bench5::packet(100, 1));
  bench.run(300);
  EXPECT_EQ(bench.discarded[0], 3u);
  EXPECT_EQ(bench.bad[0], 1u);
  EXPECT_EQ(bench.footers(1), 1u);
  std::size_t words = 0;
  for (const auto& output : bench.out) words += output.size();
  EXPECT_EQ(words, 9u);
}

TEST(ExanetRouter, RulesAreChecked) {
  using Router = Bench5::Router;
  Router router;
  const auto broken = [&](auto change) {
    Router::In in = Bench5::straps();
    router.reset(in);
    change(in);
    return broken_rule([&] {
      for (int n = 0; n < 10; ++n) router.tick(in);
    });
  };
  const auto word = [](Router::In& in, unsigned port, unsigned kind) {
    in.in_valid_i[port] = true;
    in.in_kind_i[port] = kind;
    in.in_data_i[port] = to_bits<128>(Bench5::packet(512, 0)[0].word);
  };
  EXPECT_EQ(broken([&](Router::In& in) { word(in, 0, 1); }), "WordsInOrder");
  EXPECT_EQ(broken([&](Router::In& in) { word(in, 0, 0); }), "WordsInOrder");  // two headers
  EXPECT_EQ(broken([&](Router::In& in) {
              word(in, 0, 0);
              in.in_vc_i[0] = true;
            }),
            "VcInRange");
  EXPECT_EQ(broken([](Router::In& in) { in.out_freed_header_i[4][1] = 1; }), "SpaceWithinSize");
  Bench5 bench;
  bench.held.port_map_i[0] = 2;
  bench.router.reset(bench.held);
  bench.send(0, Bench5::packet(0, 0, 0, {2, 1, 0}));
  EXPECT_EQ(broken_rule([&] { bench.run(10); }), "MapInRange");
}

TEST(ExanetRouter, ABufferIsFilledToItsSizeAndNotBeyond) {
  Bench5 bench;
  bench.drain = false;
  bench.held.out_payload_words_i[0][0] = 32;
  bench.router.reset(bench.held);
  for (unsigned n = 0; n < 40; ++n) bench.send(3, Bench5::packet(512, 0));
  EXPECT_EQ(broken_rule([&] { bench.run(2000); }), "none");
  EXPECT_EQ(bench.waiting[3].front().kind, ExanetKind::kPayload);
  Bench5::Router::In in = bench.held;
  in.in_valid_i[3] = true;
  in.in_kind_i[3] = 1;
  EXPECT_EQ(broken_rule([&] { bench.router.tick(in); }), "NoOverrun");
}

/// Follows random traffic from the pins: packets of a queue leave whole, in order and unchanged, or
/// are reported.
template <class Router>
class Scoreboard {
 public:
  void sample(const typename Router::In& in, const typename Router::Out& out) {
    for (unsigned q = 0; q < Router::kQueues; ++q) {
      if (out.discarded_o[q]) discard(q);
      taken_back_[0] += unsigned(out.freed_header_o[q]);
      taken_back_[1] += unsigned(out.freed_payload_o[q]);
    }
    for (unsigned o = 0; o < Router::kPorts; ++o)
      if (out.out_valid_o[o]) leave(o, unsigned(out.out_kind_o[o]), to_word(out.out_data_o[o]));
    for (unsigned p = 0; p < Router::kPorts; ++p)
      if (in.in_valid_i[p])
        arrive(Router::queue_of(p, in.in_vc_i[p]), unsigned(in.in_kind_i[p]),
               to_word(in.in_data_i[p]));
  }
  std::uint64_t delivered() const { return delivered_; }
  std::uint64_t words_in(unsigned kind) const { return words_in_[kind]; }
  std::uint64_t taken_back(unsigned kind) const { return taken_back_[kind]; }

 private:
  struct Packet {
    std::deque<ExanetWord> words;  ///< that have not left
    bool whole = false, discarded = false;
  };

  void arrive(unsigned q, unsigned kind, const ExanetWord& word) {
    ++words_in_[kind == 1];
    if (kind == 0) {
      const ExanetDecoded decoded = exanet_decode(word);
      dropped_[q] =
          decoded.uncorrectable || unpack_exanet_header(decoded.info).bytes > kExanetMaxBytes;
      if (!dropped_[q]) packets_[q].push_back({{exanet_encode(decoded.info)}});
    } else if (!dropped_[q]) {
      packets_[q].back().words.push_back(word);
      packets_[q].back().whole = kind == 2;
      drop_discarded(q);
    }
  }
  void discard(unsigned q) {
    packets_[q].front().discarded = true;
    drop_discarded(q);
  }
  void drop_discarded(unsigned q) {
    if (packets_[q].front().discarded && packets_[q].front().whole) packets_[q].pop_front();
  }
  void leave(unsigned o, unsigned kind, const ExanetWord& word) {
    if (kind == 0) {
      for (from_[o] = 0; from_[o] < Router::kQueues; ++from_[o]) {
        const auto& packets = packets_[from_[o]];
        if (packets.empty() || packets.front().words.empty()) continue;
        if (packets.front().words.front() == word) break;
      }
      ASSERT_LT(from_[o], Router::kQueues);
    }
    Packet& packet = packets_[from_[o]].front();
    ASSERT_FALSE(packet.words.empty());
    ASSERT_EQ(packet.words.front(), word);
    packet.words.pop_front();
    if (kind != 2) return;
    ASSERT_TRUE(packet.words.empty() && packet.whole);
    packets_[from_[o]].pop_front();
    ++delivered_;
  }

  std::array<std::deque<Packet>, Router::kQueues> packets_;
  std::array<bool, Router::kQueues> dropped_{};
  std::array<unsigned, Router::kPorts> from_{};
  std::array<std::uint64_t, 2> words_in_{}, taken_back_{};
  std::uint64_t delivered_ = 0;
};

template <class Router, class Stimulus>
void check_random(unsigned cycles) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    Router router;
    Stimulus stimulus(seed);
    Scoreboard<Router> scoreboard;
    router.reset(stimulus.restart());
    for (unsigned cycle = 0; cycle < cycles; ++cycle) {
      const typename Router::In in = stimulus.next(router.out());
      scoreboard.sample(in, router.out());
      if (::testing::Test::HasFatalFailure()) return;
      router.tick(in);
    }
    EXPECT_GT(scoreboard.delivered(), cycles / 200) << seed;
    for (unsigned kind : {0, 1})
      EXPECT_LE(scoreboard.words_in(kind) - scoreboard.taken_back(kind), 7u * 8192);
  }
}

TEST(ExanetRouterRandom, PacketsLeaveWholeInOrderAndUnchanged) {
  check_random<ExanetRouter<3, 2, 8, 64, 64>, ExanetRouterStimulus<3, 2, 8, 64, 64>>(20000);
  check_random<ExanetRouter<3, 6, 16, 128, 64>, ExanetRouterStimulus<3, 6, 16, 128, 64>>(8000);
}

TEST(ExanetRouterRandom, TheStimulusKeepsTheRules) {
  ExanetRouter<3, 2, 128, 4096, 1024> router;
  ExanetRouterStimulus<3, 2, 128, 4096, 1024> stimulus(1);
  EXPECT_EQ(broken_rule([&] { drive(router, stimulus, 50000, 1); }), "none");
}

}  // namespace
}  // namespace tinsim
