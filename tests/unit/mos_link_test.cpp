// SPDX-License-Identifier: Apache-2.0
// MOS words over bits: with the link layer down, before training ends, and with bit errors.
#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "tlm/gnet/link/link_port.h"
#include "tlm/gnet/link/wire_link.h"

namespace tinsim {
namespace {

constexpr Cycle kWire = 3, kLink = 3 + kWire + 4;
constexpr unsigned kUp = 2;

/// Words without end: one is offered in each cycle.
class Endless final : public MosSource {
 public:
  Cycle offered_from() override { return 0; }
  MosBody next(Cycle) override { return word_; }
  void left(Cycle slot) override {
    slots.push_back(slot);
    ++word_.payload;
  }

  std::vector<Cycle> slots;  ///< of words 0, 1, 2, …

 private:
  MosBody word_{3, 0};
};

/// One end of a link at wire fidelity; what it receives acts on its port.
class Side final : public WireSink {
 public:
  /// `used`: the port is to be used.
  Side(bool start_up, bool used, const NoiseParams& noise) {
    LinkPortParams port;
    port.vcs = 4;
    port.depth = 128;
    port.start_up = start_up;
    if (!used) port.enable = {{0, false}};
    port_ = make_link_port(port);
    port_->send_mos(words);
    WireLinkParams wire;
    wire.vcs = 4;
    wire.depth = 128;
    wire.wire.wire_cycles = kWire;
    wire.wire.warm_start = start_up;
    wire.wire.noise = noise;
    wire.wire.key = 77;
    wire_params_ = wire;
  }
  void join(Side& far) { wire_ = make_wire_link(wire_params_, far); }

  void cycle(Cycle now) { wire_->step(now, port_->cycle(now, false, false, 0), nullptr); }
  void end_cycle(Cycle now) { port_->end_cycle(now, false, 0, 0); }
  unsigned state() const { return port_->state(); }
  const WireLink& wire() const { return *wire_; }

  void cell(Cycle, const Cell&, bool) override {}
  void credit(Cycle, unsigned, unsigned) override {}
  void event(const LinkEvent& event) override {
    if (event.kind == LinkEvent::Kind::Mos)
      received.push_back(event);
    else
      port_->event(event);
  }
  void mos_lost(Cycle) override { ++lost; }

  Endless words;
  std::vector<LinkEvent> received;
  uint64_t lost = 0;  ///< of words for this side

 private:
  std::unique_ptr<LinkPort> port_;
  WireLinkParams wire_params_;
  std::unique_ptr<WireLink> wire_;
};

struct Pair {
  Pair(bool start_up, bool used, const NoiseParams& noise = {})
      : sides{Side(start_up, used, noise), Side(start_up, true, {})} {
    sides[0].join(sides[1]);
    sides[1].join(sides[0]);
  }
  void run(Cycle from, Cycle to) {
    for (Cycle now = from; now < to; ++now) {
      for (Side& side : sides) side.cycle(now);
      for (Side& side : sides) side.end_cycle(now);
    }
  }

  std::array<Side, 2> sides;
};

/// Word n of the sender, which left in slot y, is an output of link_rx in y + link + 1.
void expect_arrived(const Side& sender, const Side& receiver, std::size_t first) {
  for (std::size_t n = 0; n < receiver.received.size(); ++n) {
    const LinkEvent& event = receiver.received[n];
    EXPECT_EQ(event.value, first + n);
    EXPECT_EQ(event.code, 3u);
    EXPECT_EQ(event.cycle, sender.words.slots[first + n] + kLink + 1);
  }
}

TEST(MosLink, DeliversWithTheLinkLayerDown) {
  Pair pair(true, false);  // the first side's port is not to be used: the link never comes up
  pair.run(0, 10'000);
  EXPECT_NE(pair.sides[0].state(), kUp);
  EXPECT_NE(pair.sides[1].state(), kUp);
  EXPECT_GT(pair.sides[0].received.size(), 10'000u / 64 - 3);
  EXPECT_GT(pair.sides[1].received.size(), 10'000u / 64 - 3);
  expect_arrived(pair.sides[0], pair.sides[1], 0);
  expect_arrived(pair.sides[1], pair.sides[0], 0);
  EXPECT_EQ(pair.sides[0].lost + pair.sides[1].lost, 0u);
}

TEST(MosLink, DeliversFromBlockLockOnBeforeTheLinkIsUp) {
  Pair pair(false, true);
  Cycle up = 0;
  while (pair.sides[1].state() != kUp && up < 2000) {
    pair.run(up, up + 1);
    ++up;
  }
  ASSERT_LT(up, 2000u);
  pair.run(up, up + 500);
  ASSERT_FALSE(pair.sides[1].received.empty());
  EXPECT_LT(pair.sides[1].received.front().cycle, up);
  // Words sent before 64 good blocks made the lock are lost, and counted.
  const uint64_t lost = pair.sides[1].lost;
  EXPECT_GE(lost, 1u);
  EXPECT_LE(lost, 2u);
  EXPECT_EQ(pair.sides[0].wire().counters().mos_lost, lost);
  expect_arrived(pair.sides[0], pair.sides[1], lost);
}

// A word is lost if one of its 66 bits is wrong, or one of the 58 before them that its descrambler
// reads: a share between 66 and 124 times the rate of bit errors, of errors that are far apart.
TEST(MosLink, BitErrorsLoseWordsWhichAreCounted) {
  NoiseParams noise;
  noise.bit_error_rate = 2e-4;
  Pair pair(true, true, noise);
  constexpr Cycle kCycles = 300'000;
  pair.run(0, kCycles);
  const uint64_t sent = pair.sides[0].words.slots.size();
  const uint64_t received = pair.sides[1].received.size(), lost = pair.sides[1].lost;
  EXPECT_LE(sent - received - lost, 1u);  // on the wire
  const double share = static_cast<double>(lost) / static_cast<double>(sent);
  EXPECT_GT(share, 0.6 * 66 * noise.bit_error_rate);
  EXPECT_LT(share, 1.5 * 124 * noise.bit_error_rate);
  uint64_t last = 0;
  for (const LinkEvent& event : pair.sides[1].received) {
    EXPECT_TRUE(last == 0 || event.value > last) << event.value;  // in order, none twice
    last = event.value;
  }
  EXPECT_LE(pair.sides[1].words.slots.size() - pair.sides[0].received.size(), 1u);
  EXPECT_EQ(pair.sides[0].lost, 0u);
}

}  // namespace
}  // namespace tinsim
