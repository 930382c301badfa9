// SPDX-License-Identifier: Apache-2.0
// Sessions of BGP-4: states, timers, and the answer to each misbehaviour of a peer.
#include "platform/controller/ibr/bgp_session.h"

#include <gtest/gtest.h>

#include "tests/platform/bgp_peer.h"

namespace tinsim::control {
namespace {

constexpr uint32_t kOwn = 0x0a000001, kPeer = 0x0a010102;
constexpr uint64_t kSecond = 1'000'000, kStep = 10'000;
using State = BgpSession::State;

BgpSessionPlan session_plan() {
  BgpSessionPlan plan;
  plan.own_address = kOwn;
  plan.own_as = 65000;
  plan.peer_address = kPeer;
  plan.peer_as = 65001;
  plan.hold_s = 90;
  plan.announced = {{0x0a000000, 8}};
  return plan;
}

Bytes open_of(uint16_t as, uint16_t hold) {
  Bytes body = {4};
  append16(body, as);
  append16(body, hold);
  append32(body, kPeer);
  body.push_back(0);
  return bgp(1, body);
}
const Bytes kKeepalive = bgp(4, {});
const Bytes kRoute = bgp(2, {0,    0,    0,    18, 0x40, 1,  1, 0, 0x40, 2,  4,   2, 1,
                             0xfd, 0xe9, 0x40, 3,  4,    10, 1, 1, 2,    24, 192, 0, 2});

class BgpSessionTest : public testing::Test {
 protected:
  BgpSessionTest()
      : peer_(kPeer, kOwn),
        session_(session_plan(), [this](const Bytes& packet) { peer_.receive(packet); },
                 {[this](const BgpUpdate& update) { updates_.push_back(update); },
                  [this] { ++ended_; }}) {}

  void run_to(uint64_t us) {
    for (; now_ < us; now_ += kStep) {
      for (; !peer_.out.empty(); peer_.out.pop_front()) session_.receive(peer_.out.front());
      session_.poll(now_);
    }
  }
  void run(uint64_t us) { run_to(now_ + us); }
  void establish(uint16_t hold = 90) {
    run(kSecond);
    peer_.write(open_of(65001, hold));
    run(kSecond);
    peer_.write(kKeepalive);
    run(kSecond);
    ASSERT_EQ(session_.state(), State::kEstablished);
  }
  /// The last message that the peer has received.
  Bytes last() const {
    Bytes stream = peer_.received, message;
    while (stream.size() >= 19) {
      const std::size_t length = read16(stream, 16);
      message = slice(stream, 0, length);
      stream.erase(stream.begin(), stream.begin() + static_cast<std::ptrdiff_t>(length));
    }
    return message;
  }

  BgpPeer peer_;
  BgpSession session_;
  std::vector<BgpUpdate> updates_;
  unsigned ended_ = 0;
  uint64_t now_ = 0;
};

TEST_F(BgpSessionTest, ItOpensConfirmsAndAnnounces) {
  run(kSecond);
  EXPECT_EQ(session_.state(), State::kOpenSent);
  EXPECT_EQ(peer_.received, bgp(1, {4, 0xfd, 0xe8, 0, 90, 10, 0, 0, 1, 0}));
  peer_.write(open_of(65001, 90));
  run(kSecond);
  EXPECT_EQ(session_.state(), State::kOpenConfirm);
  EXPECT_EQ(last(), kKeepalive);
  peer_.write(kKeepalive);
  run(kSecond);
  EXPECT_EQ(session_.state(), State::kEstablished);
  EXPECT_EQ(last(), bgp(2, {0, 0,    0,    21,   0x50, 1, 0, 1,  0, 0x50, 2, 0, 4, 2,
                            1, 0xfd, 0xe8, 0x50, 3,    0, 4, 10, 0, 0,    1, 8, 10}));
}

TEST_F(BgpSessionTest, RoutesAndWithdrawalsAreReported) {
  establish();
  peer_.write(kRoute);
  peer_.write(bgp(2, {0, 4, 24, 192, 0, 2, 0, 0}));
  run(kSecond);
  ASSERT_EQ(updates_.size(), 2u);
  EXPECT_EQ(updates_[0].reachable, (std::vector<BgpPrefix>{{0xc0000200, 24}}));
  EXPECT_EQ(updates_[0].attributes->next_hop, kPeer);
  EXPECT_EQ(updates_[1].withdrawn, (std::vector<BgpPrefix>{{0xc0000200, 24}}));
}

TEST_F(BgpSessionTest, KeepalivesFollowEachThirdOfTheShorterHoldTime) {
  establish(30);
  peer_.received.clear();
  for (unsigned i = 0; i < 6; ++i) {
    peer_.write(kKeepalive);
    run(10 * kSecond);
  }
  EXPECT_EQ(session_.state(), State::kEstablished);
  EXPECT_EQ(peer_.received.size(), 6 * kKeepalive.size());
}

TEST_F(BgpSessionTest, ASilentPeerIsLeftAfterTheHoldTime) {
  establish(30);
  run(26 * kSecond);
  EXPECT_EQ(session_.state(), State::kEstablished);
  run(4 * kSecond);
  EXPECT_EQ(ended_, 1u);
  EXPECT_EQ(last(), bgp(3, {4, 0}));
  EXPECT_EQ(session_.counts().hold_expired, 1u);
}

TEST_F(BgpSessionTest, WithoutAHoldTimeSilenceIsGood) {
  establish(0);
  peer_.received.clear();
  run(300 * kSecond);
  EXPECT_EQ(session_.state(), State::kEstablished);
  EXPECT_TRUE(peer_.received.empty());
}

TEST_F(BgpSessionTest, AnOpenOfAnotherAsIsRefused) {
  run(kSecond);
  peer_.write(open_of(65002, 90));
  run(kSecond);
  EXPECT_EQ(last(), bgp(3, {2, 2}));
  EXPECT_TRUE(peer_.has_ended);
  EXPECT_EQ(ended_, 0u);
}

TEST_F(BgpSessionTest, MessagesOutOfStateAreRefused) {
  run(kSecond);
  peer_.write(kKeepalive);
  run(kSecond);
  EXPECT_EQ(last(), bgp(3, {5, 0}));
}

TEST_F(BgpSessionTest, AFaultEndsTheSessionAndItsRoutes) {
  establish();
  Bytes marker = kKeepalive;
  marker[0] = 0;
  peer_.write(marker);
  run(kSecond);
  EXPECT_EQ(last(), bgp(3, {1, 1}));
  EXPECT_EQ(ended_, 1u);
  EXPECT_EQ(session_.counts().faults, 1u);
}

TEST_F(BgpSessionTest, ANotificationEndsItAndItComesBack) {
  establish();
  peer_.write(bgp(3, {6, 2}));
  run(kSecond);
  EXPECT_EQ(ended_, 1u);
  EXPECT_EQ(peer_.connections, 1u);
  run(2 * kSecond);
  EXPECT_EQ(peer_.connections, 2u);
  establish();
  EXPECT_EQ(session_.counts().established, 2u);
}

TEST_F(BgpSessionTest, ARefusedConnectionIsTriedAgain) {
  peer_.refuses = true;
  run(5 * kSecond);
  EXPECT_EQ(peer_.connections, 3u);  // at 0, 2 and 4 s
  peer_.refuses = false;
  run(2 * kSecond);
  EXPECT_EQ(session_.state(), State::kOpenSent);
}

}  // namespace
}  // namespace tinsim::control
